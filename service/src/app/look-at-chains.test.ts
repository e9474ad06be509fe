import { afterEach, expect, test, vi } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { createChainDouble } from "../../test/chain-double.ts";
import { createTestCustody } from "../../test/custody.ts";
import { type Chain, ChainUnavailableError } from "../chains/chain.ts";
import { chainsSettingsOf } from "../config/chains.ts";
import { createLookAtChains } from "./look-at-chains.ts";

const settings = chainsSettingsOf({
  CHAIN_TESTNET_BASE_RPC_URLS: ["https://name:hunter22@rpc.example:8545/v3/key", "https://other.example"],
  CHAIN_MAINNET_BASE_RPC_URLS: "off",
});
const key = { network: "testnet", chain: "base" } as const;

function lookAt(overrides: Partial<Chain>) {
  const { chain } = createChainDouble({ key, sequenced: true, finality: 1 });
  const clock = createManualClock();
  const all = () => [{ ...chain, ...overrides }];
  const look = createLookAtChains({ all, signerOf: createTestCustody().signerOf }, settings, clock);
  return {
    clock,
    look: async () =>
      (await look()).find(({ network, chain: name }) => network === "testnet" && name === "base"),
  };
}

afterEach(() => vi.useRealTimers());

test("a chain says where it stands and who pays; of its nodes the host is told and nothing else", async () => {
  const { look } = lookAt({ gasBalance: async () => 1n });
  const seen = await look();
  expect(seen).toMatchObject({
    mode: "remote",
    isReachable: true,
    hosts: ["rpc.example:8545", "other.example"],
  });
  expect(seen?.head?.height).toBeTypeOf("bigint");
  expect(seen?.gas.length).toBeGreaterThan(0);
  expect(seen?.gas.every(({ isLow, balance }) => isLow && balance === 1n)).toBe(true);
});

test("one that has no node, or whose nodes fail, is not reachable, and the others are told all the same", async () => {
  const head = () => Promise.reject(new ChainUnavailableError("no node of this chain answered"));
  const { look } = lookAt({ head });
  expect(await look()).toMatchObject({ isReachable: false, head: undefined, gas: [] });
  const everything = await createLookAtChains(
    { all: () => [], signerOf: createTestCustody().signerOf },
    settings,
    createManualClock(),
  )();
  expect(everything).toHaveLength(8);
  expect(everything.filter(({ mode }) => mode === "off")).toMatchObject([
    { network: "mainnet", chain: "base" },
  ]);
});

test("one that hangs is given up after two seconds, and asked once however many look", async () => {
  vi.useFakeTimers();
  let asked = 0;
  const { look } = lookAt({
    head: () => {
      asked += 1;
      return new Promise(() => {});
    },
  });
  const looks = Promise.all([look(), look()]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await looks).toMatchObject([{ isReachable: false }, { isReachable: false }]);
  expect(asked).toBe(1);
});

test("an answer is kept for some seconds, and then asked for again", async () => {
  let asked = 0;
  const { look, clock } = lookAt({
    gasBalance: async () => 0n,
    head: async () => {
      asked += 1;
      return { height: BigInt(asked), finalHeight: 0n, node: "test" };
    },
  });
  await look();
  clock.advance(3_999);
  expect((await look())?.head?.height).toBe(1n);
  clock.advance(1);
  expect((await look())?.head?.height).toBe(2n);
});
