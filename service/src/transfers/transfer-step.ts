import type { AuditDeps } from "../audit/index.ts";
import type { NewChainWork } from "../chains/engine/chain-work.ts";
import { assert } from "../kernel/assert.ts";
import { derivedId, endingOf, type Id, idAt } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { LedgerAccount, Operation } from "../ledger/index.ts";
import type { PaymentId, PaymentOrder } from "../payments/index.ts";
import { transfersOwnerName, workFor } from "./chain-operations.ts";
import { advance, type Beginning, routePlanOf, type TransferEvent } from "./machine.ts";
import { operationsOf } from "./postings.ts";
import { centsOf, deliveredUnits, type Transfer } from "./transfer.ts";

/** A step of a transfer: before and after, with its chain operations, payment orders and ledger operations. */
export interface TransferStep {
  readonly before: Transfer;
  readonly after: Transfer;
  readonly begins: Effects;
  readonly operations: readonly Operation[];
  /** Received payment that moves to suspense for manual action. */
  readonly movedToSuspense: PaymentId | undefined;
}

export interface Effects {
  readonly works: readonly NewChainWork[];
  readonly orders: readonly PaymentOrder[];
}

/** The event, with details from the chain or the bank. */
export interface StepUpdate {
  readonly event: TransferEvent;
  /** The transaction that executed the chain operation. */
  readonly transactionId?: string | undefined;
  /** The received payment, and the ledger account that holds it. */
  readonly received?: { readonly paymentId: PaymentId; readonly funds: LedgerAccount };
  /** Earned fees that were not withdrawn, if a fee may have to be refunded. */
  readonly availableFeeCents?: bigint | undefined;
  /** The transfer with the rail of its next payout. */
  readonly rerouted?: Transfer | undefined;
}

/** Returns undefined if the event has no effect. */
export function stepOf(deps: AuditDeps, before: Transfer, update: StepUpdate): TransferStep | undefined {
  const transition = advance(routePlanOf(before), before.state, update.event);
  if (transition === undefined) return undefined;
  const now = deps.clock.now();
  const completedAt = transition.state.status === "complete" ? now : before.completedAt;
  const updated = withUpdate(before, update);
  const moved: Transfer = { ...updated, state: transition.state, completedAt, updatedAt: now };
  const { after, begins } = beginStep(moved, transition.begins, now);
  const operations = transition.effects.flatMap((effect) =>
    operationsOf(before, effect, { ...update.received, availableFeeCents: update.availableFeeCents }),
  );
  const movedToSuspense = transition.effects.includes("moved_to_suspense") ? paymentOf(before) : undefined;
  return { before, after, begins, operations, movedToSuspense };
}

function paymentOf({ source }: Transfer): PaymentId | undefined {
  return source.medium === "bank" ? source.paymentId : undefined;
}

const noEffects: Effects = { works: [], orders: [] };

/**
 * Creates the chain operation or payment that starts. Its id follows from the transfer, the step and the previous one of
 * the step: after a recovery from a backup, a transfer orders under the same ids what it had ordered before. Payments are
 * returned by id, newest first, so the id of a payment has the time of its order, and follows from the facts without it.
 */
export function beginStep(
  transfer: Transfer,
  beginning: Beginning | undefined,
  now: Instant,
): { readonly after: Transfer; readonly begins: Effects } {
  switch (beginning) {
    case undefined:
      return { after: transfer, begins: noEffects };
    case "debit_pending":
    case "paying_out": {
      const after = withPayment(transfer, beginning, idAt(nextId<"payment">(transfer, beginning), now));
      return { after, begins: { works: [], orders: [orderFor(after, beginning)] } };
    }
    case "withdrawing":
    case "sending":
    case "delivering":
    case "refunding": {
      const after = withWork(transfer, beginning, nextId<"chain-work">(transfer, beginning));
      return { after, begins: { works: [workFor(after, beginning)], orders: [] } };
    }
  }
}

function nextId<Kind extends string>(transfer: Transfer, step: Beginning): Id<Kind> {
  return derivedId(transfer.id, step, endingOf(previousIdOf(transfer, step) ?? ""));
}

function previousIdOf({ source, destination, reversal }: Transfer, step: Beginning): string | undefined {
  switch (step) {
    case "debit_pending":
      return source.medium === "bank" ? source.paymentId : undefined;
    case "paying_out":
      return destination.medium === "bank" ? destination.paymentId : undefined;
    case "withdrawing":
    case "sending":
      return source.medium === "chain" ? source.workId : undefined;
    case "delivering":
      return destination.medium === "chain" ? destination.workId : undefined;
    case "refunding":
      return reversal.workId;
  }
}

