import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { Network, NewId, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { BankEvent, BankReason, NewBankEntry } from "../bank-work.ts";
import type { CorrectedAccount } from "../nacha/corrected-data.ts";
import { incomingPaymentFromJson, incomingPaymentToJson } from "./sealed-entry.ts";

/** A bank event, to be stored. */
export interface NewBankEvent {
  /** Unique per event, so that it is stored once. */
  readonly key: string;
  readonly event: BankEvent;
  /** Undefined for an incoming payment: its owner is found when it is published. */
  readonly tenantId: TenantId | undefined;
  /** The bank's reference, by which a repeated event is recognized. */
  readonly reference: string | undefined;
  /** In bank time; undefined for immediately. */
  readonly dueAt: Instant | undefined;
  /** Not published until an operator decides so. */
  readonly isHeld?: boolean;
}

const insert = statement(`
  INSERT INTO bank_events (id, network, key, type, tenant_id, entry_id, reference, sealed, due_at, state, file_id,
    created_at, updated_at)
  SELECT id, $1, key, type, tenant_id, entry_id, reference, sealed, due_at, state, $11, $12, $12
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[], $9::timestamptz[],
    $10::text[]) AS new (id, key, type, tenant_id, entry_id, reference, sealed, due_at, state)
  ON CONFLICT (network, key) DO NOTHING`);

export interface BankEventSource {
  readonly network: Network;
  /** Undefined for events that we derived ourselves. */
  readonly fileId: string | undefined;
  readonly now: Instant;
}

/** Skips events that are already stored. */
export async function insertBankEvents(
  { keyRing, newId }: { readonly keyRing: KeyRing; readonly newId: NewId },
  tx: Transaction,
  { network, fileId, now }: BankEventSource,
  bankEvents: readonly NewBankEvent[],
): Promise<void> {
  if (bankEvents.length === 0) return;
  const ids = bankEvents.map(() => newId<"bank-event">());
  await tx.run(insert, [
    network,
    ids,
    bankEvents.map(({ key }) => key),
    bankEvents.map(({ event }) => event.type),
    bankEvents.map(({ tenantId }) => tenantId ?? null),
    bankEvents.map(({ event }) => (event.type === "received" ? null : event.entry.id)),
    bankEvents.map(({ reference }) => reference ?? null),
    bankEvents.map(({ event }, index) => sealEvent(keyRing, event, { network, id: ids[index] ?? "" })),
    bankEvents.map(({ dueAt }) => (dueAt === undefined ? null : formatInstant(dueAt))),
    bankEvents.map(({ isHeld }) => (isHeld === true ? "held" : "waiting")),
    fileId ?? null,
    formatInstant(now),
  ]);
}

// The unique index by network and key.
const decide = statement(`
  UPDATE bank_events SET state = $3, updated_at = $4::timestamptz WHERE network = $1 AND key = $2 AND state = 'held'`);

/** Publishes a held payment, or never. False if none is held. */
export async function decideHeld(
  tx: Transaction,
  { network, reference }: { readonly network: Network; readonly reference: string },
  state: "waiting" | "superseded",
  now: Instant,
): Promise<boolean> {
  return (await tx.run(decide, [network, receivedKey(reference), state, formatInstant(now)])) === 1;
}

export function receivedKey(reference: string): string {
  return `received/${reference}`;
}

const received = statement(`SELECT id FROM bank_events WHERE network = $1 AND key = $2`);

/** Whether an incoming payment has this reference of the bank. */
export async function selectIsReceived(
  session: Session,
  network: Network,
  reference: string,
): Promise<boolean> {
  return (await session.first(received, [network, receivedKey(reference)])) !== undefined;
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

/** A return or rejection of an entry. */
export interface EntryEnding {
  readonly entryId: string;
  readonly type: "returned" | "rejected";
  readonly reference: string | undefined;
}

// Index bank_events_by_entry.
const selectFinal = statement<EntryEnding>(`
  SELECT entry_id, type, reference FROM bank_events
  WHERE entry_id = ANY ($1::text[]) AND network = $2 AND type IN ('returned', 'rejected')`);

/** Final events that the bank has reported for these entries. */
export async function selectEndings(
  session: Session,
  network: Network,
  entryIds: readonly string[],
): Promise<readonly EntryEnding[]> {
  return entryIds.length === 0 ? [] : session.rows(selectFinal, [entryIds, network]);
}

/** A bank event that waits to be published, without its content. */
export interface WaitingBankEvent {
  readonly id: string;
  readonly type: BankEvent["type"];
  readonly tenantId: TenantId | undefined;
  readonly entryId: string | undefined;
  readonly attempts: number;
}

export interface StoredBankEvent extends WaitingBankEvent {
  readonly event: BankEvent;
}

interface BankEventRow extends WaitingBankEvent {
  readonly entryKind: NewBankEntry["kind"] | undefined;
  readonly subject: string | undefined;
  readonly traceNumber: string | undefined;
  readonly sealed: Buffer;
}

// Index bank_events_waiting, and the primary key of entries.
const due = statement<BankEventRow>(`
  SELECT bank_events.id, bank_events.type, bank_events.tenant_id, bank_events.entry_id,
    entry.kind AS entry_kind, entry.subject, entry.trace_number, bank_events.sealed, bank_events.attempts
  FROM bank_events
    LEFT JOIN bank_entries AS entry ON entry.tenant_id = bank_events.tenant_id AND entry.id = bank_events.entry_id
  WHERE bank_events.network = $1 AND bank_events.state = 'waiting'
    AND (due_at IS NULL OR due_at <= $2::timestamptz) AND (retry_at IS NULL OR retry_at <= $3::timestamptz)
  ORDER BY bank_events.id LIMIT $4`);

export interface DueTimes {
  /** Undefined while the bank is unreachable: events with a due time keep waiting. */
  readonly bankNow: Instant | undefined;
  readonly now: Instant;
}

export interface DueBankEvents {
  readonly due: readonly StoredBankEvent[];
  /** Events that cannot be opened, or whose entry is missing. They must not hold up the others. */
  readonly unreadable: readonly { readonly waiting: WaitingBankEvent; readonly error: unknown }[];
}

export async function selectDueBankEvents(
  keyRing: KeyRing,
  session: Session,
  network: Network,
  { bankNow, now, limit }: DueTimes & { readonly limit: number },
): Promise<DueBankEvents> {
  const until = bankNow === undefined ? "-infinity" : formatInstant(bankNow);
  const stored: StoredBankEvent[] = [];
  const unreadable: { readonly waiting: WaitingBankEvent; readonly error: unknown }[] = [];
  for (const row of await session.rows(due, [network, until, formatInstant(now), limit])) {
    const { entryKind, subject, traceNumber, sealed, ...waiting } = row;
    try {
      stored.push({ ...waiting, event: openEvent(keyRing, network, row) });
    } catch (error) {
      unreadable.push({ waiting, error });
    }
  }
  return { due: stored, unreadable };
}

const lock = statement<{ readonly id: string }>(`
  SELECT id FROM bank_events WHERE id = ANY ($1::text[]) AND state = 'waiting' ORDER BY id FOR UPDATE`);

/** The ids of those that still wait. */
export async function lockWaiting(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await tx.rows(lock, [ids])).map(({ id }) => id));
}

