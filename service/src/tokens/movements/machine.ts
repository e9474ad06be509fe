import type { MovementFailure, MovementState, Way, WorkStep } from "./movement.ts";

/** What can happen to a movement: a chain operation finished, or an operator retries a failed refund. */
export type MovementEvent =
  | { readonly type: "succeeded" }
  | { readonly type: "failed"; readonly failure: MovementFailure }
  | { readonly type: "return_again" };

/** Ledger effect of a step; see postings.ts. */
export type MovementEffect =
  | "minted"
  | "burned"
  | "moved"
  | "voided"
  | "crossed"
  | "arrived"
  | "turned_back"
  | "returned";

export interface Transition {
  readonly state: MovementState;
  readonly effect: MovementEffect | undefined;
  /** The chain operation that starts with this transition. */
  readonly begins: WorkStep | undefined;
}

/** The first step of a movement, and whether it holds tokens of the source. */
export function beginning(way: Way): {
  readonly step: Exclude<WorkStep, "returning">;
  readonly holds: boolean;
} {
  switch (way) {
    case "mint":
      return { step: "minting", holds: false };
    case "transfer":
      return { step: "moving", holds: true };
    case "burn":
    case "bridge":
      return { step: "burning", holds: true };
  }
}

/** The transition for an event; undefined if the event no longer applies. */
export function advance(way: Way, state: MovementState, event: MovementEvent): Transition | undefined {
  switch (state.step) {
    case "done":
      return undefined;
    case "refund_failed":
      if (event.type !== "return_again") return undefined;
      return { state: { ...state, step: "returning" }, effect: undefined, begins: "returning" };
    case "returning":
      return afterReturning(state.failure, event);
    case "minting":
    case "burning":
    case "moving":
      return afterWork(way, state.step, event);
  }
}

function afterReturning(failure: MovementFailure, event: MovementEvent): Transition | undefined {
  switch (event.type) {
    case "succeeded":
      return ends({ status: "failed", step: "done", failure }, "returned");
    case "failed":
      return {
        state: { status: "pending", step: "refund_failed", failure },
        effect: undefined,
        begins: undefined,
      };
    case "return_again":
      return undefined;
  }
}

function afterWork(
  way: Way,
  step: Exclude<WorkStep, "returning">,
  event: MovementEvent,
): Transition | undefined {
  switch (event.type) {
    case "succeeded":
      return afterSuccess(way, step);
    case "failed":
      return afterFailure(way, step, event.failure);
    case "return_again":
      return undefined;
  }
}

const complete: MovementState = { status: "complete", step: "done" };

function afterSuccess(way: Way, step: Exclude<WorkStep, "returning">): Transition {
  switch (step) {
    case "moving":
      return ends(complete, "moved");
    case "minting":
      return ends(complete, way === "bridge" ? "arrived" : "minted");
    case "burning":
      if (way !== "bridge") return ends(complete, "burned");
      return { state: { status: "pending", step: "minting" }, effect: "crossed", begins: "minting" };
  }
}

function afterFailure(way: Way, step: Exclude<WorkStep, "returning">, failure: MovementFailure): Transition {
  const failed: MovementState = { status: "failed", step: "done", failure };
  if (step !== "minting") return ends(failed, "voided");
  if (way !== "bridge") return ends(failed, undefined);
  const state: MovementState = { status: "pending", step: "returning", failure };
  return { state, effect: "turned_back", begins: "returning" };
}

function ends(state: MovementState, effect: MovementEffect | undefined): Transition {
  return { state, effect, begins: undefined };
}
