import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { resultOf } from "./ask-nodes.ts";
import { readQuantity } from "./node-responses.ts";

/**
 * Verifies in every batch that the node is on this chain. A node configured for another chain has none of Florin's
 * contracts, receipts and nonces, and nothing in its results would show why.
 */
export function nodesOfChain(nodes: NodePool, chainId: number): NodePool {
  const callMany: NodePool["callMany"] = async (questions, options) => {
    if (questions.length === 0) return [];
    const [, ...results] = await nodes.callMany([{ method: "eth_chainId", params: [] }, ...questions], {
      ...options,
      accept: ([actual, ...others]) => {
        verify(readQuantity(resultOf(actual)), chainId);
        options?.accept?.(others);
      },
    });
    return results;
  };
  return {
    call: async (method, params, options) => {
      const [result] = await callMany([{ method, params }], options);
      if (result instanceof NodeError) throw result;
      return result;
    },
    callMany,
    distrust: () => nodes.distrust(),
  };
}

function verify(actual: bigint, chainId: number): void {
  if (actual !== BigInt(chainId))
    throw new ChainUnavailableError(`RPC node is on chain ${actual}, expected chain ${chainId}`);
}
