import { expect, test } from "vitest";
import type { Chain, ChainOperation } from "./chain.ts";
import { withSimulatedFailures } from "./simulated-failures.ts";

const accepting = { check: async (operations: readonly unknown[]) => operations.map(() => ({ ok: true })) };
const chain = withSimulatedFailures(accepting as unknown as Chain);
const issuer = { role: "issuer", index: 0 } as const;
const deploy = (name: string): ChainOperation => ({
  kind: "deploy",
  reference: "a",
  name,
  symbol: "ACME",
  issuer,
  authority: "platform",
});
const burn = (units: bigint): ChainOperation => ({
  kind: "burn",
  reference: "a",
  contract: "c",
  issuer,
  from: "f",
  fromKey: issuer,
  units,
});

test("a magic name and a magic amount are rejected, and nothing else", async () => {
  const operations = [
    deploy("Acme Rejected Dollar"),
    deploy("Acme Dollar"),
    deploy("Unrejected"),
    burn(66_660_000n),
    burn(66_660_001n),
  ];
  const outcomes = await chain.check(operations);
  expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, true, false, true]);
});
