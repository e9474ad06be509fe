import fc from "fast-check";
import { expect, test } from "vitest";
import { flooredDecimal, isGreater, sumDecimals } from "./decimals.ts";

test("decimals with different numbers of fraction digits are summed exactly", () => {
  expect(sumDecimals(["0.1", "0.2"])).toBe("0.3");
  expect(sumDecimals(["99999999999999999.99", "0.01"])).toBe("100000000000000000.00");
  expect(sumDecimals(["1.000001", "2"])).toBe("3.000001");
  expect(sumDecimals([])).toBe("0");
});

test("sums of cents are exact", () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 20n })), (cents) => {
      const total = cents.reduce((sum, each) => sum + each, 0n);
      const shown = cents.length === 0 ? "0" : formatted(total);
      expect(sumDecimals(cents.map(formatted))).toBe(shown);
    }),
  );
});

function formatted(cents: bigint): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

test("decimals are compared exactly", () => {
  expect(isGreater("10", "9.999999")).toBe(true);
  expect(isGreater("9007199254740993.01", "9007199254740993.1")).toBe(false);
  expect(isGreater("1.50", "1.5")).toBe(false);
});

test("digits beyond the decimals of a bank are dropped, never rounded up", () => {
  expect(flooredDecimal("10.129999", 2)).toBe("10.12");
  expect(flooredDecimal("10.1", 2)).toBe("10.1");
  expect(flooredDecimal("10", 2)).toBe("10");
});