function withPayment(
  transfer: Transfer,
  step: "debit_pending" | "paying_out",
  paymentId: PaymentId,
): Transfer {
  const { source, destination } = transfer;
  if (step === "debit_pending") {
    assert(source.medium === "bank", "a debit has a bank source");
    return { ...transfer, source: { ...source, paymentId } };
  }
  assert(destination.medium === "bank", "a payout has a bank destination");
  return { ...transfer, destination: { ...destination, paymentId } };
}

/** The payment order of a step: debits the full amount, or pays out the amount less the fee. */
function orderFor(transfer: Transfer, step: "debit_pending" | "paying_out"): PaymentOrder {
  const { tenantId, network, accountId, statementName, purpose, id: subject } = transfer;
  const common = {
    tenantId,
    network,
    accountId,
    statementName,
    purpose,
    owner: { name: transfersOwnerName, subject },
  };
  if (step === "debit_pending") {
    const { source } = transfer;
    assert(source.medium === "bank" && source.addressId !== undefined, "a debit has a bank address");
    const { rail, addressId } = source;
    return {
      ...common,
      id: orderedId(source.paymentId),
      rail,
      addressId,
      amountCents: cents(transfer.units),
      reference: undefined,
    };
  }
  const { destination } = transfer;
  assert(destination.medium === "bank", "a payout has a bank address");
  const { rail, addressId, reference } = destination;
  return {
    ...common,
    id: orderedId(destination.paymentId),
    rail,
    addressId,
    amountCents: cents(deliveredUnits(transfer)),
    reference,
  };
}

function orderedId<PaymentId>(paymentId: PaymentId | undefined): PaymentId {
  assert(paymentId !== undefined, "an order has an id before it is placed");
  return paymentId;
}

function cents(units: bigint): bigint {
  const whole = centsOf(units);
  assert(whole !== undefined, "bank amounts are whole cents");
  return whole;
}

/** With the ids of payments that the bank has already, by the ids they were given. */
export function withSentPayments(step: TransferStep, sent: ReadonlyMap<PaymentId, PaymentId>): TransferStep {
  const { source, destination } = step.after;
  const sentOf = <Given extends PaymentId | undefined>(id: Given) => (id && sent.get(id)) ?? id;
  const after: Transfer = {
    ...step.after,
    source: source.medium === "bank" ? { ...source, paymentId: sentOf(source.paymentId) } : source,
    destination:
      destination.medium === "bank"
        ? { ...destination, paymentId: sentOf(destination.paymentId) }
        : destination,
  };
  const orders = step.begins.orders.map((order) => ({ ...order, id: sent.get(order.id) ?? order.id }));
  return { ...step, after, begins: { ...step.begins, orders } };
}

function withWork(
  transfer: Transfer,
  step: "withdrawing" | "sending" | "delivering" | "refunding",
  workId: string,
): Transfer {
  const { source, destination } = transfer;
  switch (step) {
    case "withdrawing":
    case "sending":
      assert(source.medium === "chain", "a withdrawal has a chain source");
      return { ...transfer, source: { ...source, workId } };
    case "delivering":
      assert(destination.medium === "chain", "a delivery has a chain destination");
      return { ...transfer, destination: { ...destination, workId } };
    case "refunding":
      return { ...transfer, reversal: { workId, transactionId: undefined } };
  }
}

function withUpdate(transfer: Transfer, { transactionId, received, rerouted }: StepUpdate): Transfer {
  if (rerouted !== undefined) return rerouted;
  const { source, state, reversal } = transfer;
  if (received !== undefined && source.medium === "bank")
    return { ...transfer, source: { ...source, paymentId: received.paymentId } };
  if (transactionId === undefined) return transfer;
  if (state.step === "refunding") return { ...transfer, reversal: { ...reversal, transactionId } };
  return withTransaction(transfer, transactionId);
}

/** On one chain, a single transaction does both. */
function withTransaction(transfer: Transfer, transactionId: string): Transfer {
  const { source, destination } = transfer;
  const { step } = transfer.state;
  const isTaken = step === "withdrawing" || step === "sending";
  const isGiven = step === "delivering" || step === "sending";
  return {
    ...transfer,
    source: isTaken && source.medium === "chain" ? { ...source, transactionId } : source,
    destination: isGiven && destination.medium === "chain" ? { ...destination, transactionId } : destination,
  };
}
