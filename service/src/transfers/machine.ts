import { isDebit } from "../rails/rail.ts";
import type { PendingStep, Transfer, TransferFailure, TransferState } from "./transfer.ts";

/** What can happen to a transfer, independent of the source of the event. */
export type TransferEvent =
  /** A reviewer has decided on a held transfer. */
  | { readonly type: "released" }
  | { readonly type: "rejected"; readonly failure: TransferFailure }
  /** The source funds have arrived: a wire was received, or a debit is final. */
  | { readonly type: "funded" }
  /** The debit was rejected, or returned before it was final. */
  | { readonly type: "collection_failed"; readonly failure: TransferFailure }
  /** The chain operation of the current step succeeded or finally failed. */
  | { readonly type: "chain_done" }
  | { readonly type: "chain_failed"; readonly failure: TransferFailure }
  | { readonly type: "paid" }
  /** The payout was rejected, and is sent again by another rail. */
  | { readonly type: "payout_rerouted" }
  /** The payout was rejected or returned, before or after the transfer was complete. */
  | { readonly type: "payout_failed"; readonly failure: TransferFailure }
  /** By the client before anything was sent, or because the wire never arrived. */
  | { readonly type: "canceled" }
  /** Retries a failed refund. */
  | { readonly type: "retry_refund" };

/** Ledger effect of a step; see postings.ts. */
export type LedgerEffect =
  | "funded"
  | "withdrawn"
  | "sent"
  | "delivered"
  | "released"
  | "moved_to_suspense"
  | "delivery_reversed"
  | "payout_returned"
  | "refund_held"
  | "refunded";

export interface Transition {
  readonly state: TransferState;
  readonly effects: readonly LedgerEffect[];
  /** The external action that starts with this transition. */
  readonly begins: Beginning | undefined;
}

export type Beginning =
  | "debit_pending"
  | "withdrawing"
  | "sending"
  | "delivering"
  | "paying_out"
  | "refunding";

/** What the state machine needs to know about a transfer. */
export interface RoutePlan {
  readonly source: "wire" | "debit" | "tokens" | "supply";
  readonly destination: "bank" | "tokens" | "supply";
  readonly staysOnItsChain: boolean;
  /** The source funds have already been received, as with an automation. */
  readonly isFunded: boolean;
  /** The treasury released its escrow of third-party tokens at completion, so it may no longer have them. */
  readonly mustRecall: boolean;
}

export function routePlanOf({
  flow,
  source,
  destination,
  completedAt,
}: Pick<Transfer, "flow" | "source" | "destination" | "completedAt">): RoutePlan {
  return {
    source: originOf(source),
    destination: destination.medium === "chain" ? "tokens" : destination.medium,
    staysOnItsChain: flow === "payout",
    isFunded: source.medium === "bank" && !isDebit(source.rail) && source.paymentId !== undefined,
    mustRecall:
      completedAt !== undefined && source.medium === "chain" && source.token.origin === "third_party",
  };
}

function originOf(source: Transfer["source"]): RoutePlan["source"] {
  switch (source.medium) {
    case "bank":
      return isDebit(source.rail) ? "debit" : "wire";
    case "chain":
      return "tokens";
    case "supply":
      return "supply";
  }
}

/** First step of a transfer that is not held. */
export function firstStep({
  source,
  staysOnItsChain,
  isFunded,
}: RoutePlan): Exclude<PendingStep, "held" | "paying_out"> {
  if (isFunded) return "delivering";
  switch (source) {
    case "wire":
      return "awaiting_funds";
    case "debit":
      return "debit_pending";
    case "tokens":
      return staysOnItsChain ? "sending" : "withdrawing";
    case "supply":
      return "delivering";
  }
}

/** The transition for an event; undefined if the event no longer applies. */
export function advance(
  routePlan: RoutePlan,
  state: TransferState,
  event: TransferEvent,
): Transition | undefined {
  switch (state.status) {
    case "pending":
      return advancePending(routePlan, state.step, event);
    case "complete":
      // The only transition out of a final status: the payout was returned.
      return event.type === "payout_failed" && routePlan.destination === "bank"
        ? afterReturn(routePlan, event.failure)
        : undefined;
    case "failed":
      return advanceFailed(routePlan, state, event);
    case "canceled":
      return undefined;
  }
}

