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

test("events are never shown twice or kept beyond the limit, in whichever order they arrive", () => {
  fc.assert(
    fc.property(actions, (each) => {
      const { shown, held } = apply(each);
      for (const events of [shown, held]) {
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
        expect(events.length).toBeLessThanOrEqual(maxLiveEvents);
      }
    }),
  );
});

test("while paused the list is unchanged, and resuming adds the buffered events, newest first", () => {
  const before = apply([arrived(1), { type: "pause" }, arrived(2), arrived(3)]);
  expect(before.shown.map(({ id }) => id)).toEqual(["1"]);
  expect(before.held).toHaveLength(2);
  const after = afterAction(before, { type: "resume" });
  expect(after.shown.map(({ id }) => id)).toEqual(["3", "2", "1"]);
  expect(after.held).toEqual([]);
});

test("refetched and live events merge into one list", () => {
  expect(merge([eventOf(3), eventOf(2)], [eventOf(2), eventOf(1)]).map(({ id }) => id)).toEqual([
    "3",
    "2",
    "1",
  ]);
});

function apply(each: readonly LiveAction[]): LiveEvents {
  return each.reduce(afterAction, noLiveEvents);
}

function arrived(number: number): LiveAction {
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
