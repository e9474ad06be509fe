import { expect, test } from "vitest";
import { labelPlaces, valueMarks } from "./chart-scale.ts";

test.each([
  [0, 0, [0, 1]],
  [0, 7, [0, 2, 4, 6, 8]],
  [0, 100, [0, 50, 100]],
  [0, 0.03, [0, 0.01, 0.02, 0.03]],
  [-30, 50, [-40, -20, 0, 20, 40, 60]],
])("from %s to %s the marks are even and contain both", (lowest, highest, marks) => {
  const found = valueMarks(lowest, highest);
  expect(found.map((mark) => Number(mark.toFixed(6)))).toEqual(marks);
  expect(found[0]).toBeLessThanOrEqual(lowest);
  expect(found.at(-1)).toBeGreaterThanOrEqual(highest);
});

test("marks of counts are whole, and those of durations are whole in their unit", () => {
  expect(valueMarks(0, 1, { unit: "count" })).toEqual([0, 1]);
  expect(valueMarks(0, 500_000, { unit: "ms" })).toEqual([0, 300_000, 600_000]);
  expect(valueMarks(0, 90, { unit: "ms" })).toEqual([0, 50, 100]);
});

test("time labels are evenly spaced and end with the last step", () => {
  expect(labelPlaces(7, 10)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelPlaces(30, 8)).toEqual([1, 5, 9, 13, 17, 21, 25, 29]);
  expect(labelPlaces(24, 0)).toEqual([23]);
});
