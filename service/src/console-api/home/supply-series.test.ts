import { expect, test } from "vitest";
import { instantFromMs } from "../../kernel/instant.ts";
import { toSeries } from "./supply-series.ts";

const moments = [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2)].map(instantFromMs);

const balances = [
  { account: reserve("t1"), units: [100n, 250n] },
  { account: reserve("elsewhere"), units: [9n, 9n] },
  { account: supply("t1", "FUSD", "base"), units: [-1_000_000n, -1_500_000n] },
  { account: supply("t1", "FUSD", "solana"), units: [0n, -1_000_000n] },
  { account: supply("t2", "ACME", "base"), units: [0n, -5n] },
];

function reserve(owner: string) {
  return { kind: "reserve", owner, asset: { code: "USD", scale: 2 } } as const;
}

function supply(owner: string, code: string, chain: string) {
  return { kind: "supply", owner, chain, asset: { code, scale: 6 } } as const;
}

test("a token's supply is the negated balance of its supply accounts across chains", () => {
  const [acme, fusd] = toSeries(moments, balances);
  expect([acme?.valueType, acme?.points.map((point) => point.supply)]).toEqual([
    "ACME",
    ["0.00", "0.000005"],
  ]);
  expect(fusd?.points.map((point) => [point.supply, point.chains])).toEqual([
    [
      "1.00",
      [
        { chain: "base", supply: "1.00" },
        { chain: "solana", supply: "0.00" },
      ],
    ],
    [
      "2.50",
      [
        { chain: "base", supply: "1.50" },
        { chain: "solana", supply: "1.00" },
      ],
    ],
  ]);
});

test("a reserve belongs to the token with its id, and a token may have none", () => {
  const [acme, fusd] = toSeries(moments, balances);
  expect([fusd?.isBacked, fusd?.points.map((point) => point.reserve)]).toEqual([true, ["1.00", "2.50"]]);
  expect([acme?.isBacked, acme?.points.map((point) => point.reserve)]).toEqual([
    false,
    [undefined, undefined],
  ]);
});
