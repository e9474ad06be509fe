import fc from "fast-check";
import { expect, test } from "vitest";
import { bestAssignment } from "./best-assignment.ts";

type Gains = readonly (readonly number[])[];

/** Brute force over all assignments. */
function bestByTrying(gains: Gains, row = 0, used: ReadonlySet<number> = new Set()): number {
  const rest = gains[row];
  if (rest === undefined) return 0;
  const without = bestByTrying(gains, row + 1, used);
  const ways = rest.map((gain, column) =>
    used.has(column) ? 0 : gain + bestByTrying(gains, row + 1, new Set([...used, column])),
  );
  return Math.max(without, ...ways);
}

const gains = fc.integer({ min: 1, max: 5 }).chain((columns) =>
  fc.array(
    fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 })), {
      minLength: columns,
      maxLength: columns,
    }),
    { minLength: 1, maxLength: columns },
  ),
);

test("no other assignment gains more, and no column is assigned twice", () => {
  fc.assert(
    fc.property(gains, (table) => {
      const columns = bestAssignment(table);
      const given = columns.filter((column) => column >= 0);
      const gained = columns.reduce((sum, column, row) => sum + (table[row]?.[column] ?? 0), 0);
      expect(new Set(given).size).toBe(given.length);
      expect(gained).toBe(bestByTrying(table));
    }),
    { numRuns: 1_000 },
  );
});

test("the closest pair is not assigned if another assignment gains more in total", () => {
  const table = [
    [95, 94],
    [94, 0],
  ];
  expect(bestAssignment(table)).toEqual([1, 0]);
});

test("pairs without gain are not assigned", () => {
  expect(bestAssignment([[0, 0]])).toEqual([-1]);
  expect(bestAssignment([])).toEqual([]);
});