function advancePending(
  routePlan: RoutePlan,
  step: PendingStep,
  event: TransferEvent,
): Transition | undefined {
  switch (step) {
    case "held":
      return advanceHeld(routePlan, event);
    case "awaiting_funds":
      if (event.type === "funded")
        return { state: pending("delivering"), effects: ["funded"], begins: "delivering" };
      return event.type === "canceled" ? canceled : undefined;
    case "debit_pending":
      if (event.type === "funded")
        return { state: pending("delivering"), effects: ["funded"], begins: "delivering" };
      if (event.type === "collection_failed") return fail(event.failure, []);
      return event.type === "canceled" ? canceled : undefined;
    case "withdrawing":
      if (event.type === "chain_done") return afterWithdrawal(routePlan);
      return event.type === "chain_failed" ? fail(event.failure, ["released"]) : undefined;
    case "sending":
      if (event.type === "chain_done") return completed(["sent"]);
      return event.type === "chain_failed" ? fail(event.failure, ["released"]) : undefined;
    case "delivering":
      if (event.type === "chain_done") return completed(["delivered"]);
      return event.type === "chain_failed" ? deliveryFailed(routePlan, event.failure) : undefined;
    case "paying_out":
      if (event.type === "paid") return completed(["delivered"]);
      if (event.type === "payout_rerouted")
        return { state: pending("paying_out"), effects: [], begins: "paying_out" };
      return event.type === "payout_failed" ? failAndRefund(event.failure, []) : undefined;
  }
}

function advanceHeld(routePlan: RoutePlan, event: TransferEvent): Transition | undefined {
  switch (event.type) {
    case "released": {
      const step = firstStep(routePlan);
      return { state: pending(step), effects: [], begins: step === "awaiting_funds" ? undefined : step };
    }
    case "rejected":
      return fail(event.failure, [routePlan.isFunded ? "moved_to_suspense" : "released"]);
    case "canceled":
      // Received money must go somewhere, and an operator decides where.
      return routePlan.isFunded ? undefined : canceled;
    case "funded":
    case "collection_failed":
    case "chain_done":
    case "chain_failed":
    case "paid":
    case "payout_rerouted":
    case "payout_failed":
    case "retry_refund":
      return undefined;
  }
}

function advanceFailed(
  routePlan: RoutePlan,
  state: TransferState & { readonly status: "failed" },
  event: TransferEvent,
): Transition | undefined {
  switch (state.step) {
    case "done":
      return undefined;
    case "refunding":
      if (event.type === "chain_done")
        return { state: { ...state, step: "done" }, effects: ["refunded"], begins: undefined };
      return event.type === "chain_failed"
        ? { state: { ...state, step: "refund_failed" }, effects: [], begins: undefined }
        : undefined;
    case "refund_failed":
      return event.type === "retry_refund"
        ? {
            state: { ...state, step: "refunding" },
            effects: routePlan.mustRecall ? ["refund_held"] : [],
            begins: "refunding",
          }
        : undefined;
  }
}

function afterWithdrawal({ destination }: RoutePlan): Transition {
  if (destination === "supply") return completed(["withdrawn"]);
  const step = destination === "bank" ? "paying_out" : "delivering";
  return { state: pending(step), effects: ["withdrawn"], begins: step };
}

/** The treasury balance is checked only when the refund starts, so that a return can always be recorded. */
function afterReturn({ mustRecall }: RoutePlan, failure: TransferFailure): Transition {
  if (!mustRecall) return failAndRefund(failure, ["payout_returned"]);
  return {
    state: { status: "failed", step: "refund_failed", failure },
    effects: ["payout_returned"],
    begins: undefined,
  };
}

/** Refunds tokens to their holder; moves money to suspense, from where an operator returns it. */
function deliveryFailed({ source }: RoutePlan, failure: TransferFailure): Transition {
  switch (source) {
    case "wire":
    case "debit":
      return fail(failure, ["moved_to_suspense"]);
    case "tokens":
      return failAndRefund(failure, ["delivery_reversed"]);
    case "supply":
      return fail(failure, []);
  }
}

function pending(step: PendingStep): TransferState {
  return { status: "pending", step };
}

function completed(effects: readonly LedgerEffect[]): Transition {
  return { state: { status: "complete", step: "done" }, effects, begins: undefined };
}

/** The transfer has failed, and the refund of the source tokens starts. */
function failAndRefund(failure: TransferFailure, effects: readonly LedgerEffect[]): Transition {
  return { state: { status: "failed", step: "refunding", failure }, effects, begins: "refunding" };
}

function fail(failure: TransferFailure, effects: readonly LedgerEffect[]): Transition {
  return { state: { status: "failed", step: "done", failure }, effects, begins: undefined };
}

const canceled: Transition = {
  state: { status: "canceled", step: "done" },
  effects: ["released"],
  begins: undefined,
};
