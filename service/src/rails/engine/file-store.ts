import type { Session, Transaction } from "../../db/database.ts";
import { list } from "../../db/list.ts";
import type { Queue } from "../../db/queue.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { assert } from "../../kernel/assert.ts";
import { type KeyRing, open } from "../../kernel/envelope.ts";
import type { Network } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { snakeCase } from "../../kernel/letter-case.ts";
import { bankFiles } from "../tables.ts";
import type { FileProblem } from "./bank-record.ts";
import { fileContext } from "./sealed-contexts.ts";

const fileFields = [
  "id",
  "network",
  "direction",
  "name",
  "sha256",
  "sizeBytes",
  "state",
  "duplicateOf",
  "problems",
  "putAwayAt",
  "acknowledgedAt",
  "createdAt",
  "restoreId",
] as const;
const columns = fileFields.map(snakeCase).join(", ");

/** An outgoing or incoming file, without its bytes. */
export type StoredFile = Pick<RowOf<typeof bankFiles>, (typeof fileFields)[number]>;

export const fileStates = ["stored", "sent", "read", "quarantined", "duplicate"] as const;
export type FileState = (typeof fileStates)[number];

type NewFileFields =
  | "id"
  | "network"
  | "direction"
  | "name"
  | "sha256"
  | "sizeBytes"
  | "sealed"
  | "duplicateOf";
export type NewFile = Pick<RowOf<typeof bankFiles>, NewFileFields>;

const insert = bankFiles.insert({
  except: ["problems", "putAwayAt", "restoreId", "acknowledgedAt"],
  onConflict: "(network, direction, name, sha256) DO UPDATE SET put_away_at = NULL",
  returning: ["id"],
});

/** Idempotent by name and bytes; a file that was collected again is put away again. Returns its id. */
export async function insertFile(tx: Transaction, file: NewFile, now: Instant): Promise<string> {
  const state = file.duplicateOf === undefined ? "stored" : "duplicate";
  const [row] = await insert(tx, { ...file, state, createdAt: now, updatedAt: now });
  return row?.id ?? file.id;
}

/** An earlier file with the same bytes under another name. Index bank_files_by_content. */
export const selectSameContent = bankFiles.one({
  by: ["network", "sha256", "name <>"],
  where: "direction = 'in' AND state <> 'duplicate'",
  orderBy: ["id"],
  columns: ["id"],
});

// The unique index by network, direction and name.
const named = bankFiles.many({
  by: ["network", "name[]"],
  where: "direction = 'out'",
  columns: ["id", "name"],
});

/** Ids of the files that hold our messages, by message id: a message id is the name of its file. */
export async function selectFilesOfMessages(
  session: Session,
  network: Network,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(messageIds.map((messageId) => [`${messageId}.xml`, messageId]));
  const rows = await named(session, { network, name: [...names.keys()] });
  return new Map(rows.map(({ id, name }) => [names.get(name) ?? name, id]));
}

/** Files to send or to read, oldest first. Index bank_files_stored. */
export const selectStoredFiles = bankFiles.many({
  by: ["network", "direction", "id >"],
  where: "state = 'stored'",
  orderBy: ["id"],
  columns: fileFields,
  limit: true,
});

const bytesOf = bankFiles.one({ by: ["id"], columns: ["sealed"] });

export async function loadBytes(
  keyRing: KeyRing,
  session: Session,
  file: Pick<StoredFile, "network" | "id">,
): Promise<Buffer> {
  const sealed = (await bytesOf(session, file))?.sealed;
  assert(sealed !== undefined, "a file that is not a duplicate has its bytes");
  return open(keyRing, sealed, fileContext(file));
}

const setState = statement(`
  UPDATE bank_files SET state = $2, problems = $3::jsonb, updated_at = $5::timestamptz WHERE id = $1 AND state = $4`);

/** False when the file is no longer in that state. */
export async function updateFileState(
  tx: Transaction,
  id: string,
  {
    from,
    to,
    problems = [],
  }: { readonly from: FileState; readonly to: FileState; readonly problems?: readonly FileProblem[] },
  now: Instant,
): Promise<boolean> {
  return (await tx.run(setState, [id, to, JSON.stringify(problems), from, formatInstant(now)])) > 0;
}

/** Processed incoming files that still wait at the bank. Index bank_files_waiting. */
export const selectFilesToPutAway = bankFiles.many({
  by: ["network"],
  where: "direction = 'in' AND put_away_at IS NULL AND state <> 'stored'",
  orderBy: ["id"],
  columns: ["id", "name", "state"],
  limit: true,
});

export const markPutAway = bankFiles.update({ by: ["id"], set: ["putAwayAt"] });

export const markAcknowledged = bankFiles.update({
  by: ["id[]"],
  where: "acknowledged_at IS NULL",
  set: ["acknowledgedAt"],
});

export interface FileFilter {
  readonly network?: Network | undefined;
  readonly direction?: "out" | "in" | undefined;
  readonly state?: FileState | undefined;
  /** File extension: `ach` is Nacha, `xml` is ISO 20022. */
  readonly format?: "ach" | "xml" | undefined;
}

/** Files to and from the bank, newest first. By the primary key. */
export const fileList = list<StoredFile, FileFilter>({
  from: bankFiles,
  columns,
  filters: {
    network: "network",
    direction: "direction",
    state: "state",
    format: (format, { bind }) => `lower(right(name, 4)) = '.' || ${bind(format)}`,
  },
  totals: { status: "state" },
});

export const selectFile = bankFiles.one({ by: ["id"], columns: fileFields });

// Index bank_files_by_content. The bank's files count once, whatever their name.
const knownFile = statement(`
  SELECT 1 AS known FROM bank_files
  WHERE network = $1 AND direction = $2 AND sha256 = $4 AND (direction = 'in' OR name = $3) LIMIT 1`);

export async function isKnownFile(
  session: Session,
  { network, direction, name, sha256 }: Pick<NewFile, "network" | "direction" | "name" | "sha256">,
): Promise<boolean> {
  return (await session.first(knownFile, [network, direction, name, sha256])) !== undefined;
}

/** Index bank_files_sent. */
export const selectNewestSent = bankFiles.one({
  by: ["network"],
  where: "direction = 'out' AND state = 'sent'",
  columns: ["name", "sha256"],
  orderBy: ["id DESC"],
});

/** Of a recovery. */
export const insertRecoveredFile = bankFiles.insert({
  except: ["problems"],
  onConflict: "(network, direction, name, sha256) DO NOTHING",
});

/** Index: bank_files_quarantined. */
export const quarantineQueue: Queue = {
  from: bankFiles,
  where: "state = 'quarantined'",
  since: "created_at",
};

export const fileView = bankFiles.view("id, network, direction, created_at");
