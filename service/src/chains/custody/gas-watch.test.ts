import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOfKey } from "../../../test/custody.ts";
import { type Chain, ChainUnavailableError, type SenderQueuePlan } from "../chain.ts";
import { defaultGasFloors, gasFloorsOf, lowGas, readGas } from "./gas-watch.ts";
import { createKeystoreSigner } from "./keystore-signer.ts";

const signer = createKeystoreSigner({ seed: randomBytes(64), family: "evm" });

/** A chain with gas balances only. */
function createBalanceChain(
  senderQueues: readonly SenderQueuePlan[],
  balanceOf: (address: string) => Promise<bigint>,
): Chain {
  const unexpectedCall = (): never => {
    throw new Error("not used by the gas watch");
  };
  return {
    key: { network: "testnet", chain: "base" },
    family: "evm",
    senderQueues,
    scansByHolder: false,
    addressOf: (publicKey) => addressOfKey("evm", publicKey),
    gasBalance: balanceOf,
    parseAddress: unexpectedCall,
    roleOf: unexpectedCall,
    nextSequence: unexpectedCall,
    check: unexpectedCall,
    prepare: unexpectedCall,
    prepareCancelTransaction: unexpectedCall,
    broadcast: unexpectedCall,
    statuses: unexpectedCall,
    markOf: unexpectedCall,
    marksIn: unexpectedCall,
    isQuiet: unexpectedCall,
    scan: unexpectedCall,
    supply: unexpectedCall,
    finalSupply: unexpectedCall,
    balances: unexpectedCall,
    roleHolders: unexpectedCall,
    head: unexpectedCall,
  };
}

const senderQueues = [
  { role: "gas", count: 3, maxInFlight: 16 },
  { role: "minter", count: 1, maxInFlight: 16 },
] as const;

test("every sender of a key role with a minimum is read, or the first key of a role without senders", async () => {
  const chain = createBalanceChain(senderQueues, async () => 7n);
  const readings = await readGas({ chain, signer }, { gas: 10n, freezer: 7n });
  expect(readings.map(({ key, isLow }) => [key.role, key.index, isLow])).toEqual([
    ["freezer", 0, false],
    ["gas", 0, true],
    ["gas", 1, true],
    ["gas", 2, true],
  ]);
  expect(new Set(readings.map(({ address }) => address)).size).toBe(4);
});

test("exactly the balances below their minimum are low", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.bigInt(0n, 20n), { minLength: 4, maxLength: 4 }), async (balances) => {
      const left = [...balances];
      const chain = createBalanceChain(senderQueues, async () => left.shift() ?? 0n);
      const readings = await readGas({ chain, signer }, { minter: 5n, gas: 10n });
      expect(readings.map(({ balance }) => balance)).toEqual(balances);
      const expected = readings.filter(({ balance, key }) => balance < (key.role === "gas" ? 10n : 5n));
      expect(lowGas(readings)).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

test("an unreachable node is not reported as an empty balance", async () => {
  const chain = createBalanceChain(senderQueues, async () => {
    throw new ChainUnavailableError("no RPC node of this chain responded");
  });
  await expect(readGas({ chain, signer }, defaultGasFloors.evm)).rejects.toThrow(ChainUnavailableError);
});

test("every family has a minimum for the key role that pays its fees", () => {
  for (const floors of Object.values(defaultGasFloors)) expect(floors.gas).toBeGreaterThan(0n);
});

test("the minimum balances of a chain follow the worth of its coin", () => {
  expect(gasFloorsOf("base")).toEqual(defaultGasFloors.evm);
  expect(gasFloorsOf("polygon").gas).toBe(10n * 10n ** 18n);
  expect(gasFloorsOf("solana")).toEqual(defaultGasFloors.solana);
});
