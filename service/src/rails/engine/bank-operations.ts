import type { Session, Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { Network } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { countBooking } from "./account-store.ts";
import { decideHeld } from "./bank-event-store.ts";
import { type ReportedLine, selectReportedLines } from "./entry-store.ts";
import { type FileState, loadBytes, type StoredFile, selectFile, updateFileState } from "./file-store.ts";
import { type BankItem, selectItemsOfFile, updateItemDone } from "./item-store.ts";

export { countFilesSince, selectFileTotals as totalsOfFiles, sumSentSince } from "./count-store.ts";
export { type FileLine, readFileLines } from "./file-lines.ts";
export {
  type FileFilter,
  fileList,
  fileStates,
  type StoredFile,
  selectFile as findFile,
} from "./file-store.ts";
export { type BankItem, openItems } from "./item-store.ts";

const maxItemsShown = 1_000;

/** A file with the items that it raised. */
export interface ShownFile {
  readonly file: StoredFile;
  readonly items: readonly BankItem[];
}

export async function showFile(session: Session, id: string): Promise<ShownFile> {
  const file = await findFile(session, id);
  return { file, items: await selectItemsOfFile(session, { fileId: file.id, limit: maxItemsShown }) };
}

/** The original bytes, with names and account numbers. A duplicate returns those of the original file. */
export async function openFile(
  { keyRing }: { readonly keyRing: KeyRing },
  session: Session,
  id: string,
): Promise<{ readonly file: StoredFile; readonly bytes: Buffer }> {
  const file = await findFile(session, id);
  const original = file.duplicateOf === undefined ? file : await findFile(session, file.duplicateOf);
  return { file, bytes: await loadBytes(keyRing, session, original) };
}

/** Retries a quarantined file, once the cause is fixed: the engine reads it again. */
export function rereadFile(tx: Transaction, id: string, now: Instant): Promise<StoredFile> {
  return moveFile(tx, id, { from: "quarantined", direction: "in", now });
}

/** For when the bank never got a file: delivers it again with the same name and bytes. */
export async function requeueFile(tx: Transaction, id: string, now: Instant): Promise<StoredFile> {
  const { restoreId, acknowledgedAt } = await findFile(tx, id);
  if (restoreId !== undefined) throw new RefusalError(refuse("conflict", recoveredText));
  const moved = await moveFile(tx, id, { from: "sent", direction: "out", now });
  const lines = await selectReportedLines(tx, id, maxLinesNamed + 1);
  if (lines.length > 0) throw new RefusalError(refuse("conflict", reportedText(lines)));
  if (acknowledgedAt !== undefined)
    throw new RefusalError(refuse("conflict", `the bank has the file: it reported its status. ${sentTwice}`));
  return moved;
}

const maxLinesNamed = 5;
const sentTwice = "Sent again, its payments could be made twice.";

function reportedText(lines: readonly ReportedLine[]): string {
  const named = lines.slice(0, maxLinesNamed).map(({ subject, report }) => `${subject} is ${report}`);
  const others = lines.length > maxLinesNamed ? " and others" : "";
  return `the bank has the file: ${named.join(", ")}${others}. ${sentTwice}`;
}

const recoveredText =
  "the file was written before the database was restored, and its bytes are lost: only the bank has them";

export async function finishItem(
  tx: Transaction,
  id: string,
  { note, now }: { readonly note: string; readonly now: Instant },
): Promise<BankItem> {
  const item = await closeItem(tx, id, { note, now });
  if (item.kind === "duplicate_reference") await decideHeld(tx, heldFor(item), "superseded", now);
  return item;
}

/** The payment that the bank reported under a second reference is another one: it is credited. */
export async function creditItem(
  tx: Transaction,
  id: string,
  { note, now }: { readonly note: string; readonly now: Instant },
): Promise<BankItem> {
  const item = await closeItem(tx, id, { note, now });
  if (item.kind !== "duplicate_reference")
    throw new RefusalError(refuse("conflict", `an item of kind ${item.kind} cannot be credited`));
  if (!(await decideHeld(tx, heldFor(item), "waiting", now)))
    throw new RefusalError(refuse("conflict", "the item holds no incoming payment that could be credited"));
  const record = item.records?.at(-1);
  assert(record !== undefined, "an item about a second reference has both records");
  await countBooking(tx, item.network, { ...record, amountCents: BigInt(record.amountCents) });
  return item;
}

function heldFor({ network, reference }: BankItem): {
  readonly network: Network;
  readonly reference: string;
} {
  return { network, reference: reference ?? "" };
}

async function closeItem(
  tx: Transaction,
  id: string,
  done: { readonly note: string; readonly now: Instant },
): Promise<BankItem> {
  const item = await updateItemDone(tx, id, done);
  if (item === undefined) throw new RefusalError(refuse("not_found", "there is no open item with this id"));
  return item;
}

async function findFile(session: Session, id: string): Promise<StoredFile> {
  const file = await selectFile(session, { id });
  if (file === undefined) throw new RefusalError(refuse("not_found", "there is no bank file with this id"));
  return file;
}

async function moveFile(
  tx: Transaction,
  id: string,
  { from, direction, now }: { readonly from: FileState; readonly direction: string; readonly now: Instant },
): Promise<StoredFile> {
  const file = await findFile(tx, id);
  const isMoved =
    file.direction === direction && (await updateFileState(tx, id, { from, to: "stored" }, now));
  if (!isMoved) {
    throw new RefusalError(
      refuse("conflict", `the file is ${file.state}; this is only possible for a file that is ${from}`),
    );
  }
  return { ...file, state: "stored", problems: [] };
}
