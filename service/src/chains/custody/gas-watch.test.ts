import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOfKey } from "../../../test/custody.ts";
import { type Chain, ChainUnavailableError, type LanePlan } from "../chain.ts";
import { defaultGasFloors, lowGas, readGas } from "./gas-watch.ts";
import { createKeystoreSigner } from "./keystore-signer.ts";

const signer = createKeystoreSigner({ seed: randomBytes(64), family: "evm" });

/** As much of a chain as the watch looks at. */
function createPurses(lanes: readonly LanePlan[], balanceOf: (address: string) => Promise<bigint>): Chain {
  const nobody = (): never => {
    throw new Error("the watch does not ask for this");
  };
  return {
    key: { network: "testnet", chain: "base" },
    family: "evm",
    lanes,
    scansByHolder: false,
    addressOf: (publicKey) => addressOfKey("evm", publicKey),
    gasBalance: balanceOf,
    parseAddress: nobody,
    dutyOf: nobody,
    nextSequence: nobody,
    check: nobody,
    prepare: nobody,
    prepareFiller: nobody,
    broadcast: nobody,
    statuses: nobody,
    scan: nobody,
    supply: nobody,
    balances: nobody,
    head: nobody,
  };
}

const lanes = [
  { duty: "gas", count: 3, maxInFlight: 16 },
  { duty: "minter", count: 1, maxInFlight: 16 },
] as const;

test("each lane whose duty has a floor is looked at, and so is the first key of a duty without a lane", async () => {
  const chain = createPurses(lanes, async () => 7n);
  const readings = await readGas({ chain, signer }, { gas: 10n, freezer: 7n });
  expect(readings.map(({ key, isLow }) => [key.duty, key.index, isLow])).toEqual([
    ["freezer", 0, false],
    ["gas", 0, true],
    ["gas", 1, true],
    ["gas", 2, true],
  ]);
  expect(new Set(readings.map(({ address }) => address)).size).toBe(4);
});

test("those below their floor, and only those, are low", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.bigInt(0n, 20n), { minLength: 4, maxLength: 4 }), async (balances) => {
      const left = [...balances];
      const chain = createPurses(lanes, async () => left.shift() ?? 0n);
      const readings = await readGas({ chain, signer }, { minter: 5n, gas: 10n });
      expect(readings.map(({ balance }) => balance)).toEqual(balances);
      const expected = readings.filter(({ balance, key }) => balance < (key.duty === "gas" ? 10n : 5n));
      expect(lowGas(readings)).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

test("a node that is away is not taken for an empty purse", async () => {
  const chain = createPurses(lanes, async () => {
    throw new ChainUnavailableError("no node of this chain answered");
  });
  await expect(readGas({ chain, signer }, defaultGasFloors.evm)).rejects.toThrow(ChainUnavailableError);
});

test("every family has floors for who pays its fees", () => {
  for (const floors of Object.values(defaultGasFloors)) expect(floors.gas).toBeGreaterThan(0n);
});
