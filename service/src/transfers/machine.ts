import type { PendingStep, Transfer, TransferFailure, TransferState } from "./transfer.ts";

/** What can happen to a transfer. Which part of the world says so is the caller's business. */
export type TransferEvent =
  /** A person has looked at a held transfer. */
  | { readonly type: "released" }
  | { readonly type: "rejected"; readonly failure: TransferFailure }
  /** The money of the source is there: a wire came, or a debit is final. */
  | { readonly type: "funded" }
  /** The debit was rejected, or returned before it was final. */
  | { readonly type: "collection_failed"; readonly failure: TransferFailure }
  /** The chain of the step that is waited for has done it, or finally has not. */
  | { readonly type: "chain_done" }
  | { readonly type: "chain_failed"; readonly failure: TransferFailure }
  | { readonly type: "paid" }
  /** The payout was rejected, or came back, before or after it was known to be complete. */
  | { readonly type: "payout_failed"; readonly failure: TransferFailure }
  /** By the client while nothing has been sent anywhere, or because the money never came. */
  | { readonly type: "canceled" }
  /** A person has tokens given back that could not be given back before. */
  | { readonly type: "restore_again" };

/** What the ledger is told of a step; see postings.ts. */
export type Deed =
  | "funded"
  | "taken"
  | "moved"
  | "delivered"
  | "released"
  | "surrendered"
  | "turned_back"
  | "came_back"
  | "recalled"
  | "restored";

export interface Transition {
  readonly state: TransferState;
  readonly deeds: readonly Deed[];
  /** What begins outside with this transition. */
  readonly begins: Beginning | undefined;
}

export type Beginning = "collecting" | "taking" | "moving" | "giving" | "paying" | "restoring";

/** What the machine needs to know of a transfer. */
export interface Course {
  readonly source: "wire" | "debit" | "tokens";
  readonly destination: "bank" | "tokens";
  readonly staysOnItsChain: boolean;
  /** The money of the source has come already, as with an automation. */
  readonly isFunded: boolean;
  /** Tokens of others went to the treasury for good when the transfer was complete; it may not have them any more. */
  readonly mustRecall: boolean;
}

export function courseOf({
  flow,
  source,
  destination,
  completedAt,
}: Pick<Transfer, "flow" | "source" | "destination" | "completedAt">): Course {
  return {
    source: source.medium === "chain" ? "tokens" : source.rail === "wire" ? "wire" : "debit",
    destination: destination.medium === "chain" ? "tokens" : "bank",
    staysOnItsChain: flow === "payout",
    isFunded: source.medium === "bank" && source.rail === "wire" && source.paymentId !== undefined,
    mustRecall:
      completedAt !== undefined && source.medium === "chain" && source.token.origin === "third_party",
  };
}

/** The first step of a transfer that nobody holds. */
export function firstStep({
  source,
  staysOnItsChain,
  isFunded,
}: Course): Exclude<PendingStep, "held" | "paying"> {
  if (isFunded) return "giving";
  switch (source) {
    case "wire":
      return "awaiting";
    case "debit":
      return "collecting";
    case "tokens":
      return staysOnItsChain ? "moving" : "taking";
  }
}

/** Where an event leads to; undefined where it changes nothing, because the transfer is past that. */
export function advance(course: Course, state: TransferState, event: TransferEvent): Transition | undefined {
  switch (state.status) {
    case "pending":
      return advancePending(course, state.step, event);
    case "complete":
      // The one way out of an end: what was paid out has come back.
      return event.type === "payout_failed" && course.destination === "bank"
        ? afterReturn(course, event.failure)
        : undefined;
    case "failed":
      return advanceFailed(course, state, event);
    case "canceled":
      return undefined;
  }
}

