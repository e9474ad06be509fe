import { expect, test } from "vitest";
import { advance, beginning, type MovementEvent, type Transition } from "./machine.ts";
import type { MovementState, Way } from "./movement.ts";

const failure = { reason: "paused", detail: "the token is paused" } as const;
const later = { reason: "frozen", detail: "the address is frozen" } as const;

const minting: MovementState = { status: "pending", step: "minting" };
const burning: MovementState = { status: "pending", step: "burning" };
const moving: MovementState = { status: "pending", step: "moving" };
const returning: MovementState = { status: "pending", step: "returning", failure };
const refundFailed: MovementState = { status: "pending", step: "refund_failed", failure };
const complete: MovementState = { status: "complete", step: "done" };
const failed: MovementState = { status: "failed", step: "done", failure };
const failedLater: MovementState = { status: "failed", step: "done", failure: later };

const succeeds: MovementEvent = { type: "succeeded" };
const fails: MovementEvent = { type: "failed", failure: later };
const again: MovementEvent = { type: "return_again" };

const to = (
  state: MovementState,
  effect?: Transition["effect"],
  begins?: Transition["begins"],
): Transition => ({
  state,
  effect,
  begins,
});
const nothing = undefined;

type Row = readonly [Way, MovementState, MovementEvent, Transition | undefined];

/** Every state of each kind, with every event. */
const table: readonly Row[] = [
  ["mint", minting, succeeds, to(complete, "minted")],
  ["mint", minting, fails, to(failedLater)],
  ["mint", minting, again, nothing],
  ["mint", complete, succeeds, nothing],
  ["mint", complete, fails, nothing],
  ["mint", complete, again, nothing],
  ["mint", failed, succeeds, nothing],
  ["mint", failed, fails, nothing],
  ["mint", failed, again, nothing],

  ["burn", burning, succeeds, to(complete, "burned")],
  ["burn", burning, fails, to(failedLater, "voided")],
  ["burn", burning, again, nothing],
  ["burn", complete, succeeds, nothing],
  ["burn", complete, fails, nothing],
  ["burn", complete, again, nothing],
  ["burn", failed, succeeds, nothing],
  ["burn", failed, fails, nothing],
  ["burn", failed, again, nothing],

  ["transfer", moving, succeeds, to(complete, "moved")],
  ["transfer", moving, fails, to(failedLater, "voided")],
  ["transfer", moving, again, nothing],
  ["transfer", complete, succeeds, nothing],
  ["transfer", complete, fails, nothing],
  ["transfer", complete, again, nothing],
  ["transfer", failed, succeeds, nothing],
  ["transfer", failed, fails, nothing],
  ["transfer", failed, again, nothing],

  ["bridge", burning, succeeds, to(minting, "crossed", "minting")],
  ["bridge", burning, fails, to(failedLater, "voided")],
  ["bridge", burning, again, nothing],
  ["bridge", minting, succeeds, to(complete, "arrived")],
  ["bridge", minting, fails, to({ ...returning, failure: later }, "turned_back", "returning")],
  ["bridge", minting, again, nothing],
  ["bridge", returning, succeeds, to(failed, "returned")],
  ["bridge", returning, fails, to(refundFailed)],
  ["bridge", returning, again, nothing],
  ["bridge", refundFailed, succeeds, nothing],
  ["bridge", refundFailed, fails, nothing],
  ["bridge", refundFailed, again, to(returning, undefined, "returning")],
  ["bridge", complete, succeeds, nothing],
  ["bridge", complete, fails, nothing],
  ["bridge", complete, again, nothing],
  ["bridge", failed, succeeds, nothing],
  ["bridge", failed, fails, nothing],
  ["bridge", failed, again, nothing],
];

test.each(table)("a %s in %j has the expected transition on %j", (way, state, event, expected) => {
  expect(advance(way, state, event)).toEqual(expected);
});

test("a movement starts with its first chain operation and holds what it spends", () => {
  expect(beginning("mint")).toEqual({ step: "minting", holds: false });
  expect(beginning("burn")).toEqual({ step: "burning", holds: true });
  expect(beginning("transfer")).toEqual({ step: "moving", holds: true });
  expect(beginning("bridge")).toEqual({ step: "burning", holds: true });
});

test("a failed transfer keeps the reason of the failed mint, regardless of the refund", () => {
  const turned = advance("bridge", minting, { type: "failed", failure });
  const left = advance("bridge", turned?.state ?? complete, fails);
  const retried = advance("bridge", left?.state ?? complete, again);
  const ended = advance("bridge", retried?.state ?? complete, succeeds);
  expect(ended?.state).toEqual(failed);
});
