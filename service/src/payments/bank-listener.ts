import type { Screener } from "../accounts/index.ts";
import { blockDebits, correctBankAddresses, endPrenotes } from "../addresses/index.ts";
import { recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { EventLog, NewEvent } from "../events/index.ts";
import { assert } from "../kernel/assert.ts";
import type { Instant } from "../kernel/instant.ts";
import { orThrow } from "../kernel/refusal.ts";
import { recordOperations } from "../ledger/index.ts";
import type { BankEvent, BankListener, EntryEvent } from "../rails/bank-work.ts";
import { endsAuthorization } from "../rails/nacha/return-codes.ts";
import { isDebit } from "../rails/rail.ts";
import {
  type Applied,
  applyBankEvents,
  type Contradiction,
  type NotifiedPayment,
} from "./apply-bank-events.ts";
import { notifyOwners, type WholeReply } from "./notify-owners.ts";
import { auditIncomingPayment, auditUpdate } from "./payment-audit.ts";
import { completedEvent, returnedEvent } from "./payment-event.ts";
import type { PaymentOwner, PaymentScope, PaymentUpdate, RefusedPayment } from "./payments.ts";
import { heldPosting, outside, takenBackPosting } from "./postings.ts";
import { screenSenders } from "./screen-senders.ts";
import { lockPayments, updatePayments } from "./store.ts";
import { type StoredPayment, withLinks } from "./stored-payment.ts";
import { returnsOwner } from "./suspense/returns-owner.ts";
import {
  type CheckedIncomingPayment,
  type TakeIncomingPaymentsDeps,
  takeIncomingPayments,
} from "./take-incoming-payments.ts";
import { addresseesOf, tenantNamedBy } from "./virtual-accounts/address-incoming-payments.ts";

export interface BankListenerDeps extends TakeIncomingPaymentsDeps {
  readonly eventLog: Pick<EventLog, "append">;
  /** All modules that order payments or have account numbers. */
  readonly owners: readonly PaymentOwner[];
  readonly screener: Pick<Screener, "screen">;
  /** A payment was held for manual review. */
  readonly onHeld?: (payment: Pick<StoredPayment, "id" | "tenantId" | "network" | "hold">) => void;
  /** A bank event contradicts an earlier one. */
  readonly onContradiction?: (contradiction: Contradiction) => void;
}

/** Applies bank events to payments and notifies their owners. */
export function createBankListener(given: BankListenerDeps): BankListener {
  const deps = { ...given, owners: [...given.owners, returnsOwner(given)] };
  return {
    tenantOf: async (session, network, incomingPayments) =>
      (await addresseesOf(session, network, incomingPayments)).map(tenantNamedBy),
    heard: async (tx, scope, bankEvents) => {
      // Before any lock is taken, because name screening takes a while.
      const checked = await checkIncomingPayments(deps, bankEvents);
      const applied = await applyToEntries(deps, tx, scope, bankEvents);
      const corrected = await applyToAddresses(deps, tx, scope, { applied, bankEvents });
      const arrived = await takeIncomingPayments(deps, tx, scope, checked);
      await spread(deps, tx, scope, { applied, arrived, corrected });
    },
  };
}

async function checkIncomingPayments(
  { screener }: BankListenerDeps,
  bankEvents: readonly BankEvent[],
): Promise<readonly CheckedIncomingPayment[]> {
  const incomingPayments = bankEvents.flatMap((event) =>
    event.type === "received" ? [event.incomingPayment] : [],
  );
  const senders = await screenSenders(screener, incomingPayments);
  return incomingPayments.map((incomingPayment, index) => {
    const sender = senders[index];
    assert(sender !== undefined, "every sender was screened");
    return { incomingPayment, sender };
  });
}

async function applyToEntries(
  deps: BankListenerDeps,
  tx: Transaction,
  scope: PaymentScope,
  bankEvents: readonly BankEvent[],
): Promise<Applied> {
  const { keyRing, clock, onContradiction } = deps;
  const ofEntries = bankEvents.filter((event) => event.type !== "received").filter(isOfPayment);
  const subjects = ofEntries.map(({ entry }) => entry.subject);
  const applied = applyBankEvents(await lockPayments(keyRing, tx, scope, subjects), ofEntries, clock.now());
  await updatePayments(keyRing, tx, scope.tenantId, applied.changed);
  tx.afterCommit(() => {
    for (const contradiction of applied.contradictions) onContradiction?.(contradiction);
  });
  return applied;
}

const isOfPayment = ({ entry }: EntryEvent): boolean => entry.isPrenote !== true;

/** Ended authorizations, notifications of change, and what banks say about prenotes. */
async function applyToAddresses(
  deps: BankListenerDeps,
  tx: Transaction,
  scope: PaymentScope,
  { applied, bankEvents }: { readonly applied: Applied; readonly bankEvents: readonly BankEvent[] },
): Promise<readonly NewEvent[]> {
  const ofPrenotes = bankEvents
    .filter((event) => event.type !== "received")
    .filter((event) => !isOfPayment(event));
  const corrections = [
    ...applied.notified.flatMap(correctionOf),
    ...ofPrenotes.flatMap((event) =>
      event.type === "notification_of_change"
        ? [{ ...event, addressId: event.entry.subject, paymentId: event.entry.id }]
        : [],
    ),
  ];
  const outcomes = ofPrenotes.flatMap((event) =>
    event.type === "notification_of_change"
      ? []
      : [
          {
            addressId: event.entry.subject,
            entryId: event.entry.id,
            reason: event.type === "settled" ? undefined : event.reason,
          },
        ],
  );
  return [
    ...(await blockDebits(deps, tx, scope, applied.changed.flatMap(endedAuthorizationOf))),
    ...(await correctBankAddresses(deps, tx, scope, corrections)),
    ...(await endPrenotes(deps, tx, scope, outcomes)),
  ];
}

function correctionOf({ payment: { id, addressId }, reason, corrected }: NotifiedPayment) {
  return addressId === undefined ? [] : [{ addressId, paymentId: id, reason, corrected }];
}

function endedAuthorizationOf({ status, rail, addressId, reason }: StoredPayment) {
  const isReturnedDebit = status === "returned" && rail !== undefined && isDebit(rail);
  if (!isReturnedDebit || addressId === undefined || reason === undefined) return [];
  return endsAuthorization(reason.code) ? [{ addressId, reason }] : [];
}

interface Heard {
  readonly applied: Applied;
  readonly arrived: readonly StoredPayment[];
  /** Events of bank addresses that a notification of change corrected. */
  readonly corrected: readonly NewEvent[];
}

/** Notifies the owners, then writes events, and the ledger last. */
async function spread(
  deps: BankListenerDeps,
  tx: Transaction,
  scope: PaymentScope,
  { applied, arrived, corrected }: Heard,
): Promise<void> {
  const received = arrived.filter(({ hold }) => hold === undefined).map(receivedUpdate);
  const reply = await notifyOwners(deps.owners, tx, scope, [...applied.update, ...received]);
  const placed = await settleIncomingPayments(deps, tx, scope, { changed: applied.changed, arrived, reply });
  const held = placed.filter(({ hold }) => hold !== undefined);
  await deps.eventLog.append(tx, scope, [
    ...completions(applied.update, placed),
    ...returns([...applied.update, ...applied.takenBack]),
    ...corrected,
    ...reply.events,
  ]);
  await recordAudit(deps, tx, scope, [
    ...[...applied.update, ...applied.takenBack].map(auditUpdate),
    ...placed.map(auditIncomingPayment),
  ]);
  tx.afterCommit(() => {
    for (const payment of held) deps.onHeld?.(payment);
  });
  const takenBack = applied.takenBack.map(({ payment }) => takenBackPosting(payment));
  const operations = [...held.map(heldPosting), ...takenBack, ...reply.operations];
  for (const outcome of await recordOperations(deps, tx, scope, operations)) orThrow(outcome);
}

function receivedUpdate(payment: StoredPayment): PaymentUpdate {
  return { type: "received", payment, funds: outside };
}

/** Writes the owners' changes to payments, and returns the incoming payments in their final state. */
async function settleIncomingPayments(
  { keyRing, clock }: BankListenerDeps,
  tx: Transaction,
  { tenantId }: PaymentScope,
  reported: {
    readonly changed: readonly StoredPayment[];
    readonly arrived: readonly StoredPayment[];
    readonly reply: Pick<WholeReply, "refused" | "links">;
  },
): Promise<readonly StoredPayment[]> {
  const { arrived, reply } = reported;
  const after = new Map<string, StoredPayment>(
    [...reported.changed, ...arrived].map((payment) => [payment.id, payment]),
  );
  const changedIds = new Set<string>();
  const changePayment = (id: string, change: (payment: StoredPayment) => StoredPayment): void => {
    const payment = after.get(id);
    assert(payment !== undefined, "an owner's reply is about payments of its updates");
    after.set(id, change(payment));
    changedIds.add(id);
  };
  for (const links of reply.links) changePayment(links.paymentId, (payment) => withLinks(payment, links));
  const now = clock.now();
  for (const refused of reply.refused)
    changePayment(refused.paymentId, (payment) => holdRefused(payment, refused, now));
  const changed = [...after.values()].filter(({ id }) => changedIds.has(id));
  await updatePayments(keyRing, tx, tenantId, changed);
  return arrived.map(({ id }) => {
    const payment = after.get(id);
    assert(payment !== undefined, "every incoming payment is stored");
    return payment;
  });
}

function holdRefused(
  payment: StoredPayment,
  { why, reason = "refused" }: RefusedPayment,
  since: Instant,
): StoredPayment {
  const isReceived = payment.incomingPayment !== undefined && payment.hold === undefined;
  assert(isReceived, "only an incoming payment can be refused");
  return { ...payment, hold: { reason, note: why, since, screening: undefined }, isPublished: false };
}

/** Published once: when an order has settled, or when an incoming payment is credited. */
function completions(
  updates: readonly PaymentUpdate[],
  arrived: readonly StoredPayment[],
): readonly NewEvent[] {
  const settled = updates.filter(({ type }) => type === "settled").map(({ payment }) => payment);
  const credited = arrived.filter(({ isPublished }) => isPublished);
  return [...settled, ...credited].filter(({ accountId }) => accountId !== undefined).map(completedEvent);
}

function returns(updates: readonly PaymentUpdate[]): readonly NewEvent[] {
  return updates.flatMap((update) =>
    update.type === "returned" && update.payment.accountId !== undefined ? [returnedEvent(update)] : [],
  );
}
