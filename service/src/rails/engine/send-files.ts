import { createHash } from "node:crypto";
import type { Transaction } from "../../db/database.ts";
import { LeaseLostError } from "../../db/fenced-lease.ts";
import { assert } from "../../kernel/assert.ts";
import { seal } from "../../kernel/envelope.ts";
import type { TenantId } from "../../kernel/id.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import { BankUnavailableError, type RailTimes } from "../bank.ts";
import { type BankRail, bankRails, paymentSystemOf, systemOf } from "../rail.ts";
import type { RailFormat } from "../registry.ts";
import { adoptEntries } from "./adopt-entries.ts";
import { insertBankEvents } from "./bank-event-store.ts";
import { createFileNumbers } from "./bank-reference.ts";
import { type EngineDeps, maxEntriesPerFile, maxFilesAtOnce, maxMessagesAtOnce } from "./engine-deps.ts";
import { selectDelivered, selectReportedLines } from "./entry-store.ts";
import { expectPrenotes } from "./expect-prenotes.ts";
import { insertFile, loadBytes, type StoredFile, selectStoredFiles, updateFileState } from "./file-store.ts";
import { newEntryEvent } from "./findings.ts";
import {
  lockCounters,
  lockDueEntries,
  markEntriesSent,
  markFiled,
  markUnwritable,
  type PlannedRow,
  selectLate,
  selectUnplanned,
  updateCounters,
  updateTimes,
} from "./queue-store.ts";
import { fileContext } from "./sealed-contexts.ts";
import { openEntry } from "./sealed-entry.ts";
import { writeAchFiles } from "./write-ach.ts";
import type { DueEntry, UnwritableEntry, WriteContext, WrittenFile, WrittenFiles } from "./write-files.ts";
import { writeMessages } from "./write-messages.ts";

/** 1. Assigns times by the bank's cut-offs to entries that have none. True when there may be more. */
export async function planEntries(deps: EngineDeps): Promise<boolean> {
  const rows = await selectUnplanned(deps.database, {
    network: deps.bank.network,
    limit: maxEntriesPerFile,
  });
  await plan(deps, rows);
  return rows.length === maxEntriesPerFile;
}

/** Moves entries whose window closed before they were filed to a later window. */
async function planAgain(deps: EngineDeps): Promise<void> {
  const { bank, database } = deps;
  const now = await bank.now();
  const passed = { network: bank.network, leavesAt: now, cutoffAt: now };
  await plan(deps, await selectLate(database, { ...passed, limit: maxEntriesPerFile }));
}

async function plan(deps: EngineDeps, rows: readonly PlannedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { bank, database, lease, clock } = deps;
  const clocks = (await bank.clocksAhead?.()) ?? noClocks;
  const groups = new Map<string, { readonly times: RailTimes; readonly rows: PlannedRow[] }>();
  for (const row of rows) {
    const tenantId = clocks.has(row.tenantId) ? row.tenantId : undefined;
    const name = `${row.rail} ${tenantId}`;
    const group = groups.get(name) ?? {
      times: earlier(await bank.times(row.rail, tenantId), clocks.get(row.tenantId) ?? 0),
      rows: [],
    };
    group.rows.push(row);
    groups.set(name, group);
  }
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    for (const group of groups.values()) await updateTimes(tx, group.rows, group.times, clock.now());
  });
  await deps.checkpoint("planned");
}

const noClocks: ReadonlyMap<TenantId, number> = new Map();

/** By the bank's clock instead of a tenant's that is ahead of it. */
function earlier({ settlementDate, ...times }: RailTimes, byMs: number): RailTimes {
  return {
    leavesAt: addMs(times.leavesAt, -byMs),
    cutoffAt: addMs(times.cutoffAt, -byMs),
    settlesAt: addMs(times.settlesAt, -byMs),
    finalAt: addMs(times.finalAt, -byMs),
    settlementDate,
  };
}

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

const railsOf = (format: RailFormat): readonly BankRail[] =>
  bankRails.filter((rail) => paymentSystemOf(systemOf(rail)).format === format);
const portions: readonly Portion[] = [
  { rails: railsOf("iso20022"), limit: maxMessagesAtOnce, write: writeMessages },
  { rails: railsOf("nacha"), limit: maxEntriesPerFile, write: writeAchFiles },
];

async function filePortion(
  deps: EngineDeps,
  { rails, limit, write }: Portion,
  now: Instant,
): Promise<boolean> {
  const { bank, messages, database, lease, keyRing, newId } = deps;
  const { network, identity } = bank;
  const { count, unwritable } = await database.transaction(async (tx) => {
    await lease.fence(tx);
    const locked = await lockDueEntries(tx, network, { now, rails, limit });
    const adopted = await adoptEntries(deps, tx, locked);
    const rows = locked.filter(({ id }) => !adopted.has(id));
    if (rows.length === 0) return { count: locked.length, unwritable: [] };
    const due = rows.map((row) => ({ row, content: openEntry(keyRing, row.sealed, row) }));
    const odfi = identity.routingNumber.slice(0, odfiLength);
    const numbers = createFileNumbers(odfi, await lockCounters(tx, network));
    const written = write({ network, identity, messages, now, newId, numbers }, due);
    await updateCounters(tx, network, numbers.used());
    for (const file of written.files) await storeFile(deps, tx, file);
    await refuse(deps, tx, written.unwritable);
    return { count: locked.length, unwritable: written.unwritable };
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

/**
 * 3. Delivers stored files. If it is interrupted before a file is marked as sent, the file is delivered again with the
 * same name and bytes, which is the same file for the bank.
 */
export async function sendFiles(deps: EngineDeps): Promise<void> {
  const place = { network: deps.bank.network, direction: "out" } as const;
  let files: readonly StoredFile[] = [];
  do {
    const id = files.at(-1)?.id ?? "";
    files = await selectStoredFiles(deps.database, { ...place, id, limit: maxFilesAtOnce });
    for (const file of files) await sendOrReport(deps, file);
  } while (files.length === maxFilesAtOnce);
}

/** A file that cannot be delivered blocks no other; an unreachable bank blocks all. */
async function sendOrReport(deps: EngineDeps, file: StoredFile): Promise<void> {
  try {
    await send(deps, file);
  } catch (error) {
    if (error instanceof BankUnavailableError || error instanceof LeaseLostError) throw error;
    deps.onError(error);
  }
}

async function send(deps: EngineDeps, file: StoredFile): Promise<void> {
  const { database, lease, clock, report, checkpoint } = deps;
  const { id, name } = file;
  if (!(await isReported(deps, file))) await deliver(deps, file);
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await markEntriesSent(tx, { fileId: id, updatedAt: clock.now() });
    await expectPrenotes(deps, tx, id);
    await updateFileState(tx, id, { from: "stored", to: "sent" }, clock.now());
  });
  report({ type: "sent", fileId: id, name });
  await checkpoint("sent");
}

async function deliver({ bank, database, keyRing, checkpoint }: EngineDeps, file: StoredFile): Promise<void> {
  const entries = await selectDelivered(database, { fileId: file.id });
  await bank.deliver({ name: file.name, bytes: await loadBytes(keyRing, database, file), entries });
  await checkpoint("delivered");
}

/** A report may have arrived since an operator decided to send the file again. */
async function isReported({ database }: EngineDeps, { id, acknowledgedAt }: StoredFile): Promise<boolean> {
  return acknowledgedAt !== undefined || (await selectReportedLines(database, id, 1)).length > 0;
}
