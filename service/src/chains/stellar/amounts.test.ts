import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalOf, stroopsOf, stroopsOfDecimal, unitsOf } from "./amounts.ts";

const amounts = fc.bigInt({ min: 0n, max: 10n ** 18n });

test("units survive the round trip through stroops and decimals", () => {
  fc.assert(
    fc.property(amounts, (units) => {
      expect(unitsOf(stroopsOf(units))).toBe(units);
      expect(stroopsOfDecimal(decimalOf(units))).toBe(stroopsOf(units));
    }),
  );
});

test("the seventh decimal is truncated, never rounded up", () => {
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 0n, max: 9n }), (units, rest) => {
      expect(unitsOf(stroopsOf(units) + rest)).toBe(units);
    }),
  );
  expect(decimalOf(1n)).toBe("0.0000010");
  expect(stroopsOfDecimal("12")).toBe(120_000_000n);
});
