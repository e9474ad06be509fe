import { byTenant } from "../../db/by-tenant.ts";
import type { Session, Transaction } from "../../db/database.ts";
import { earlierBy } from "../../db/earlier.ts";
import { statement } from "../../db/statement.ts";
import { together } from "../../db/together.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { RailTimes } from "../bank.ts";
import type { BankRail } from "../rail.ts";
import { bankCounters, bankEntries } from "../tables.ts";
import {
  type EntryRow,
  entryColumns,
  entryFields,
  entryFromRow,
  lockEntries,
  type StoredEntry,
} from "./entry-store.ts";

/** An entry to be planned. */
export type PlannedRow = Pick<EntryRow, "tenantId" | "id" | "rail">;

/** Index bank_entries_unplanned. */
export const selectUnplanned = bankEntries.many({
  by: ["network"],
  where: "state = 'queued' AND leaves_at IS NULL AND NOT is_unwritable",
  orderBy: ["id"],
  columns: ["tenantId", "id", "rail"],
  limit: true,
});

/** Entries whose window closed before they were filed. Index bank_entries_due. */
export const selectLate = bankEntries.many({
  by: ["network", "leavesAt <=", "cutoffAt <"],
  where: "state = 'queued' AND NOT is_unwritable",
  orderBy: ["leavesAt", "id"],
  columns: ["tenantId", "id", "rail"],
  limit: true,
});

const plan = bankEntries.updateMany({
  set: ["leavesAt", "cutoffAt", "settlesAt", "finalAt", "settlementDate", "updatedAt"],
  where: "bank_entries.state = 'queued'",
});

export async function updateTimes(
  tx: Transaction,
  entries: readonly PlannedRow[],
  times: RailTimes,
  now: Instant,
): Promise<void> {
  await plan(
    tx,
    entries.map(({ tenantId, id }) => ({ tenantId, id, ...times, updatedAt: now })),
  );
}

/** A due entry with its sealed content. */
export interface DueRow extends StoredEntry {
  readonly sealed: Buffer;
  readonly times: RailTimes;
}

type DueEntryRow = Omit<EntryRow, "finalAt"> & RailTimes & { readonly sealed: Buffer };

const isDue = `network = $1 AND state = 'queued' AND NOT is_unwritable AND leaves_at <= $2::timestamptz
    AND cutoff_at IS NOT NULL AND settles_at IS NOT NULL AND final_at IS NOT NULL AND settlement_date IS NOT NULL
    AND rail = ANY ($3::text[])`;

// Index bank_entries_due.
const findDue = statement<Pick<PlannedRow, "tenantId" | "id">>(`
  SELECT tenant_id, id FROM bank_entries WHERE ${isDue} ORDER BY leaves_at, id LIMIT $4`);

// Primary key. Waits for a concurrent withdrawal, and then leaves the entry out.
const lockDue = statement<DueEntryRow>(`
  SELECT ${entryColumns}, sealed, leaves_at, cutoff_at, settles_at, settlement_date FROM bank_entries
  WHERE ${isDue} AND tenant_id = $4 AND id = ANY ($5::text[]) ORDER BY id FOR UPDATE`);

export async function lockDueEntries(
  tx: Transaction,
  network: Network,
  {
    now,
    rails,
    limit,
  }: { readonly now: Instant; readonly rails: readonly BankRail[]; readonly limit: number },
): Promise<readonly DueRow[]> {
  const due = [network, formatInstant(now), rails] as const;
  const found = byTenant(await tx.rows(findDue, [...due, limit]));
  const locking = [...found].map(([tenantId, entries]) => {
    const ids = entries.map(({ id }) => id);
    return tx.rows(lockDue, [...due, tenantId, ids]);
  });
  const rows = (await together(locking)).flat().toSorted(inOrderOfLeaving);
  return rows.map(({ leavesAt, cutoffAt, settlesAt, settlementDate, ...entry }) => ({
    ...entryFromRow(entry),
    times: { leavesAt, cutoffAt, settlesAt, finalAt: entry.finalAt, settlementDate },
  }));
}

export type QueuedRow = Pick<PlannedRow, "tenantId" | "id">;

// Index bank_entries_by_id. An entry without times is planned first: a debit is final by them.
const findQueued = bankEntries.many({
  by: ["network", "id[]"],
  where: "state = 'queued' AND final_at IS NOT NULL",
  columns: ["tenantId", "id"],
});

/** Those of these entries that are queued and planned, due or not. */
export async function lockQueued(
  tx: Transaction,
  network: Network,
  ids: readonly string[],
): Promise<readonly QueuedRow[]> {
  const locked: QueuedRow[] = [];
  for (const [tenantId, entries] of byTenant(await findQueued(tx, { network, id: ids }))) {
    const found = await lockEntries(tx, { tenantId, id: entries.map(({ id }) => id) });
    locked.push(...found.flatMap(({ id, state }) => (state === "queued" ? [{ tenantId, id }] : [])));
  }
  return locked;
}

function inOrderOfLeaving(one: DueEntryRow, other: DueEntryRow): number {
  return one.leavesAt - other.leavesAt || (one.id < other.id ? -1 : 1);
}

/** An entry in a file, with its references at the bank. */
export interface FiledEntry extends Pick<EntryRow, "tenantId" | "id" | "traceNumber" | "uetr"> {
  readonly fileId: string;
}

