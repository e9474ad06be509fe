import { expect, test } from "vitest";
import { median, ratioOf } from "./goals.ts";

test("the ratio is that of the middle round, each round beside itself", () => {
  const round = (ms: number, rawMs: number) => ({ service: { ms }, rawMs });
  expect(ratioOf({ rounds: [round(100, 50), round(1_000, 900), round(10, 8)] })).toBe(0.8);
});

test("of an even number the lower of the middle counts, and nothing has no middle", () => {
  expect(median([4, 1, 3, 2])).toBe(2);
  expect(median([])).toBeNaN();
});
