import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import { type KeyRing, open } from "../../kernel/envelope.ts";
import { type Network, startOfIds } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { FileProblem } from "./bank-record.ts";

/** An outgoing or incoming file, without its bytes. */
export interface StoredFile {
  readonly id: string;
  readonly network: Network;
  readonly direction: "out" | "in";
  readonly name: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly state: FileState;
  readonly duplicateOf: string | undefined;
  readonly problems: readonly FileProblem[];
  readonly putAwayAt: Instant | undefined;
  /** When the bank reported an interim status of an outgoing file. */
  readonly acknowledgedAt: Instant | undefined;
  readonly createdAt: Instant;
  /** Found by a recovery after a restore. The bytes of an outgoing one are unknown. */
  readonly isRecovered: boolean;
}

export const fileStates = ["stored", "sent", "read", "quarantined", "duplicate"] as const;
export type FileState = (typeof fileStates)[number];

const columns = `id, network, direction, name, sha256, size_bytes, state, duplicate_of,
  problems, put_away_at, acknowledged_at, created_at, restore_id IS NOT NULL AS is_recovered`;

export interface NewFile {
  readonly id: string;
  readonly network: Network;
  readonly direction: "out" | "in";
  readonly name: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly sealed: Buffer | undefined;
  readonly duplicateOf: string | undefined;
}

const insert = statement<{ readonly id: string }>(`
  INSERT INTO bank_files (id, network, direction, name, sha256, size_bytes, state, sealed, duplicate_of, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $8::text IS NULL THEN 'stored' ELSE 'duplicate' END, $7, $8, $9, $9)
  ON CONFLICT (network, direction, name, sha256) DO UPDATE SET put_away_at = NULL RETURNING id`);

/** Idempotent by name and bytes; a file that was collected again is put away again. Returns its id. */
export async function insertFile(tx: Transaction, file: NewFile, now: Instant): Promise<string> {
  const row = await tx.first(insert, [
    file.id,
    file.network,
    file.direction,
    file.name,
    file.sha256,
    file.sizeBytes,
    file.sealed,
    file.duplicateOf,
    formatInstant(now),
  ]);
  return row?.id ?? file.id;
}

// Index bank_files_by_content.
const sameContent = statement<{ readonly id: string }>(`
  SELECT id FROM bank_files
  WHERE network = $1 AND direction = 'in' AND sha256 = $2 AND name <> $3 AND state <> 'duplicate'
  ORDER BY id LIMIT 1`);

/** An earlier file with the same bytes under another name. */
export async function selectSameContent(
  session: Session,
  { network, sha256, name }: Pick<NewFile, "network" | "sha256" | "name">,
): Promise<string | undefined> {
  return (await session.first(sameContent, [network, sha256, name]))?.id;
}

// The unique index by network, direction and name.
const named = statement<{ readonly id: string; readonly name: string }>(`
  SELECT id, name FROM bank_files WHERE network = $1 AND direction = 'out' AND name = ANY ($2::text[])`);

/** Ids of the files that hold our messages, by message id: a message id is the name of its file. */
export async function selectFilesOfMessages(
  session: Session,
  network: Network,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (messageIds.length === 0) return new Map();
  const names = new Map(messageIds.map((messageId) => [`${messageId}.xml`, messageId]));
  const rows = await session.rows(named, [network, [...names.keys()]]);
  return new Map(rows.map(({ id, name }) => [names.get(name) ?? name, id]));
}

// Index bank_files_stored.
const stored = statement<StoredFile>(`
  SELECT ${columns} FROM bank_files
  WHERE network = $1 AND direction = $2 AND state = 'stored' AND id > $3 ORDER BY id LIMIT $4`);

