import { expect, test } from "vitest";
import { deliveredAmount } from "./delivered-amount.ts";

const fusd = { value_type: "FUSD", transfer_type: "base" } as const;
const usd = { value_type: "USD", transfer_type: "wire" } as const;

test("the delivered amount of an off-ramp is in dollars, although the quote was requested in tokens", () => {
  const route = { flow: "offramp", source: fusd, destination: usd } as const;
  expect(deliveredAmount({ route, delivered: { value: "25.00", currency: "FUSD" } })).toEqual({
    value: "25.00",
    asset: "USD",
  });
});

test("the delivered amount of an on-ramp is in the token", () => {
  const route = { flow: "onramp", source: usd, destination: fusd } as const;
  expect(deliveredAmount({ route, delivered: { value: "25.00", currency: "USD" } })).toEqual({
    value: "25.00",
    asset: "FUSD",
  });
});
