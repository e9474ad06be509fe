import type { RecordedEntry } from "../../audit/index.ts";
import type { WorkHistory } from "../../chains/engine/history-store.ts";
import type { Event } from "../../events/index.ts";
import { present } from "../../http/present.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { dollars, formatAmount } from "../../kernel/money.ts";
import { type LedgerRecord, pathOf } from "../../ledger/index.ts";
import type { StoredPayment } from "../../payments/index.ts";
import type { EntryHistory } from "../../rails/engine/entry-store.ts";
import type { KnownActors } from "../../reports/index.ts";
import type { Transfer } from "../../transfers/index.ts";
import { type AttemptSummary, hostOf } from "../../webhooks/index.ts";
import { auditEntries, type TimelineView } from "./audit-entries.ts";
import { begunWith, transactionEntries } from "./chain-transactions.ts";
import type { ExplorerUrls } from "./explorer-url.ts";
import { EventSchema, PaymentSchema, type TimelineEntry } from "./timeline-entry.ts";

/** All data of a transfer from the modules involved. */
export interface TimelineFacts extends KnownActors {
  readonly transfer: Transfer;
  readonly audit: readonly RecordedEntry[];
  readonly records: readonly LedgerRecord[];
  readonly works: ReadonlyMap<string, WorkHistory>;
  readonly payments: readonly StoredPayment[];
  readonly bankEntries: ReadonlyMap<string, EntryHistory>;
  readonly events: readonly Event[];
  /** By event id. */
  readonly attempts: ReadonlyMap<string, readonly AttemptSummary[]>;
}

export interface TimelineOptions {
  readonly view: TimelineView;
  readonly explorerUrls: ExplorerUrls;
}

/** Merges everything into one list, oldest first; entries with the same time are in causal order. */
export function mergeTimeline(
  facts: TimelineFacts,
  { view, explorerUrls }: TimelineOptions,
): readonly TimelineEntry[] {
  const { transfer, audit, records, works } = facts;
  const reported = auditEntries(audit, facts, view);
  const states = reported.flatMap((entry) => (entry.type === "state" ? [entry.at] : []));
  const entries: readonly TimelineEntry[] = [
    ...reported,
    ...records.map((record) => postingEntry(transfer, record)),
    ...facts.payments.map((payment) => paymentEntry(facts, payment, states)),
    ...transactionEntries({ transfer, works, urls: explorerUrls, states }),
    ...facts.events.map((event) => eventEntry(event, facts.attempts.get(event.id) ?? [])),
  ];
  return entries.toSorted(byTime);
}

const places: readonly TimelineEntry["type"][] = [
  "state",
  "audit",
  "posting",
  "payment",
  "chain_transaction",
  "event",
];

/** All times have the same format, so they sort as text. */
function byTime(left: TimelineEntry, right: TimelineEntry): number {
  if (left.at !== right.at) return left.at < right.at ? -1 : 1;
  return places.indexOf(left.type) - places.indexOf(right.type);
}

function postingEntry({ id }: Transfer, record: LedgerRecord): TimelineEntry {
  const { sequence, at, key, type, lines } = record;
  return {
    type: "posting",
    at: formatInstant(at),
    sequence: String(sequence),
    effect: key.slice(`transfer/${id}/`.length),
    operation: type,
    lines: lines.map(({ account, amount }) => ({
      account: pathOf(account),
      amount: formatAmount(amount),
      asset: amount.asset.code,
    })),
  };
}

function paymentEntry(
  { transfer, bankEntries }: TimelineFacts,
  payment: StoredPayment,
  states: readonly string[],
): TimelineEntry {
  const { id, insertedAt, amountCents, reason } = payment;
  const { source } = transfer;
  const entry = bankEntries.get(id);
  return present(PaymentSchema, {
    ...payment,
    type: "payment",
    // Incoming payments precede the state they lead to; our orders follow the state that starts them.
    at: entry === undefined ? insertedAt : begunWith(states, insertedAt),
    paymentId: id,
    end: source.medium === "bank" && source.paymentId === id ? "source" : "destination",
    rail: payment.type,
    amount: dollars(amountCents),
    reasonCode: reason?.code,
    reason: reason?.text,
    entry: entry && { ...entry, file: entry.file && { ...entry.file, state: fileStateOf(entry.file) } },
  });
}

function fileStateOf({ isSent }: NonNullable<EntryHistory["file"]>): "sent" | "stored" {
  return isSent ? "sent" : "stored";
}

function eventEntry({ id, type, createdAt }: Event, attempts: readonly AttemptSummary[]): TimelineEntry {
  return present(EventSchema, {
    type: "event",
    at: createdAt,
    eventId: id,
    eventType: type,
    deliveries: attempts.map((attempt) => ({
      ...attempt,
      host: hostOf(attempt.requestUrl),
      statusCode: attempt.status === "pending" ? undefined : attempt.statusCode,
      failureMessage: attempt.status === "pending" ? undefined : attempt.failureMessage,
      at: attempt.insertedAt,
    })),
  });
}