/** Files to send or to read, oldest first. */
export function selectStoredFiles(
  session: Session,
  { network, direction }: Pick<StoredFile, "network" | "direction">,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<readonly StoredFile[]> {
  return session.rows(stored, [network, direction, afterId, limit]);
}

const bytesOf = statement<{ readonly sealed: Buffer | undefined }>(
  `SELECT sealed FROM bank_files WHERE id = $1`,
);

export interface FileKey {
  readonly network: string;
  readonly id: string;
}

export async function loadBytes(keyRing: KeyRing, session: Session, key: FileKey): Promise<Buffer> {
  const row = await session.first(bytesOf, [key.id]);
  const sealed = row?.sealed;
  assert(sealed !== undefined, "a file that is not a duplicate has its bytes");
  return open(keyRing, sealed, fileContext(key));
}

/** A file contains names and account numbers; its bytes are sealed as one value. */
export function fileContext({ network, id }: FileKey): string {
  return `bank_files/${network}/${id}`;
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

// Index bank_files_waiting.
const waiting = statement<StoredFile>(`
  SELECT ${columns} FROM bank_files
  WHERE network = $1 AND direction = 'in' AND put_away_at IS NULL AND state <> 'stored' ORDER BY id LIMIT $2`);

/** Processed incoming files that still wait at the bank. */
export function selectFilesToPutAway(
  session: Session,
  network: Network,
  limit: number,
): Promise<readonly StoredFile[]> {
  return session.rows(waiting, [network, limit]);
}

const putAway = statement(`UPDATE bank_files SET put_away_at = $2::timestamptz WHERE id = $1`);

export async function markPutAway(tx: Transaction, id: string, now: Instant): Promise<void> {
  await tx.run(putAway, [id, formatInstant(now)]);
}

const acknowledge = statement(`
  UPDATE bank_files SET acknowledged_at = $2::timestamptz WHERE id = ANY ($1::text[]) AND acknowledged_at IS NULL`);

export async function markAcknowledged(tx: Transaction, ids: readonly string[], now: Instant): Promise<void> {
  if (ids.length > 0) await tx.run(acknowledge, [ids, formatInstant(now)]);
}

const page = statement<StoredFile>(`
  SELECT ${columns} FROM bank_files
  WHERE id < $1 AND ($2::text IS NULL OR network = $2) AND ($3::text IS NULL OR direction = $3)
    AND ($4::text IS NULL OR state = $4)
  ORDER BY id DESC LIMIT $5`);

export interface FileFilter {
  readonly network?: Network | undefined;
  readonly direction?: "out" | "in" | undefined;
  readonly state?: FileState | undefined;
  /** File extension: `ach` is Nacha, `xml` is ISO 20022. */
  readonly format?: "ach" | "xml" | undefined;
}

/** Newest first. */
export function selectFilePage(
  session: Session,
  { network, direction, state }: FileFilter,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<readonly StoredFile[]> {
  const values = [beforeId, network, direction, state, limit];
  return session.rows(page, values);
}

/** A page of files, from a position in one direction. */
export interface FileSlice {
  readonly direction: "after" | "before";
  readonly position: string | undefined;
  readonly limit: number;
}

const ofFilter = `SELECT ${columns} FROM bank_files
  WHERE ($3::text IS NULL OR network = $3) AND ($4::text IS NULL OR direction = $4)
    AND ($5::text IS NULL OR state = $5) AND ($6::text IS NULL OR lower(right(name, 4)) = '.' || $6)`;
const slices = {
  after: statement<StoredFile>(`${ofFilter} AND id < $1 ORDER BY id DESC LIMIT $2`),
  before: statement<StoredFile>(`${ofFilter} AND id > $1 ORDER BY id LIMIT $2`),
};

/** By the primary key; `after` returns older files. */
export function selectFileSlice(
  session: Session,
  { network, direction, state, format }: FileFilter,
  slice: FileSlice,
): Promise<readonly StoredFile[]> {
  const filters = [network, direction, state, format];
  const values = [slice.position ?? startOfIds[slice.direction], slice.limit, ...filters];
  return session.rows(slices[slice.direction], values);
}

const byId = statement<StoredFile>(`SELECT ${columns} FROM bank_files WHERE id = $1`);

export function selectFile(session: Session, id: string): Promise<StoredFile | undefined> {
  return session.first(byId, [id]);
}
