import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { BankEntryProgress, BankEntryState, NewBankEntry } from "../bank-work.ts";
import { type BankRail, type RailSystem, systemOf } from "../rail.ts";

/** An entry as the engine uses it, without its sealed fields. */
export interface StoredEntry {
  readonly tenantId: TenantId;
  readonly id: string;
  readonly kind: NewBankEntry["kind"];
  readonly rail: BankRail;
  readonly system: RailSystem;
  readonly subject: string;
  readonly amountCents: bigint;
  readonly state: BankEntryState;
  readonly finalAt: Instant | undefined;
  readonly traceNumber: string | undefined;
  readonly uetr: string | undefined;
  readonly fileId: string | undefined;
}

export type EntryRow = Omit<StoredEntry, "system">;

export const entryColumns =
  "tenant_id, id, kind, rail, subject, amount_cents, state, final_at, trace_number, uetr, file_id";

export interface InsertedEntry {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly id: string;
  readonly kind: NewBankEntry["kind"];
  readonly rail: BankRail;
  readonly subject: string;
  readonly amountCents: bigint;
  readonly sealed: Buffer;
}

const insert = statement(`
  INSERT INTO bank_entries (tenant_id, network, id, kind, rail, subject, amount_cents, sealed, state, created_at, updated_at)
  SELECT new.*, 'queued', $9::timestamptz, $9::timestamptz
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::bytea[])
    AS new (tenant_id, network, id, kind, rail, subject, amount_cents, sealed)
  ON CONFLICT (tenant_id, id) DO NOTHING`);

export async function insertEntries(
  tx: Transaction,
  entries: readonly InsertedEntry[],
  now: Instant,
): Promise<void> {
  await tx.run(insert, [
    entries.map(({ tenantId }) => tenantId),
    entries.map(({ network }) => network),
    entries.map(({ id }) => id),
    entries.map(({ kind }) => kind),
    entries.map(({ rail }) => rail),
    entries.map(({ subject }) => subject),
    entries.map(({ amountCents }) => amountCents),
    entries.map(({ sealed }) => sealed),
    formatInstant(now),
  ]);
}

// Primary key. The rows are locked in order before the update.
const withdraw = statement<{ readonly id: string }>(`
  UPDATE bank_entries SET state = 'withdrawn', updated_at = $3::timestamptz
  WHERE tenant_id = $1 AND id IN (
    SELECT id FROM bank_entries
    WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND state = 'queued' AND NOT is_unwritable ORDER BY id FOR UPDATE)
  RETURNING id`);

// Primary key.
const atBank = statement<{ readonly id: string }>(`
  SELECT mark AS id FROM recovered_effects
  WHERE network IN ('testnet', 'mainnet') AND place = 'bank' AND mark = ANY ($1::text[]) AND state <> 'adopted'`);

/**
 * Withdraws entries that are in no file; returns the ids of the withdrawn ones. After a restore, an entry that the bank
 * has is in a file, though it is not adopted yet.
 */
export async function withdrawEntries(
  tx: Transaction,
  tenantId: TenantId,
  ids: readonly string[],
  now: Instant,
): Promise<ReadonlySet<string>> {
  const sent = new Set((await tx.rows(atBank, [ids])).map(({ id }) => id));
  const unsent = ids.filter((id) => !sent.has(id));
  const rows = await tx.rows(withdraw, [tenantId, unsent, formatInstant(now)]);
  return new Set(rows.map(({ id }) => id));
}

// Primary key.
const progress = statement<BankEntryProgress & { readonly id: string }>(`
  SELECT id, state, coalesce(leaves_at, created_at) AS leaves_at, coalesce(settles_at, created_at) AS settles_at,
    trace_number
  FROM bank_entries WHERE tenant_id = $1 AND id = ANY ($2::text[])`);

