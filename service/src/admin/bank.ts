import { writeFile } from "node:fs/promises";
import { recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { type Network, parseId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import {
  type BankItem,
  type FileFilter,
  finishItem,
  listFiles,
  listItems,
  openFile,
  requeueFile,
  rereadFile,
  type StoredFile,
  showFile,
} from "../rails/engine/bank-operations.ts";
import { StartupError } from "../startup/startup-error.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import { refuseAt } from "./journal-name.ts";
import type { AdminContext } from "./open-admin.ts";

/** A file sent to or received from a bank, as plain values without its content. */
export interface BankFileView {
  readonly id: string;
  readonly network: Network;
  readonly direction: "out" | "in";
  readonly name: string;
  readonly state: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly duplicateOf: string | undefined;
  /** Why it cannot be parsed, such as `12:5 batch-hash: …`. */
  readonly problems: readonly string[];
  readonly created: string;
}

export interface ShownBankFileView extends BankFileView {
  readonly items: readonly BankItemView[];
}

/** A bank record that needs manual action. */
export interface BankItemView {
  readonly id: string;
  readonly network: Network;
  readonly kind: string;
  readonly state: string;
  readonly amount: string | undefined;
  readonly reference: string | undefined;
  readonly entryId: string | undefined;
  readonly fileId: string | undefined;
  readonly detail: string;
  readonly note: string | undefined;
  readonly created: string;
}

const perPage = 100;
/** Sorts after every id. */
const beyondIds = "~";
const ownerOnly = 0o600;
const maxNoteLength = 1_000;

/** Newest first. */
export async function listBankFiles(
  { database }: AdminContext,
  filter: FileFilter,
): Promise<ItemList<BankFileView>> {
  const { items, isComplete } = await collectPages<StoredFile>((last) =>
    listFiles(database, filter, { beforeId: last?.id ?? beyondIds, limit: perPage }),
  );
  return { items: items.map(fileView), isComplete };
}

export async function showBankFile({ database }: AdminContext, id: string): Promise<ShownBankFileView> {
  const { file, items } = await showFile(database, fileId(id));
  return { ...fileView(file), items: items.map(itemView) };
}

/** Writes the file as the bank has it, including names and account numbers; recorded in the audit log. */
export async function saveBankFile(
  admin: AdminContext,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<BankFileView> {
  const keyRing = await admin.loadKeyRing();
  const { file, bytes } = await admin.database.transaction(async (tx) => {
    const opened = await openFile({ keyRing }, tx, fileId(id));
    await recordOfFile(admin, tx, opened.file, "read");
    return opened;
  });
  await writeNew(path, bytes);
  return fileView(file);
}

export interface OpenedBankFileView extends BankFileView {
  readonly text: string;
}

const maxShownBytes = 1_000_000;

/** Returns the file's content for display; also recorded in the audit log. */
export async function readBankFile(admin: AdminContext, id: string): Promise<OpenedBankFileView> {
  const keyRing = await admin.loadKeyRing();
  return admin.database.transaction(async (tx) => {
    const { file, bytes } = await openFile({ keyRing }, tx, fileId(id));
    if (bytes.length > maxShownBytes) {
      throw new RefusalError(refuse("unprocessable", "the file is too large to display; save it instead"));
    }
    await recordOfFile(admin, tx, file, "read");
    return { ...fileView(file), text: bytes.toString("utf8") };
  });
}

/** Requests that a running node parses a quarantined file again. */
export async function rereadBankFile(admin: AdminContext, id: string): Promise<BankFileView> {
  const { database, clock } = admin;
  return database.transaction(async (tx) => {
    const file = await rereadFile(tx, fileId(id), clock.now());
    await recordOfFile(admin, tx, file, "reread");
    return fileView(file);
  });
}

/** Requests that a running node sends a file again that the bank never received. */
export async function requeueBankFile(admin: AdminContext, id: string): Promise<BankFileView> {
  const { database, clock } = admin;
  return database.transaction(async (tx) => {
    const file = await requeueFile(tx, fileId(id), clock.now());
    await recordOfFile(admin, tx, file, "requeue");
    return fileView(file);
  });
}

/** Open items that need manual action, oldest first. */
export async function listBankItems({ database }: AdminContext): Promise<ItemList<BankItemView>> {
  const { items, isComplete } = await collectPages<BankItem>((last) =>
    listItems(database, { afterId: last?.id ?? "", limit: perPage }),
  );
  return { items: items.map(itemView), isComplete };
}

export async function finishBankItem(
  admin: AdminContext,
  { id, note }: { readonly id: string; readonly note: string },
): Promise<BankItemView> {
  const { database, clock, cause } = admin;
  const text = note.trim();
  if (text === "" || text.length > maxNoteLength) {
    refuseAt("note", `must be 1 to ${maxNoteLength} characters`);
  }
  const itemId = parseId<"bank-item">(id);
  if (itemId === undefined) throw new RefusalError(refuse("not_found", "there is no open item with this id"));
  return database.transaction(async (tx) => {
    const item = await finishItem(tx, itemId, { note: text, now: clock.now() });
    await recordAudit(admin, tx, { tenantId: undefined, network: item.network }, [
      {
        cause,
        action: "bank_item.finish",
        subject: { type: "bank_item", id: item.id },
        after: { kind: item.kind, note: text },
      },
    ]);
    return itemView(item);
  });
}

async function recordOfFile(
  admin: AdminContext,
  tx: Transaction,
  { id, network, name }: StoredFile,
  verb: "read" | "reread" | "requeue",
): Promise<void> {
  await recordAudit(admin, tx, { tenantId: undefined, network }, [
    {
      cause: admin.cause,
      action: `bank_file.${verb}`,
      subject: { type: "bank_file", id },
      after: { name },
    },
  ]);
}

/** Never overwrites an existing file. */
async function writeNew(path: string, bytes: Buffer): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: "wx", mode: ownerOnly, flush: true });
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw isTaken ? new StartupError(`${path} is there already; choose another name`) : error;
  }
}

function fileId(id: string): string {
  const wellFormed = parseId<"bank-file">(id);
  if (wellFormed === undefined) {
    throw new RefusalError(refuse("not_found", "there is no bank file with this id"));
  }
  return wellFormed;
}

function fileView(file: StoredFile): BankFileView {
  const { id, network, direction, name, state, sha256, sizeBytes, duplicateOf, problems, createdAt } = file;
  return {
    id,
    network,
    direction,
    name,
    state,
    sha256,
    sizeBytes,
    duplicateOf,
    problems: problems.map(({ line, column, rule, detail }) => `${line}:${column} ${rule}: ${detail}`),
    created: formatInstant(createdAt),
  };
}

function itemView(item: BankItem): BankItemView {
  const { id, network, kind, state, amountCents, reference, entryId, fileId: from, detail, note } = item;
  return {
    id,
    network,
    kind,
    state,
    amount: amountCents === undefined ? undefined : formatAmount({ units: amountCents, asset: usd }),
    reference,
    entryId,
    fileId: from,
    detail,
    note,
    created: formatInstant(item.createdAt),
  };
}
