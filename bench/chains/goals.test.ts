import { expect, test } from "vitest";
import { median, ratioOf } from "./goals.ts";

test("the ratio is the median of the rounds' ratios", () => {
  const round = (ms: number, rawMs: number) => ({ service: { ms }, rawMs });
  expect(ratioOf({ rounds: [round(100, 50), round(1_000, 900), round(10, 8)] })).toBe(0.8);
});

test("of an even number the lower middle value is the median, and an empty list has none", () => {
  expect(median([4, 1, 3, 2])).toBe(2);
  expect(median([])).toBeNaN();
});
