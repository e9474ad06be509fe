import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { assert } from "../../kernel/assert.ts";
import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { Network, NewId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { BankEvent, BankReason, NewBankEntry } from "../bank-work.ts";
import type { CorrectedAccount } from "../nacha/corrected-data.ts";
import { bankEvents } from "../tables.ts";
import { bankEventContext } from "./sealed-contexts.ts";
import { incomingPaymentFromJson, incomingPaymentToJson } from "./sealed-entry.ts";

/** A bank event, to be stored. */
export interface NewBankEvent
  extends Pick<RowOf<typeof bankEvents>, "key" | "tenantId" | "reference" | "dueAt"> {
  readonly event: BankEvent;
  /** Not published until an operator decides so. */
  readonly isHeld?: boolean;
}

const insert = bankEvents.insertMany({
  of: ["network", "fileId", "createdAt", "updatedAt"],
  except: ["attempts", "retryAt"],
  onConflict: "(network, key) DO NOTHING",
});

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
  newEvents: readonly NewBankEvent[],
): Promise<void> {
  const rows = newEvents.map(({ event, isHeld = false, ...fields }) => {
    const id = newId<"bank-event">();
    const entryId = event.type === "received" ? undefined : event.entry.id;
    const state = isHeld ? ("held" as const) : ("waiting" as const);
    return {
      ...fields,
      id,
      type: event.type,
      entryId,
      state,
      sealed: sealEvent(keyRing, event, { network, id }),
    };
  });
  await insert(tx, { network, fileId, createdAt: now, updatedAt: now }, rows);
}

// The unique index by network and key.
const decide = bankEvents.update({
  by: ["network", "key"],
  where: "state = 'held'",
  set: ["state", "updatedAt"],
});

/** Publishes a held payment, or never. False if none is held. */
export async function decideHeld(
  tx: Transaction,
  { network, reference }: { readonly network: Network; readonly reference: string },
  state: "waiting" | "superseded",
  now: Instant,
): Promise<boolean> {
  return (await decide(tx, { network, key: receivedKey(reference), state, updatedAt: now })) === 1;
}

export function receivedKey(reference: string): string {
  return `received/${reference}`;
}

/** Whether an incoming payment has this reference of the bank. */
export function selectIsReceived(session: Session, network: Network, reference: string): Promise<boolean> {
  return exists(session, { network, key: receivedKey(reference) });
}

const exists = bankEvents.exists({ by: ["network", "key"] });

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
export type EntryEnding = Pick<RowOf<typeof bankEvents>, "entryId" | "type" | "reference">;

/** Final events that the bank has reported for these entries. Index bank_events_by_entry. */
export const selectEndings = bankEvents.many({
  by: ["entryId[]", "network"],
  where: "type IN ('returned', 'rejected')",
  columns: ["entryId", "type", "reference"],
});

/** A bank event that waits to be published, without its content. */
export type WaitingBankEvent = Pick<
  RowOf<typeof bankEvents>,
  "id" | "type" | "tenantId" | "entryId" | "attempts"
>;

export interface StoredBankEvent extends WaitingBankEvent {
  readonly event: BankEvent;
}

interface BankEventRow extends WaitingBankEvent, Pick<RowOf<typeof bankEvents>, "sealed"> {
  readonly entryKind: NewBankEntry["kind"] | undefined;
  readonly subject: string | undefined;
  readonly traceNumber: string | undefined;
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

/** Those that still wait. */
export const lockWaiting = bankEvents.many({
  by: ["id[]"],
  where: "state = 'waiting'",
  orderBy: ["id"],
  columns: ["id"],
  lock: "UPDATE",
});

export const markPublished = bankEvents.updateMany({
  set: ["state", "tenantId", "updatedAt"],
  where: "bank_events.state = 'waiting'",
});

export const postponeBankEvent = bankEvents.update({
  by: ["id"],
  where: "state = 'waiting'",
  set: ["retryAt", "updatedAt"],
  setText: "attempts = attempts + 1",
});

// Part of every sealed value, so that later versions can read it.
const formatVersion = 1;

/** Sealed are reasons, times and the data of third parties; the type and the entry are columns. */
function sealEvent(keyRing: KeyRing, event: BankEvent, key: Parameters<typeof bankEventContext>[0]): Buffer {
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
