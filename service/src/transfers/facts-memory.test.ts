import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import type { Transaction } from "../db/database.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { createFactsMemory } from "./facts-memory.ts";

const scope = { tenantId: "tenant" as TenantId, network: "testnet" as Network };

/** A transaction at these versions that reads whether an address is frozen; how often it had to load it. */
function openMemory() {
  const clock = createManualClock(systemClock.now());
  const memory = createFactsMemory({ clock });
  let loads = 0;
  const read = async (
    versions: readonly [bigint, bigint] | undefined,
    { commits = true, network = scope.network } = {},
  ): Promise<number> => {
    const effects: (() => void)[] = [];
    const [ofTenant = 0n, ofPlatform = 0n] = versions ?? [];
    const tx: Pick<Transaction, "watchFacts" | "afterCommit"> = {
      watchFacts: async () => (versions === undefined ? undefined : { ofTenant, ofPlatform }),
      afterCommit: (effect) => effects.push(effect),
    };
    const { frozen } = await memory.at(tx, { ...scope, network });
    const before = loads;
    await frozen(["a"], async (keys) => {
      loads += 1;
      return new Map(keys.map((key) => [key, false]));
    });
    if (commits) for (const effect of effects) effect();
    return loads - before;
  };
  return { clock, read };
}

test("facts are remembered at the versions at which they were read, for one network", async () => {
  const { read } = openMemory();
  expect(await read([1n, 1n])).toBe(1);
  expect(await read([1n, 1n])).toBe(0);
  expect(await read([1n, 1n], { network: "mainnet" })).toBe(1);
  expect(await read([2n, 1n])).toBe(1);
  expect(await read([2n, 2n])).toBe(1);
  expect(await read([2n, 2n])).toBe(0);
});

test("what a transaction has read is not remembered if it is not committed, or has changed facts", async () => {
  const { read } = openMemory();
  expect(await read([1n, 1n], { commits: false })).toBe(1);
  expect(await read(undefined)).toBe(1);
  expect(await read([1n, 1n])).toBe(1);
  expect(await read(undefined)).toBe(1);
});

test("facts are read again after a minute, and when versions go back", async () => {
  const { clock, read } = openMemory();
  expect(await read([5n, 1n])).toBe(1);
  clock.advance(59_000);
  expect(await read([5n, 1n])).toBe(0);
  clock.advance(1_000);
  expect(await read([5n, 1n])).toBe(1);
  expect(await read([4n, 1n])).toBe(1);
  expect(await read([5n, 1n])).toBe(1);
});
