import fc from "fast-check";
import { expect, test } from "vitest";
import { offerFee, writeOffer } from "./fees.ts";

const limits = { maxFeePerGas: 500n, minTipPerGas: 2n };

test("an offer is twice the base fee and a tip", () => {
  const fee = offerFee({ baseFeePerGas: 100n, tipPerGas: 3n }, limits, undefined);
  expect(fee).toEqual({ maxFeePerGas: 203n, maxPriorityFeePerGas: 3n });
});

test("a chain where nobody tips is given the smallest tip", () => {
  const fee = offerFee({ baseFeePerGas: 7n, tipPerGas: 0n }, limits, undefined);
  expect(fee).toEqual({ maxFeePerGas: 16n, maxPriorityFeePerGas: 2n });
});

test("a replacement of an offer of nothing offers something", () => {
  const replaces = { maxFeePerGas: "0", maxPriorityFeePerGas: "0" };
  const fee = offerFee({ baseFeePerGas: 0n, tipPerGas: 0n }, { ...limits, minTipPerGas: 0n }, replaces);
  expect(fee).toEqual({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n });
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });

test("no offer is above the cap, and no tip above the offer", () => {
  fc.assert(
    fc.property(amount, amount, amount, amount, (baseFeePerGas, tipPerGas, cap, before) => {
      const replaces = { maxFeePerGas: `${before}`, maxPriorityFeePerGas: `${before}` };
      const offer = offerFee({ baseFeePerGas, tipPerGas }, { ...limits, maxFeePerGas: cap }, replaces);
      expect(offer.maxFeePerGas <= cap).toBe(true);
      expect(offer.maxPriorityFeePerGas <= offer.maxFeePerGas).toBe(true);
    }),
  );
});

test("below the cap, a replacement offers at least an eighth more of both", () => {
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