const finish = statement(`
  UPDATE bank_events SET state = finished.state, tenant_id = $3, updated_at = $4::timestamptz
  FROM unnest($1::text[], $2::text[]) AS finished (id, state)
  WHERE bank_events.id = finished.id AND bank_events.state = 'waiting'`);

export async function markPublished(
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

interface BankEventKey {
  readonly network: string;
  readonly id: string;
}

export function bankEventContext({ network, id }: BankEventKey): string {
  return `bank_events/${network}/${id}`;
}

// Part of every sealed value, so that later versions can read it.
const formatVersion = 1;

/** Sealed are reasons, times and the data of third parties; the type and the entry are columns. */
function sealEvent(keyRing: KeyRing, event: BankEvent, key: BankEventKey): Buffer {
  const { type: _, ...fields } = event;
  const content =
    "entry" in fields
      ? { ...fields, entry: undefined }
      : { incomingPayment: incomingPaymentToJson(fields.incomingPayment) };
  const plain = JSON.parse(JSON.stringify({ version: formatVersion, content })) as Json;
  return seal(keyRing, Buffer.from(canonicalJson(plain)), bankEventContext(key));
}

/** The envelope authenticates the bytes, so they are what `sealEvent` wrote. */
function openEvent(keyRing: KeyRing, network: Network, row: BankEventRow): BankEvent {
  const { id, type, entryId, entryKind, subject, traceNumber, sealed } = row;
  const text = open(keyRing, sealed, bankEventContext({ network, id })).toString();
  const { version, content } = JSON.parse(text) as { readonly version: number; readonly content: Content };
  assert(version === formatVersion, "a bank event has a format that this version cannot read");
  if (type === "received") return { type, incomingPayment: incomingPaymentFromJson(content.incomingPayment) };
  assert(entryId !== undefined && subject !== undefined, "an event of an entry needs the entry");
  const isPrenote = entryKind === "prenote";
  const entry = { id: entryId, subject, traceNumber, ...(isPrenote && { isPrenote }) };
  const { at, imad, reason, corrected } = content;
  if (type === "settled") return { type, entry, at, imad };
  assert(reason !== undefined, "a rejection, return or notification of change has a reason");
  if (type === "notification_of_change") return { type, entry, at, reason, corrected };
  return { type, entry, at, reason };
}

/** Of an event of an entry, or of an incoming payment. */
interface Content {
  readonly at: Instant;
  readonly imad?: string;
  readonly reason?: BankReason;
  readonly corrected?: CorrectedAccount;
  readonly incomingPayment: Json;
}
