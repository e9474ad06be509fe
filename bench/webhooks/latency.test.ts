import { expect, test } from "vitest";
import { latenciesOf } from "./latency.ts";

const committedMs = new Map([
  ["lead-in", 5_000],
  ["one", 6_000],
  ["two", 6_500],
]);

test("each delivery is compared with the commit of its event, without the warm-up", () => {
  const received = {
    eventIds: ["lead-in", "two", "one", "one"],
    endpoints: [0, 0, 0, 1],
    atMs: [5_900, 6_510, 6_020, 6_030],
  };
  expect(latenciesOf({ committedMs }, received, 2)).toEqual([10, 20, 30]);
});

test("only deliveries to healthy endpoints count", () => {
  const received = { eventIds: ["one", "one"], endpoints: [46, 47], atMs: [6_020, 8_000] };
  expect(latenciesOf({ committedMs }, received, 47)).toEqual([20]);
});

test("a delivery of an event that was not committed is an error", () => {
  const received = { eventIds: ["other"], endpoints: [0], atMs: [7_000] };
  expect(() => latenciesOf({ committedMs }, received, 1)).toThrow("other");
});
