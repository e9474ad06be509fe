import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Asset,
  addMoney,
  amountPattern,
  compareMoney,
  formatAmount,
  multiplyByRatio,
  parseAmount,
  positiveAmountPattern,
  shownAmountPattern,
  subtractMoney,
  usd,
} from "./money.ts";
import { isRefusal, orThrow } from "./refusal.ts";

const assets = fc.integer({ min: 0, max: 18 }).map((scale): Asset => ({ code: "TST", scale }));
const money = assets.chain((asset) =>
  fc.bigInt({ min: 1n, max: 10n ** BigInt(18 + asset.scale) - 1n }).map((units) => ({ units, asset })),
);

describe("parsing and formatting amounts", () => {
  test("a formatted amount parses to the same amount", () => {
    fc.assert(
      fc.property(
        money.filter(({ asset }) => asset.scale >= 2),
        (amount) => {
          expect(parseAmount(formatAmount(amount), amount.asset, "/amount")).toEqual(amount);
        },
      ),
    );
  });

  test("formatted amounts match the shown pattern; a sign or an exponent does not", () => {
    fc.assert(
      fc.property(money, (amount) => {
        expect(formatAmount(amount)).toMatch(new RegExp(shownAmountPattern(amount.asset.scale)));
      }),
    );
    for (const text of ["-1.00", "1", "1e3", "1.000", ""])
      expect(text).not.toMatch(new RegExp(shownAmountPattern(usd.scale)));
  });

  test.each([
    ["1", 100n],
    ["0.01", 1n],
    ["1.5", 150n],
    ["999999999999999999.99", 99999999999999999999n],
  ])("%s USD is %s units", (text, units) => {
    expect(parseAmount(text, usd, "/amount")).toEqual({ units, asset: usd });
  });

  test.each([
    "0",
    "0.00",
    "-1",
    "+1",
    "1e3",
    "1.",
    ".5",
    "1,00",
    " 1",
    "1 ",
    "1.234",
    "",
    "NaN",
    "١",
    "1000000000000000000",
    "0x10",
    "01.00",
    "00.01",
    "00012.30",
    "1\n",
  ])("%j is refused with a pointer", (text) => {
    const outcome = parseAmount(text, usd, "/amount/value");
    expect(isRefusal(outcome) && outcome.errors?.[0]?.pointer).toBe("/amount/value");
  });

  test("the schema's pattern accepts exactly the amounts that parse, apart from zero", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.]{1,22}$/), fc.integer({ min: 0, max: 6 }), (text, scale) => {
        const matches = new RegExp(amountPattern(scale)).test(text);
        const outcome = parseAmount(text, { code: "TST", scale }, "/a");
        const isZero = /^[0.]*$/.test(text);
        expect(!isRefusal(outcome)).toBe(matches && !isZero);
      }),
    );
  });

  test("the pattern of positive amounts accepts exactly the amounts that are parsed", () => {
    const digits = fc.stringMatching(/^[0-9.]{0,8}$/);
    const zeros = fc.tuple(fc.constantFrom("0.", "00.", "1.", ""), fc.stringMatching(/^0{0,7}[1-9]?0{0,3}$/));
    const text = fc.oneof(
      digits,
      zeros.map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 6 }), (amount, scale) => {
        const isParsed = !isRefusal(parseAmount(amount, { code: "TST", scale }, "/amount"));
        expect(new RegExp(positiveAmountPattern(scale), "u").test(amount)).toBe(isParsed);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    [150n, 2, "1.50"],
    [1_500_000n, 6, "1.50"],
    [1_234_567n, 6, "1.234567"],
    [5n, 0, "5.00"],
    [-150n, 2, "-1.50"],
    [0n, 6, "0.00"],
    [1n, 18, "0.000000000000000001"],
  ])("%s units of scale %s are formatted as %s", (units, scale, text) => {
    expect(formatAmount({ units, asset: { code: "TST", scale } })).toBe(text);
  });
});

describe("arithmetic", () => {
  test("adding and then subtracting the same amount changes nothing", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (left, right) => {
        const a = { units: left, asset: usd };
        const b = { units: right, asset: usd };
        expect(subtractMoney(addMoney(a, b), b)).toEqual(a);
        expect(Math.sign(compareMoney(a, b))).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
    );
  });

  test("amounts of different assets cannot be added", () => {
    const other = { units: 1n, asset: { code: "EUR", scale: 2 } };
    expect(() => addMoney({ units: 1n, asset: usd }, other)).toThrow("different assets");
  });

  test("a share is rounded as requested, by less than one unit", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: 0n, max: 10n ** 6n }),
        fc.bigInt({ min: 1n, max: 10n ** 6n }),
        (units, numerator, denominator) => {
          const share = (rounding: "down" | "up" | "half_even") =>
            multiplyByRatio({ units, asset: usd }, { numerator, denominator, rounding }).units;
          const magnitude = (value: bigint) => (value < 0n ? -value : value);
          const exact = magnitude(units * numerator);
          expect(magnitude(share("down")) * denominator <= exact).toBe(true);
          expect(magnitude(share("up")) * denominator >= exact).toBe(true);
          expect(magnitude(share("up")) - magnitude(share("down"))).toBe(
            exact % denominator === 0n ? 0n : 1n,
          );
          const distance = magnitude(magnitude(share("half_even")) * denominator - exact);
          expect(distance * 2n <= denominator).toBe(true);
        },
      ),
    );
  });

  test.each([
    [1n, 0n],
    [3n, 2n],
    [5n, 2n],
    [-1n, 0n],
    [-3n, -2n],
  ])("half of %s is %s with half_even", (units, half) => {
    const ratio = { numerator: 1n, denominator: 2n, rounding: "half_even" as const };
    expect(orThrow(multiplyByRatio({ units, asset: usd }, ratio)).units).toBe(half);
  });
});
