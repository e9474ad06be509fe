import { expect, test } from "vitest";
import { type ChainKey, standardChains } from "../../chains/chain-name.ts";
import { createIdFactory, networks } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { balancesBehind, chainBehind, firstPlace, type Place, placeJson, readPlace } from "./place.ts";

const runId = createIdFactory(systemClock)<"reconciliation">();
const keys: readonly ChainKey[] = standardChains.flatMap((chain) =>
  networks.map((network) => ({ network, chain })),
);

test("a run covers every chain of both networks once and ends", () => {
  const seen: string[] = [];
  let place = firstPlace(runId, keys.toReversed());
  while (place !== undefined) {
    seen.push(`${place.network} ${place.chain}`);
    place = chainBehind(balancesBehind(place), keys);
  }
  expect(seen).toEqual(networks.flatMap((network) => standardChains.map((chain) => `${network} ${chain}`)));
});

test("a deployment without chains has nothing to compare", () => {
  expect(firstPlace(runId, [])).toBeUndefined();
});

test("a position survives serialization", () => {
  const supplies: Place = { runId, network: "testnet", chain: "base", stage: "supplies", after: "x" };
  for (const place of [supplies, balancesBehind(supplies)])
    expect(readPlace(placeJson(place))).toEqual(place);
  expect(readPlace({})).toBeUndefined();
});

test.each([
  { run_id: "short" },
  { run_id: runId, network: "testnet", chain: "no chain", stage: "supplies", after: "" },
  { run_id: runId, network: "devnet", chain: "base", stage: "supplies", after: "" },
  { run_id: runId, network: "testnet", chain: "base", stage: "balances", after: "" },
])("an invalid position is refused", (payload) => {
  expect(() => readPlace(payload)).toThrow("invalid position");
});
