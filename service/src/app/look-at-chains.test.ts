import { afterEach, expect, test, vi } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { createTestCustody } from "../../test/custody.ts";
import { createChainDouble } from "../../test/fake-chain.ts";
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

test("a chain reports its head and gas wallets; of its nodes only the host is shown", async () => {
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

test("a chain without nodes, or with failing nodes, is unreachable, and the others are still shown", async () => {
  const head = () => Promise.reject(new ChainUnavailableError("no RPC node of this chain responded"));
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

test("a chain that hangs times out after two seconds, and concurrent callers share one request", async () => {
  vi.useFakeTimers();
  let requested = 0;
  const { look } = lookAt({
    head: () => {
      requested += 1;
      return new Promise(() => {});
    },
  });
  const looks = Promise.all([look(), look()]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await looks).toMatchObject([{ isReachable: false }, { isReachable: false }]);
  expect(requested).toBe(1);
});

test("a response is cached for some seconds, and then requested again", async () => {
  let requested = 0;
  const { look, clock } = lookAt({
    gasBalance: async () => 0n,
    head: async () => {
      requested += 1;
      return { height: BigInt(requested), finalHeight: 0n, node: "test" };
    },
  });
  await look();
  clock.advance(3_999);
  expect((await look())?.head?.height).toBe(1n);
  clock.advance(1);
  expect((await look())?.head?.height).toBe(2n);
});
