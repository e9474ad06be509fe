import { expect, test } from "vitest";
import { instantFromMs } from "../../kernel/instant.ts";
import { lastDays } from "./days.ts";
import { toSeries } from "./supply-series.ts";

const now = instantFromMs(Date.UTC(2026, 2, 1, 13));

test("days are counted in UTC, today is the last, and each ends where the next begins", () => {
  expect(lastDays(now, 3)).toEqual([
    { date: "2026-02-27", end: Date.UTC(2026, 1, 28) },
    { date: "2026-02-28", end: Date.UTC(2026, 2, 1) },
    { date: "2026-03-01", end: Date.UTC(2026, 2, 2) },
  ]);
});

test("a token's supply is what is missing where it was minted, over its chains; its reserve is of the same token", () => {
  const fusd = { code: "FUSD", scale: 6 };
  const usd = { code: "USD", scale: 2 };
  const balances = [
    { account: { kind: "reserve", owner: "t1", asset: usd }, units: [100n, 250n] },
    { account: { kind: "reserve", owner: "elsewhere", asset: usd }, units: [9n, 9n] },
    {
      account: { kind: "supply", owner: "t1", chain: "base", asset: fusd },
      units: [-1_000_000n, -1_500_000n],
    },
    { account: { kind: "supply", owner: "t1", chain: "solana", asset: fusd }, units: [0n, -1_000_000n] },
    {
      account: { kind: "supply", owner: "t2", chain: "base", asset: { code: "ACME", scale: 6 } },
      units: [0n, -5n],
    },
  ] as const;
  expect(toSeries(lastDays(now, 2), balances)).toEqual([
    {
      valueType: "ACME",
      isBacked: false,
      points: [
        {
          date: "2026-02-28",
          supply: "0.00",
          reserve: undefined,
          chains: [{ chain: "base", supply: "0.00" }],
        },
        {
          date: "2026-03-01",
          supply: "0.000005",
          reserve: undefined,
          chains: [{ chain: "base", supply: "0.000005" }],
        },
      ],
    },
    {
      valueType: "FUSD",
      isBacked: true,
      points: [
        {
          date: "2026-02-28",
          supply: "1.00",
          reserve: "1.00",
          chains: [
            { chain: "base", supply: "1.00" },
            { chain: "solana", supply: "0.00" },
          ],
        },
        {
          date: "2026-03-01",
          supply: "2.50",
          reserve: "2.50",
          chains: [
            { chain: "base", supply: "1.50" },
            { chain: "solana", supply: "1.00" },
          ],
        },
      ],
    },
  ]);
});
