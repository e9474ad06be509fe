import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterAction,
  type LiveAction,
  type LiveEvent,
  type LiveEvents,
  maxLiveEvents,
  merge,
  noLiveEvents,
} from "./live-events.ts";

const actions = fc.array(
  fc.oneof(
    fc
      .integer({ min: 0, max: 400 })
      .map((number): LiveAction => ({ type: "arrived", event: eventOf(number) })),
    fc.constantFrom<LiveAction>({ type: "pause" }, { type: "resume" }),
  ),
  { maxLength: 600 },
);

test("nothing is shown twice, and no more than the limit is held, whatever comes in whichever order", () => {
  fc.assert(
    fc.property(actions, (each) => {
      const { shown, held } = play(each);
      for (const events of [shown, held]) {
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
        expect(events.length).toBeLessThanOrEqual(maxLiveEvents);
      }
    }),
  );
});

test("during a pause nothing moves, and afterwards all that came is there, newest first", () => {
  const before = play([arrival(1), { type: "pause" }, arrival(2), arrival(3)]);
  expect(before.shown.map(({ id }) => id)).toEqual(["1"]);
  expect(before.held).toHaveLength(2);
  const after = afterAction(before, { type: "resume" });
  expect(after.shown.map(({ id }) => id)).toEqual(["3", "2", "1"]);
  expect(after.held).toEqual([]);
});

test("a list that was read again and what came live are one list", () => {
  expect(merge([eventOf(3), eventOf(2)], [eventOf(2), eventOf(1)]).map(({ id }) => id)).toEqual([
    "3",
    "2",
    "1",
  ]);
});

function play(each: readonly LiveAction[]): LiveEvents {
  return each.reduce(afterAction, noLiveEvents);
}

function arrival(number: number): LiveAction {
  return { type: "arrived", event: eventOf(number) };
}

function eventOf(number: number): LiveEvent {
  const created = "2026-11-15T10:51:12.000Z";
  return {
    id: String(number),
    type: "transfer.created",
    created,
    account_id: "a",
    sequence: number,
    data: {},
  };
}
