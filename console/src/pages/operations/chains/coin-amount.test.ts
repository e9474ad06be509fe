import fc from "fast-check";
import { expect, test } from "vitest";
import { coinAmount } from "./coin-amount.ts";

test("smallest units are formatted as coins without trailing zeros", () => {
  expect(coinAmount("50000000000000000", 18)).toBe("0.05");
  expect(coinAmount("1000000000000000000", 18)).toBe("1");
  expect(coinAmount("1", 9)).toBe("0.000000001");
  expect(coinAmount("1000000000", 7)).toBe("100");
  expect(coinAmount("0", 7)).toBe("0");
});

test("amounts of any size are never rounded", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (units) => {
      const [whole = "", fraction = ""] = coinAmount(units.toString(), 18).split(".");
      return BigInt(whole + fraction.padEnd(18, "0")) === units;
    }),
  );
});
