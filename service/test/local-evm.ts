import { type EvmNodeOptions, startEvmNode } from "../../sandbox/src/local-chains/evm-node.ts";
import { localChainId } from "../src/chains/local-chains.ts";
import { createNodePool, type NodePool } from "../src/chains/node-pool.ts";
import { systemClock } from "../src/kernel/instant.ts";

/** A local EVM chain of one test. */
export interface LocalEvm {
  readonly url: string;
  readonly chainId: number;
  readonly nodes: NodePool;
  fund(address: string, wei?: bigint): Promise<void>;
  /** Mines blocks now, also without automatic mining; `timestamp` in seconds, for all of them. */
  mine(count?: number, timestamp?: number): Promise<void>;
  /** Off: transactions wait until `mine`. */
  setMining(isOn: boolean): Promise<void>;
  /** Reorgs the last blocks; their transactions are pending again, or dropped. */
  reorganize(depth: number, transactions?: "kept" | "dropped"): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const plentyWei = 10n ** 21n;

export async function startLocalEvm(options: Partial<EvmNodeOptions> = {}): Promise<LocalEvm> {
  const chainId = options.chainId ?? localChainId({ network: "testnet", chain: "ethereum" });
  const node = await startEvmNode({
    blockTimeMs: 5,
    trailingBlocks: 3,
    clock: systemClock,
    ...options,
    chainId,
  });
  const nodes = createNodePool({ urls: [node.url], timeoutMs: 240_000, now: () => systemClock.now() });
  return {
    url: node.url,
    chainId,
    nodes,
    fund: async (address, wei = plentyWei) => {
      await nodes.call("hardhat_setBalance", [address, `0x${wei.toString(16)}`]);
    },
    mine: async (count = 1, timestamp) => {
      for (let made = 0; made < count; made += 1)
        await nodes.call("evm_mine", timestamp === undefined ? [] : [timestamp]);
    },
    setMining: async (isOn) => {
      await nodes.call("florin_setMining", [isOn]);
    },
    reorganize: async (depth, transactions = "kept") => {
      await nodes.call("florin_reorganize", [depth, transactions]);
    },
    close: () => node.close(),
    [Symbol.asyncDispose]: () => node.close(),
  };
}
