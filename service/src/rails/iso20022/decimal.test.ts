import fc from "fast-check";
import { expect, test } from "vitest";
import { centsOf, formatCents, formatDecimal, parseDecimal, wholeCentsOf } from "./decimal.ts";

test.each([
  ["0", 0n],
  ["12.3", 1_230_000n],
  [" 12.34 ", 1_234_000n],
  ["0.00001", 1n],
  ["1.000000000", 100_000n],
  ["1.000001", undefined],
  ["-1", undefined],
  ["+1", undefined],
  ["1.", undefined],
  [".5", undefined],
  ["1e3", undefined],
  ["1,000", undefined],
  ["٣", undefined],
  ["", undefined],
])("%j is parsed as %s", (text, value) => {
  expect(parseDecimal(text)).toBe(value);
});

test("fractions of a cent are rejected or explicitly truncated", () => {
  expect(centsOf(1_230n)).toBeUndefined();
  expect(wholeCentsOf(1_999n)).toBe(1n);
  expect(centsOf(5_000n)).toBe(5n);
});

test("a written amount is parsed unchanged", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (value) => {
      expect(parseDecimal(formatDecimal(value))).toBe(value);
      expect(formatDecimal(value)).toMatch(/^\d+\.\d{2,5}$/);
      expect(centsOf(parseDecimal(formatCents(value)) ?? -1n)).toBe(value);
    }),
  );
});
