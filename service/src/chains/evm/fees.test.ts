import fc from "fast-check";
import { expect, test } from "vitest";
import { offerFee, writeOffer } from "./fees.ts";

const limits = { maxFeePerGas: 500n, minTipPerGas: 2n };

test("the offered fee is twice the base fee plus a tip", () => {
  const fee = offerFee({ baseFeePerGas: 100n, tipPerGas: 3n }, limits, undefined);
  expect(fee).toEqual({ maxFeePerGas: 203n, maxPriorityFeePerGas: 3n });
});

test("the minimum tip applies on a chain without tips", () => {
  const fee = offerFee({ baseFeePerGas: 7n, tipPerGas: 0n }, limits, undefined);
  expect(fee).toEqual({ maxFeePerGas: 16n, maxPriorityFeePerGas: 2n });
});

test("a replacement of a zero fee offers more than zero", () => {
  const replaces = { maxFeePerGas: "0", maxPriorityFeePerGas: "0" };
  const fee = offerFee({ baseFeePerGas: 0n, tipPerGas: 0n }, { ...limits, minTipPerGas: 0n }, replaces);
  expect(fee).toEqual({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n });
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });

test("the fee never exceeds the cap, and the tip never exceeds the fee", () => {
  fc.assert(
    fc.property(amount, amount, amount, amount, (baseFeePerGas, tipPerGas, cap, before) => {
      const replaces = { maxFeePerGas: `${before}`, maxPriorityFeePerGas: `${before}` };
      const offer = offerFee({ baseFeePerGas, tipPerGas }, { ...limits, maxFeePerGas: cap }, replaces);
      expect(offer.maxFeePerGas <= cap).toBe(true);
      expect(offer.maxPriorityFeePerGas <= offer.maxFeePerGas).toBe(true);
    }),
  );
});

test("below the cap, a replacement offers at least 12.5% more of both", () => {
  const wide = { ...limits, maxFeePerGas: 10n ** 15n };
  fc.assert(
    fc.property(amount, amount, amount, amount, (base, tip, laterBase, laterTip) => {
      const first = offerFee({ baseFeePerGas: base, tipPerGas: tip }, wide, undefined);
      const market = { baseFeePerGas: laterBase, tipPerGas: laterTip };
      const second = offerFee(market, wide, writeOffer(first));
      expect(8n * second.maxFeePerGas >= 9n * first.maxFeePerGas).toBe(true);
      expect(8n * second.maxPriorityFeePerGas >= 9n * first.maxPriorityFeePerGas).toBe(true);
    }),
  );
});
