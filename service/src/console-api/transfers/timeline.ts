import type { RecordedEntry } from "../../audit/index.ts";
import type { WorkHistory } from "../../chains/engine/history-store.ts";
import type { Event } from "../../events/index.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { type LedgerRecord, pathOf } from "../../ledger/index.ts";
import type { StoredPayment } from "../../payments/index.ts";
import type { EntryHistory } from "../../rails/engine/entry-history-store.ts";
import type { Transfer } from "../../transfers/index.ts";
import { type AttemptSummary, hostOf } from "../../webhooks/index.ts";
import { auditEntries, type KnownApplications, type KnownUsers, type TimelineView } from "./audit-entries.ts";
import { begunWith, transactionEntries } from "./chain-transactions.ts";
import type { ExplorerUrls } from "./explorer-url.ts";
import type { TimelineEntry } from "./timeline-entry.ts";

/** All data of a transfer from the modules involved. */
export interface TimelineFacts {
  readonly transfer: Transfer;
  readonly audit: readonly RecordedEntry[];
  readonly users: KnownUsers;
  readonly applications: KnownApplications;
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
  const { transfer, audit, users, applications, records, works } = facts;
  const reported = auditEntries(audit, { users, applications }, view);
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
  const { id, insertedAt, updatedAt, direction, type, amountCents, status, reason } = payment;
  const { source } = transfer;
  const entry = bankEntries.get(id);
  return {
    type: "payment",
    // Incoming payments precede the state they lead to; our orders follow the state that starts them.
    at: entry === undefined ? formatInstant(insertedAt) : begunWith(states, insertedAt),
    payment_id: id,
    end: source.medium === "bank" && source.paymentId === id ? "source" : "destination",
    direction,
    rail: type,
    amount: formatAmount({ units: amountCents, asset: usd }),
    status,
    reason_code: reason?.code ?? null,
    reason: reason?.text ?? null,
    updated_at: formatInstant(updatedAt),
    entry: entry === undefined ? null : bankEntryOf(entry),
  };
}

function bankEntryOf({ state, traceNumber, uetr, leavesAt, settlesAt, file }: EntryHistory) {
  return {
    state,
    trace_number: traceNumber ?? null,
    uetr: uetr ?? null,
    leaves_at: timeOf(leavesAt),
    settles_at: timeOf(settlesAt),
    file:
      file === undefined
        ? null
        : {
            id: file.id,
            name: file.name,
            state: file.isSent ? ("sent" as const) : ("stored" as const),
            written_at: formatInstant(file.writtenAt),
          },
  };
}

function timeOf(instant: Instant | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}

function eventEntry({ id, type, createdAt }: Event, attempts: readonly AttemptSummary[]): TimelineEntry {
  return {
    type: "event",
    at: formatInstant(createdAt),
    event_id: id,
    event_type: type,
    deliveries: attempts.map((attempt) => ({
      id: attempt.id,
      subscription_id: attempt.subscriptionId,
      host: hostOf(attempt.requestUrl),
      attempt_number: attempt.attemptNumber,
      status: attempt.status,
      status_code: attempt.status === "pending" ? null : (attempt.statusCode ?? null),
      failure_message: attempt.status === "pending" ? null : (attempt.failureMessage ?? null),
      at: formatInstant(attempt.insertedAt),
    })),
  };
}