export async function selectProgress(
  session: Session,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BankEntryProgress>> {
  const rows = await session.rows(progress, [tenantId, ids]);
  return new Map(rows.map(({ id, ...entryProgress }) => [id, entryProgress]));
}

// Indexes bank_entries_by_id, _by_trace, _by_uetr and _by_file; of equal trace numbers, the newest matches.
const byReferences = statement<EntryRow>(`
  SELECT ${entryColumns} FROM bank_entries WHERE id = ANY ($2::text[]) AND network = $1
  UNION SELECT ${entryColumns} FROM bank_entries WHERE network = $1 AND uetr = ANY ($2::text[])
  UNION SELECT ${entryColumns} FROM bank_entries WHERE file_id = ANY ($2::text[]) AND network = $1
  UNION (SELECT DISTINCT ON (trace_number) ${entryColumns} FROM bank_entries
    WHERE network = $1 AND trace_number = ANY ($2::text[]) ORDER BY trace_number, created_at DESC, id DESC)`);

/** Entries that match any of these references: an id, a trace number, a UETR or a file id. */
export async function selectByReferences(
  session: Session,
  network: Network,
  references: readonly string[],
): Promise<readonly StoredEntry[]> {
  if (references.length === 0) return [];
  return (await session.rows(byReferences, [network, references])).map(entryFromRow);
}

/** An entry about which the bank has reported something. */
export interface ReportedLine {
  readonly subject: string;
  readonly report: string;
}

// Index bank_entries_by_file, bank_events_by_entry and the primary key of bank_movement_references. An event without a
// file was not reported by the bank.
const reported = statement<ReportedLine>(`
  SELECT entry.subject, coalesce(
      (SELECT event.type FROM bank_events event
        WHERE event.entry_id = entry.id AND event.network = entry.network AND event.file_id IS NOT NULL
        ORDER BY event.id DESC LIMIT 1),
      CASE WHEN entry.state IN ('settled', 'rejected', 'returned') THEN entry.state END, 'booked') AS report
  FROM bank_entries entry
  WHERE entry.file_id = $1 AND (entry.state IN ('settled', 'rejected', 'returned')
    OR EXISTS (SELECT FROM bank_events event
      WHERE event.entry_id = entry.id AND event.network = entry.network AND event.file_id IS NOT NULL)
    OR EXISTS (SELECT FROM bank_movement_references known
      WHERE known.network = entry.network AND known.direction IN ('credit', 'debit') AND known.name = 'entry/' || entry.id))
  ORDER BY entry.id LIMIT $2`);

/** Entries of a file of which the bank has reported a status, a settlement, a return or a booking. */
export function selectReportedLines(
  session: Session,
  fileId: string,
  limit: number,
): Promise<readonly ReportedLine[]> {
  return session.rows(reported, [fileId, limit]);
}

/** The tenants of entries, by trace number or id. */
export async function selectTenantsOf(
  session: Session,
  network: Network,
  references: readonly string[],
): Promise<ReadonlyMap<string, TenantId>> {
  const entries = await selectByReferences(session, network, references);
  return new Map(
    entries.flatMap(({ id, traceNumber, tenantId }) =>
      [id, traceNumber].flatMap((reference) =>
        reference === undefined ? [] : [[reference, tenantId] as const],
      ),
    ),
  );
}

const lock = statement<Pick<EntryRow, "id" | "state">>(`
  SELECT id, state FROM bank_entries WHERE tenant_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR UPDATE`);

export async function lockEntryStates(
  tx: Transaction,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BankEntryState>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows(lock, [tenantId, ids]);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

const move = statement(`
  UPDATE bank_entries SET state = moved.state, updated_at = $4::timestamptz
  FROM unnest($2::text[], $3::text[]) AS moved (id, state)
  WHERE bank_entries.tenant_id = $1 AND bank_entries.id = moved.id`);

export async function updateStates(
  tx: Transaction,
  tenantId: TenantId,
  states: ReadonlyMap<string, BankEntryState>,
  now: Instant,
): Promise<void> {
  if (states.size === 0) return;
  await tx.run(move, [tenantId, [...states.keys()], [...states.values()], formatInstant(now)]);
}

export function entryFromRow<Row extends EntryRow>(row: Row): Row & StoredEntry {
  return { ...row, system: systemOf(row.rail) };
}
