import { byTenant } from "../../db/by-tenant.ts";
import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { together } from "../../db/together.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { RailTimes } from "../bank.ts";
import type { BankRail } from "../rail.ts";
import {
  type EntryRow,
  entryColumns,
  entryFromRow,
  lockEntryStates,
  type StoredEntry,
} from "./entry-store.ts";

/** An entry with its times, or to be planned. */
export interface PlannedRow {
  readonly tenantId: TenantId;
  readonly id: string;
  readonly rail: BankRail;
}

// Index bank_entries_unplanned.
const unplanned = statement<PlannedRow>(`
  SELECT tenant_id, id, rail FROM bank_entries
  WHERE network = $1 AND state = 'queued' AND leaves_at IS NULL AND NOT is_unwritable ORDER BY id LIMIT $2`);

export function selectUnplanned(
  session: Session,
  network: Network,
  limit: number,
): Promise<readonly PlannedRow[]> {
  return session.rows(unplanned, [network, limit]);
}

// Index bank_entries_due.
const late = statement<PlannedRow>(`
  SELECT tenant_id, id, rail FROM bank_entries
  WHERE network = $1 AND state = 'queued' AND NOT is_unwritable
    AND leaves_at <= $2::timestamptz AND cutoff_at < $2::timestamptz
  ORDER BY leaves_at, id LIMIT $3`);

/** Entries whose window closed before they were filed. */
export function selectLate(
  session: Session,
  network: Network,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<readonly PlannedRow[]> {
  return session.rows(late, [network, formatInstant(now), limit]);
}

const plan = statement(`
  UPDATE bank_entries SET leaves_at = $3, cutoff_at = $4, settles_at = $5, final_at = $6, settlement_date = $7,
    updated_at = $8
  FROM unnest($1::text[], $2::text[]) AS planned (tenant_id, id)
  WHERE bank_entries.tenant_id = planned.tenant_id AND bank_entries.id = planned.id AND state = 'queued'`);

export async function updateTimes(
  tx: Transaction,
  entries: readonly PlannedRow[],
  times: RailTimes,
  now: Instant,
): Promise<void> {
  await tx.run(plan, [
    ...keysOf(entries),
    formatInstant(times.leavesAt),
    formatInstant(times.cutoffAt),
    formatInstant(times.settlesAt),
    formatInstant(times.finalAt),
    times.settlementDate,
    formatInstant(now),
  ]);
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
const findQueued = statement<QueuedRow>(`
  SELECT tenant_id, id FROM bank_entries
  WHERE network = $1 AND id = ANY ($2::text[]) AND state = 'queued' AND final_at IS NOT NULL`);

/** Those of these entries that are queued and planned, due or not. */
export async function lockQueued(
  tx: Transaction,
  network: Network,
  ids: readonly string[],
): Promise<readonly QueuedRow[]> {
  const locked: QueuedRow[] = [];
  for (const [tenantId, entries] of byTenant(await tx.rows(findQueued, [network, ids]))) {
    const found = entries.map(({ id }) => id);
    const states = await lockEntryStates(tx, tenantId, found);
    locked.push(...found.flatMap((id) => (states.get(id) === "queued" ? [{ tenantId, id }] : [])));
  }
  return locked;
}

function inOrderOfLeaving(one: DueEntryRow, other: DueEntryRow): number {
  return one.leavesAt - other.leavesAt || (one.id < other.id ? -1 : 1);
}

/** An entry in a file, with its references at the bank. */
export interface FiledEntry {
  readonly tenantId: TenantId;
  readonly id: string;
  readonly fileId: string;
  readonly traceNumber: string | undefined;
  readonly uetr: string | undefined;
}

const file = statement(`
  UPDATE bank_entries SET state = 'filed', file_id = filed.file_id, trace_number = filed.trace_number, uetr = filed.uetr,
    updated_at = $6::timestamptz
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
    AS filed (tenant_id, id, file_id, trace_number, uetr)
  WHERE bank_entries.tenant_id = filed.tenant_id AND bank_entries.id = filed.id AND state = 'queued'`);

export function markFiled(tx: Transaction, entries: readonly FiledEntry[], now: Instant): Promise<number> {
  return tx.run(file, [
    ...keysOf(entries),
    entries.map(({ fileId }) => fileId),
    entries.map(({ traceNumber }) => traceNumber ?? null),
    entries.map(({ uetr }) => uetr ?? null),
    formatInstant(now),
  ]);
}

const counterNames = ["trace", "modifier", "minute", "message"] as const;
type CounterName = (typeof counterNames)[number];

const lockNumbers = statement<{ readonly name: CounterName; readonly value: bigint }>(`
  INSERT INTO bank_counters (network, name, value) SELECT $1, name, 0 FROM unnest($2::text[]) AS new (name)
  ON CONFLICT (network, name) DO UPDATE SET value = bank_counters.value RETURNING name, value`);

/** The last used numbers, locked until the transaction ends. */
export async function lockCounters(
  tx: Transaction,
  network: Network,
): Promise<Readonly<Record<CounterName, bigint>>> {
  const rows = await tx.rows(lockNumbers, [network, counterNames]);
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const lastOf = (name: CounterName): bigint => values.get(name) ?? 0n;
  return {
    trace: lastOf("trace"),
    modifier: lastOf("modifier"),
    minute: lastOf("minute"),
    message: lastOf("message"),
  };
}

const setNumbers = statement(`
  UPDATE bank_counters SET value = used.value FROM unnest($2::text[], $3::numeric[]) AS used (name, value)
  WHERE bank_counters.network = $1 AND bank_counters.name = used.name`);

export async function updateCounters(
  tx: Transaction,
  network: Network,
  used: Readonly<Record<CounterName, bigint>>,
): Promise<void> {
  await tx.run(setNumbers, [network, counterNames, counterNames.map((name) => used[name])]);
}

const unwritable = statement(`
  UPDATE bank_entries SET is_unwritable = true, updated_at = $3::timestamptz
  FROM unnest($1::text[], $2::text[]) AS odd (tenant_id, id)
  WHERE bank_entries.tenant_id = odd.tenant_id AND bank_entries.id = odd.id AND state = 'queued'`);

export async function markUnwritable(
  tx: Transaction,
  entries: readonly Pick<StoredEntry, "tenantId" | "id">[],
  now: Instant,
): Promise<void> {
  await tx.run(unwritable, [...keysOf(entries), formatInstant(now)]);
}

// Index bank_entries_by_file.
const send = statement(`
  UPDATE bank_entries SET state = 'sent', updated_at = $2::timestamptz WHERE file_id = $1 AND state = 'filed'`);

export async function markEntriesSent(tx: Transaction, fileId: string, now: Instant): Promise<void> {
  await tx.run(send, [fileId, formatInstant(now)]);
}

// Index bank_entries_by_file.
const prenotes = statement<EntryRow>(`
  SELECT ${entryColumns} FROM bank_entries WHERE file_id = $1 AND kind = 'prenote' ORDER BY id`);

export async function selectPrenotesOf(session: Session, fileId: string): Promise<readonly StoredEntry[]> {
  return (await session.rows(prenotes, [fileId])).map(entryFromRow);
}

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

function keysOf(entries: readonly Pick<StoredEntry, "tenantId" | "id">[]) {
  return [entries.map(({ tenantId }) => tenantId), entries.map(({ id }) => id)] as const;
}
