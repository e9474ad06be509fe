import { expect, test } from "vitest";
import { readConfig } from "../config.ts";

const none = { perTransferCents: undefined, dailyCents: undefined, thirtyDayCents: undefined };
const name = "DEFAULT_LIMITS_MAINNET";

test("mainnet has default limits, and each of them can be changed or turned off", () => {
  const { defaultLimits } = readConfig({
    DEFAULT_MINT_LIMITS_MAINNET: "none",
    DEFAULT_WITHDRAWAL_LIMITS_MAINNET: "250000.00, none,1000000",
  });
  expect(defaultLimits).toEqual({
    all: { perTransferCents: 100_000_000n, dailyCents: 1_000_000_000n, thirtyDayCents: 10_000_000_000n },
    token_mint: none,
    treasury_withdrawal: { ...none, perTransferCents: 25_000_000n, thirtyDayCents: 100_000_000n },
  });
});

test.each(["0", "1.00", "1.00,2.00", "1,2,3,4", "1.001,2,3", "1,-2,3", "all", "none,none"])(
  "%j is reported with the form of a value",
  (text) => {
    expect(() => readConfig({ [name]: text })).toThrow(`${name} must be none, or three amounts in USD`);
  },
);