const file = bankEntries.updateMany({
  set: ["fileId", "traceNumber", "uetr", "updatedAt"],
  setText: "state = 'filed'",
  where: "bank_entries.state = 'queued'",
});

export function markFiled(tx: Transaction, entries: readonly FiledEntry[], now: Instant): Promise<number> {
  return file(
    tx,
    entries.map((entry) => ({ ...entry, updatedAt: now })),
  );
}

const counterNames = ["trace", "modifier", "minute", "message"] as const;
export type CounterName = (typeof counterNames)[number];

const lockNumbers = bankCounters.insertMany({
  of: ["network"],
  onConflict: "(network, name) DO UPDATE SET value = bank_counters.value",
  returning: ["name", "value"],
});

/** The last used numbers, locked until the transaction ends. */
export async function lockCounters(
  tx: Transaction,
  network: Network,
): Promise<Readonly<Record<CounterName, bigint>>> {
  const zeros = counterNames.map((name) => ({ name, value: 0n }));
  const rows = await lockNumbers(tx, { network }, zeros);
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const lastOf = (name: CounterName): bigint => values.get(name) ?? 0n;
  return {
    trace: lastOf("trace"),
    modifier: lastOf("modifier"),
    minute: lastOf("minute"),
    message: lastOf("message"),
  };
}

const setNumbers = bankCounters.updateMany({ of: ["network"], set: ["value"] });

export async function updateCounters(
  tx: Transaction,
  network: Network,
  used: Readonly<Record<CounterName, bigint>>,
): Promise<void> {
  await setNumbers(
    tx,
    { network },
    counterNames.map((name) => ({ name, value: used[name] })),
  );
}

const unwritable = bankEntries.updateMany({
  set: ["updatedAt"],
  setText: "is_unwritable = true",
  where: "bank_entries.state = 'queued'",
});

export async function markUnwritable(
  tx: Transaction,
  entries: readonly Pick<StoredEntry, "tenantId" | "id">[],
  now: Instant,
): Promise<void> {
  await unwritable(
    tx,
    entries.map(({ tenantId, id }) => ({ tenantId, id, updatedAt: now })),
  );
}

/** Index bank_entries_by_file. */
export const markEntriesSent = bankEntries.update({
  by: ["fileId"],
  where: "state = 'filed'",
  set: ["updatedAt"],
  setText: "state = 'sent'",
});

/** Index bank_entries_by_file. */
export const selectPrenotesOf = bankEntries.many({
  by: ["fileId"],
  where: "kind = 'prenote'",
  orderBy: ["id"],
  columns: entryFields,
});

export interface NextDue {
  /** By the bank's clock: an entry leaves, or a bank event takes effect. */
  readonly atBank: Instant | undefined;
  /** By our clock: a failed bank event is retried. */
  readonly retryAt: Instant | undefined;
}

// Indexes bank_entries_due, bank_events_waiting.
const nextDue = statement<NextDue>(`
  SELECT least(
      (SELECT min(leaves_at) FROM bank_entries WHERE network = $1 AND state = 'queued' AND NOT is_unwritable),
      (SELECT min(due_at) FROM bank_events WHERE network = $1 AND state = 'waiting')) AS at_bank,
    (SELECT min(retry_at) FROM bank_events WHERE network = $1 AND state = 'waiting') AS retry_at`);

/** When queued entries and waiting bank events are next due. */
export async function selectNextDue(session: Session, network: Network): Promise<NextDue> {
  const row = await session.first(nextDue, [network]);
  return { atBank: row?.atBank, retryAt: row?.retryAt };
}

const earlier = (column: string): string => `${column} = ${earlierBy(column, "$3")}`;

// Index bank_events_waiting.
const eventsForward = statement(`
  UPDATE bank_events SET ${earlier("due_at")}
  WHERE tenant_id = $1 AND network = $2 AND state = 'waiting' AND due_at IS NOT NULL`);

// By the primary key, all entries of a tenant.
const entriesForward = statement(`
  UPDATE bank_entries
  SET ${earlier("leaves_at")}, ${earlier("cutoff_at")}, ${earlier("settles_at")}, ${earlier("final_at")}
  WHERE tenant_id = $1 AND network = $2 AND state IN ('queued', 'filed', 'sent') AND leaves_at IS NOT NULL`);

/** The tenant has advanced its clock at a sandbox bank: what it waits for comes earlier. In the lock order of the engine. */
export async function bringEntriesForward(
  tx: Transaction,
  { tenantId, network }: { readonly tenantId: TenantId; readonly network: Network },
  byMs: number,
): Promise<void> {
  await tx.run(eventsForward, [tenantId, network, byMs]);
  await tx.run(entriesForward, [tenantId, network, byMs]);
}

const advance = statement(`
  INSERT INTO bank_counters AS counter (network, name, value)
  SELECT network, name, $1::numeric
    FROM unnest(ARRAY['testnet', 'mainnet']) AS network, unnest(ARRAY['trace', 'message']) AS name
  ON CONFLICT (network, name) DO UPDATE SET value = counter.value + excluded.value`);

/** Skips numbers that may have been used since a restored backup was taken. */
export async function advanceCounters(tx: Transaction, count: number): Promise<void> {
  await tx.run(advance, [count]);
}
