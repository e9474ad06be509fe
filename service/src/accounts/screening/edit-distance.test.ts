import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance } from "./edit-distance.ts";

/** By definition, without a limit. */
function byDefinition(left: string, right: string): number {
  const table = Array.from({ length: left.length + 1 }, (_, at) => [at]);
  const cell = (row: number, column: number): number => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let column = 1; column <= right.length; column += 1) (table[0] as number[])[column] = column;
  for (let row = 1; row <= left.length; row += 1) {
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isExchange = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      (table[row] as number[])[column] = Math.min(
        cell(row - 1, column - 1) + (isSame ? 0 : 1),
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        row > 1 && column > 1 && isExchange ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return cell(left.length, right.length);
}

describe("edits", () => {
  test.each([
    ["HUSSEIN", "HUSSEIN", 0],
    ["HUSSIEN", "HUSSEIN", 1],
    ["MOHMMED", "MOHAMMED", 1],
    ["KHUSSEIN", "HUSSEIN", 1],
    ["HUSAEIN", "HUSSEIN", 1],
    ["VICTORBUT", "VIKTORBOUT", 2],
    ["", "AB", 2],
  ])("%s and %s: %i", (left, right, edits) => {
    expect(editDistance(left, right, 2)).toBe(edits);
    expect(editDistance(right, left, 2)).toBe(edits);
  });

  test("more than the limit is the limit plus one", () => {
    expect(editDistance("ZARNOVSKY", "HARROWGATE", 2)).toBe(3);
    expect(editDistance("A", "ABCDEF", 2)).toBe(3);
    expect(editDistance("A".repeat(600), `${"A".repeat(599)}BC`, 2)).toBe(2);
  });
});

test("within the limit it is the distance by definition", () => {
  const word = fc.string({ unit: fc.constantFrom("A", "B", "C"), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (left, right, limit) => {
      expect(editDistance(left, right, limit)).toBe(Math.min(limit + 1, byDefinition(left, right)));
    }),
    { numRuns: 3_000 },
  );
});
