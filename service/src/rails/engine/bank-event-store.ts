import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { BankEvent } from "../bank-work.ts";

export type BankEventType = BankEvent["type"];

export interface StoredBankEvent {
  readonly id: string;
  readonly type: BankEventType;
  readonly tenantId: TenantId | undefined;
  readonly entryId: string | undefined;
  readonly sealed: Buffer;
  readonly attempts: number;
}

interface BankEventRow extends Omit<StoredBankEvent, "tenantId" | "entryId"> {
  readonly tenantId: TenantId | null;
  readonly entryId: string | null;
}

const columns = `id, type, tenant_id AS "tenantId", entry_id AS "entryId", sealed, attempts`;

export interface InsertedBankEvent {
  readonly id: string;
  /** Unique per event, so that it is stored once. */
  readonly key: string;
  readonly type: BankEventType;
  readonly tenantId: TenantId | undefined;
  readonly entryId: string | undefined;
  readonly reference: string | undefined;
  readonly dueAt: Instant | undefined;
  readonly sealed: Buffer;
}

const insert = statement(`
  INSERT INTO bank_events (id, network, key, type, tenant_id, entry_id, reference, sealed, due_at, state, file_id,
    created_at, updated_at)
  SELECT id, $1, key, type, tenant_id, entry_id, reference, sealed, due_at, 'waiting', $10, $11, $11
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[], $9::timestamptz[])
    AS new (id, key, type, tenant_id, entry_id, reference, sealed, due_at)
  ON CONFLICT (network, key) DO NOTHING`);

export interface BankEventSource {
  readonly network: Network;
  /** Undefined for events that we derived ourselves. */
  readonly fileId: string | undefined;
  readonly now: Instant;
}

/** Skips events that are already stored. */
export async function insertBankEvents(
  tx: Transaction,
  { network, fileId, now }: BankEventSource,
  bankEvents: readonly InsertedBankEvent[],
): Promise<void> {
  if (bankEvents.length === 0) return;
  await tx.run(insert, [
    network,
    bankEvents.map(({ id }) => id),
    bankEvents.map(({ key }) => key),
    bankEvents.map(({ type }) => type),
    bankEvents.map(({ tenantId }) => tenantId ?? null),
    bankEvents.map(({ entryId }) => entryId ?? null),
    bankEvents.map(({ reference }) => reference ?? null),
    bankEvents.map(({ sealed }) => sealed),
    bankEvents.map(({ dueAt }) => (dueAt === undefined ? null : formatInstant(dueAt))),
    fileId ?? null,
    formatInstant(now),
  ]);
}

// Index bank_events_by_entry.
const supersede = statement(`
  UPDATE bank_events AS settled SET state = 'superseded', updated_at = $2::timestamptz
  WHERE settled.entry_id = ANY ($1::text[]) AND settled.type = 'settled' AND settled.state = 'waiting'
    AND EXISTS (SELECT 1 FROM bank_events AS returned
      WHERE returned.entry_id = settled.entry_id AND returned.network = settled.network
        AND returned.type = 'returned')`);

/** If an entry is returned before its settlement was published, only the return is published. */
export async function supersedeReturned(
  tx: Transaction,
  entryIds: readonly string[],
  now: Instant,
): Promise<void> {
  if (entryIds.length > 0) await tx.run(supersede, [entryIds, formatInstant(now)]);
}

/** An earlier event of an entry. */
export interface SaidBefore {
  readonly entryId: string;
  readonly type: BankEventType;
  readonly reference: string | undefined;
}

// Index bank_events_by_entry.
const selectFinal = statement(`
  SELECT entry_id AS "entryId", type, reference FROM bank_events
  WHERE entry_id = ANY ($1::text[]) AND network = $2 AND type IN ('returned', 'rejected')`);

/** Final events that the bank has reported for these entries. */
export async function selectEnds(
  session: Session,
  network: Network,
  entryIds: readonly string[],
): Promise<readonly SaidBefore[]> {
  type Row = Omit<SaidBefore, "reference"> & { readonly reference: string | null };
  const rows = entryIds.length === 0 ? [] : await session.rows<Row>(selectFinal, [entryIds, network]);
  return rows.map(({ reference, ...rest }) => ({ ...rest, reference: reference ?? undefined }));
}

// Index bank_events_waiting.
const due = statement(`
  SELECT ${columns} FROM bank_events
  WHERE network = $1 AND state = 'waiting' AND (due_at IS NULL OR due_at <= $2::timestamptz)
    AND (retry_at IS NULL OR retry_at <= $3::timestamptz)
  ORDER BY id LIMIT $4`);

export interface DueTimes {
  /** Undefined while the bank is unreachable: events with a due time keep waiting. */
  readonly bankNow: Instant | undefined;
  readonly now: Instant;
}

export async function selectDueBankEvents(
  session: Session,
  network: Network,
  { bankNow, now }: DueTimes,
  limit: number,
): Promise<readonly StoredBankEvent[]> {
  const until = bankNow === undefined ? "-infinity" : formatInstant(bankNow);
  return (await session.rows<BankEventRow>(due, [network, until, formatInstant(now), limit])).map(fromRow);
}

const lock = statement(`
  SELECT ${columns} FROM bank_events
  WHERE id = ANY ($1::text[]) AND state = 'waiting' ORDER BY id FOR UPDATE`);

export async function lockWaiting(
  tx: Transaction,
  ids: readonly string[],
): Promise<readonly StoredBankEvent[]> {
  return (await tx.rows<BankEventRow>(lock, [ids])).map(fromRow);
}

const finish = statement(`
  UPDATE bank_events SET state = finished.state, tenant_id = $3, updated_at = $4::timestamptz
  FROM unnest($1::text[], $2::text[]) AS finished (id, state)
  WHERE bank_events.id = finished.id AND bank_events.state = 'waiting'`);

export async function markReported(
  tx: Transaction,
  tenantId: TenantId,
  states: ReadonlyMap<string, "applied" | "superseded">,
  now: Instant,
): Promise<void> {
  await tx.run(finish, [[...states.keys()], [...states.values()], tenantId, formatInstant(now)]);
}

const postpone = statement(`
  UPDATE bank_events SET attempts = attempts + 1, retry_at = $2::timestamptz, updated_at = $3::timestamptz
  WHERE id = $1 AND state = 'waiting'`);

export async function postponeBankEvent(
  tx: Transaction,
  id: string,
  { retryAt, now }: { readonly retryAt: Instant; readonly now: Instant },
): Promise<void> {
  await tx.run(postpone, [id, formatInstant(retryAt), formatInstant(now)]);
}

function fromRow({ tenantId, entryId, ...rest }: BankEventRow): StoredBankEvent {
  return { ...rest, tenantId: tenantId ?? undefined, entryId: entryId ?? undefined };
}
