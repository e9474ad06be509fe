import { createHash } from "node:crypto";
import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { seal } from "../../kernel/envelope.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type BankRail, bankRails, systemOf } from "../rail.ts";
import { insertBankEvents } from "./bank-event-store.ts";
import { lockCounters, updateCounters } from "./counter-store.ts";
import { type EngineDeps, maxEntriesPerFile, maxMessagesAtOnce } from "./engine-deps.ts";
import { createFileNumbers } from "./file-numbers.ts";
import { fileContext, insertFile } from "./file-store.ts";
import { newEntryEvent } from "./findings.ts";
import { planAgain } from "./plan-entries.ts";
import { lockDueEntries, markFiled, markUnwritable } from "./queue-store.ts";
import { openEntry } from "./sealed-entry.ts";
import { writeAchFiles } from "./write-ach.ts";
import type { DueEntry, UnwritableEntry, WriteContext, WrittenFile, WrittenFiles } from "./write-files.ts";
import { writeMessages } from "./write-messages.ts";

/** 2. Writes due entries into files, in the transaction that marks them as filed. True when there may be more. */
export async function fileEntries(deps: EngineDeps): Promise<boolean> {
  await planAgain(deps);
  const now = await deps.bank.now();
  let isMore = false;
  for (const portion of portions) isMore = (await filePortion(deps, portion, now)) || isMore;
  return isMore;
}

/** Rails that are written together, and their writer. */
interface Portion {
  readonly rails: readonly BankRail[];
  readonly limit: number;
  readonly write: (context: WriteContext, due: readonly DueEntry[]) => WrittenFiles;
}

const isAch = (rail: BankRail): boolean => systemOf(rail) === "ach";
const portions: readonly Portion[] = [
  { rails: bankRails.filter((rail) => !isAch(rail)), limit: maxMessagesAtOnce, write: writeMessages },
  { rails: bankRails.filter(isAch), limit: maxEntriesPerFile, write: writeAchFiles },
];

async function filePortion(
  deps: EngineDeps,
  { rails, limit, write }: Portion,
  now: Instant,
): Promise<boolean> {
  const { bank, database, lease, keyRing, newId } = deps;
  const { network, identity } = bank;
  const { count, unwritable } = await database.transaction(async (tx) => {
    await lease.fence(tx);
    const rows = await lockDueEntries(tx, network, { now, rails, limit });
    if (rows.length === 0) return { count: 0, unwritable: [] };
    const due = rows.map((row) => ({ row, content: openEntry(keyRing, row.sealed, row) }));
    const odfi = identity.routingNumber.slice(0, odfiLength);
    const numbers = createFileNumbers(odfi, await lockCounters(tx, network));
    const written = write({ network, identity, now, newId, numbers }, due);
    await updateCounters(tx, network, numbers.used());
    for (const file of written.files) await storeFile(deps, tx, file);
    await refuse(deps, tx, written.unwritable);
    return { count: rows.length, unwritable: written.unwritable };
  });
  reportUnwritable(deps, unwritable);
  if (count > 0) await deps.checkpoint("filed");
  return count === limit;
}

const odfiLength = 8;

async function storeFile(
  { bank: { network }, clock, keyRing }: EngineDeps,
  tx: Transaction,
  { id, name, bytes, entries }: WrittenFile,
): Promise<void> {
  const now = clock.now();
  const file = {
    id,
    network,
    direction: "out",
    name,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    sizeBytes: bytes.length,
    sealed: seal(keyRing, bytes, fileContext({ network, id })),
    duplicateOf: undefined,
  } as const;
  await insertFile(tx, file, now);
  const filed = await markFiled(tx, entries, now);
  assert(filed === entries.length, "an entry that was locked as queued is filed");
}

/** The owners get a rejection: no money moves. */
async function refuse(
  deps: EngineDeps,
  tx: Transaction,
  unwritable: readonly UnwritableEntry[],
): Promise<void> {
  if (unwritable.length === 0) return;
  const { network } = deps.bank;
  const now = deps.clock.now();
  const rows = unwritable.map(({ entry: { row } }) => row);
  await markUnwritable(tx, rows, now);
  const rejection = { type: "rejected", at: now, reason: unwritableReason } as const;
  const bankEvents = rows.map((row) => newEntryEvent(row, rejection));
  await insertBankEvents(deps, tx, { network, fileId: undefined, now }, bankEvents);
}

const unwritableReason = {
  code: "FF01",
  text: "The payment cannot be represented in the bank's file format",
};

function reportUnwritable({ report, onError }: EngineDeps, unwritable: readonly UnwritableEntry[]): void {
  for (const { entry, error } of unwritable) {
    report({ type: "unwritable", entryId: entry.row.id });
    onError(error);
  }
}
