import { expect, test } from "vitest";
import { relativeTime } from "./relative-time.ts";

const minute = 60_000;

test.each([
  [0, "now"],
  [-59_000, "now"],
  [-minute, "1 min. ago"],
  [-59 * minute, "59 min. ago"],
  [-90 * minute, "1 hr. ago"],
  [-25 * 60 * minute, "yesterday"],
  [3 * 24 * 60 * minute, "in 3 days"],
  [-400 * 24 * 60 * minute, "last yr."],
])("%d milliseconds from now is %s", (aheadMs, words) => {
  expect(relativeTime(aheadMs, "en-US")).toBe(words);
});
