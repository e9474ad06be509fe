import { createNodePool } from "../src/chains/node-pool.ts";
import { systemClock } from "../src/kernel/instant.ts";
import type { LocalEvm } from "./local-evm.ts";

const patienceMs = 240_000;

/** An EVM node that is not ours, with the methods of a development node: `anvil`, for example. */
export async function openExternalEvm(url: string): Promise<LocalEvm> {
  const nodes = createNodePool({ urls: [url], timeoutMs: patienceMs, now: () => systemClock.now() });
  const chainId = Number(await nodes.call("eth_chainId", []));
  return {
    url,
    chainId,
    nodes,
    fund: async (address, wei = 10n ** 21n) => {
      await nodes.call("hardhat_setBalance", [address, `0x${wei.toString(16)}`]);
    },
    mine: async (count = 1, timestamp) => {
      for (let made = 0; made < count; made += 1)
        await nodes.call("evm_mine", timestamp === undefined ? [] : [timestamp]);
    },
    setMining: async (isOn) => {
      await nodes.call("evm_setAutomine", [isOn]);
    },
    // It drops the transactions of the blocks that it replaces.
    reorganize: async (depth) => {
      await nodes.call("anvil_reorg", [depth, []]);
    },
    close: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