function advancePending(course: Course, step: PendingStep, event: TransferEvent): Transition | undefined {
  switch (step) {
    case "held":
      return advanceHeld(course, event);
    case "awaiting":
      if (event.type === "funded") return { state: pending("giving"), deeds: ["funded"], begins: "giving" };
      return event.type === "canceled" ? canceled : undefined;
    case "collecting":
      if (event.type === "funded") return { state: pending("giving"), deeds: ["funded"], begins: "giving" };
      if (event.type === "collection_failed") return ended(event.failure, []);
      return event.type === "canceled" ? canceled : undefined;
    case "taking":
      if (event.type === "chain_done") return afterTaking(course);
      return event.type === "chain_failed" ? ended(event.failure, ["released"]) : undefined;
    case "moving":
      if (event.type === "chain_done") return completed(["moved"]);
      return event.type === "chain_failed" ? ended(event.failure, ["released"]) : undefined;
    case "giving":
      if (event.type === "chain_done") return completed(["delivered"]);
      return event.type === "chain_failed" ? notDelivered(course, event.failure) : undefined;
    case "paying":
      if (event.type === "paid") return completed(["delivered"]);
      return event.type === "payout_failed" ? failing(event.failure, []) : undefined;
  }
}

function advanceHeld(course: Course, event: TransferEvent): Transition | undefined {
  switch (event.type) {
    case "released": {
      const step = firstStep(course);
      return { state: pending(step), deeds: [], begins: step === "awaiting" ? undefined : step };
    }
    case "rejected":
      return ended(event.failure, [course.isFunded ? "surrendered" : "released"]);
    case "canceled":
      // Money that has come must go somewhere, and a person decides where.
      return course.isFunded ? undefined : canceled;
    case "funded":
    case "collection_failed":
    case "chain_done":
    case "chain_failed":
    case "paid":
    case "payout_failed":
    case "restore_again":
      return undefined;
  }
}

function advanceFailed(
  course: Course,
  state: TransferState & { readonly status: "failed" },
  event: TransferEvent,
): Transition | undefined {
  switch (state.step) {
    case "done":
      return undefined;
    case "restoring":
      if (event.type === "chain_done")
        return { state: { ...state, step: "done" }, deeds: ["restored"], begins: undefined };
      return event.type === "chain_failed"
        ? { state: { ...state, step: "stranded" }, deeds: [], begins: undefined }
        : undefined;
    case "stranded":
      return event.type === "restore_again"
        ? {
            state: { ...state, step: "restoring" },
            deeds: course.mustRecall ? ["recalled"] : [],
            begins: "restoring",
          }
        : undefined;
  }
}

function afterTaking({ destination }: Course): Transition {
  const step = destination === "bank" ? "paying" : "giving";
  return { state: pending(step), deeds: ["taken"], begins: step };
}

/** Whether the treasury still has the tokens is asked when they are given back, so that nothing here can be refused. */
function afterReturn({ mustRecall }: Course, failure: TransferFailure): Transition {
  if (!mustRecall) return failing(failure, ["came_back"]);
  return {
    state: { status: "failed", step: "stranded", failure },
    deeds: ["came_back"],
    begins: undefined,
  };
}

/** What could not be delivered goes back: tokens to their holder, money to where a person returns it from. */
function notDelivered({ source }: Course, failure: TransferFailure): Transition {
  return source === "tokens" ? failing(failure, ["turned_back"]) : ended(failure, ["surrendered"]);
}

function pending(step: PendingStep): TransferState {
  return { status: "pending", step };
}

function completed(deeds: readonly Deed[]): Transition {
  return { state: { status: "complete", step: "done" }, deeds, begins: undefined };
}

/** It has failed, and the source's tokens are given back from now on. */
function failing(failure: TransferFailure, deeds: readonly Deed[]): Transition {
  return { state: { status: "failed", step: "restoring", failure }, deeds, begins: "restoring" };
}

function ended(failure: TransferFailure, deeds: readonly Deed[]): Transition {
  return { state: { status: "failed", step: "done", failure }, deeds, begins: undefined };
}

const canceled: Transition = {
  state: { status: "canceled", step: "done" },
  deeds: ["released"],
  begins: undefined,
};
