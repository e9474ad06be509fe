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
    rails: new Map(),
  });
});

test("the bank's limit of a rail is at most that of the network", () => {
  const { rails } = readConfig({
    BANK_RAIL_LIMITS: "fednow_credit=1000000.00, rtp_credit=10000000",
  }).defaultLimits;
  expect([...rails]).toEqual([
    ["fednow_credit", 100_000_000n],
    ["rtp_credit", 1_000_000_000n],
  ]);
});

test.each([
  "fednow_credit",
  "fednow_credit=",
  "fednow_credit=10000000.01",
  "fednow=1.00",
  "wire=1.00,wire=2.00",
  "wire=none",
])("BANK_RAIL_LIMITS=%s is refused", (text) => {
  expect(() => readConfig({ BANK_RAIL_LIMITS: text })).toThrow(
    "BANK_RAIL_LIMITS must be rails with an amount",
  );
});

test.each(["0", "1.00", "1.00,2.00", "1,2,3,4", "1.001,2,3", "1,-2,3", "all", "none,none"])(
  "%j is reported with the form of a value",
  (text) => {
    expect(() => readConfig({ [name]: text })).toThrow(`${name} must be none, or three amounts in USD`);
  },
);
