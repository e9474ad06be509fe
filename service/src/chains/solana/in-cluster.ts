import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";

/**
 * Accepts only nodes of one cluster: each batch also reads the genesis hash. A node of another cluster would not know
 * Florin's transactions, and would report hashes and heights of another chain.
 */
export function inCluster(nodes: NodePool, genesisHash: string): NodePool {
  const callMany: NodePool["callMany"] = async (questions, options) => {
    if (questions.length === 0) return [];
    const results = await nodes.callMany([...questions, { method: "getGenesisHash", params: [] }], {
      ...options,
      accept: (received) => {
        if (received.at(-1) !== genesisHash)
          throw new ChainUnavailableError("RPC node belongs to another cluster");
        options?.accept?.(received.slice(0, -1));
      },
    });
    return results.slice(0, -1);
  };
  return {
    callMany,
    call: async (method, params, options) => {
      const [result] = await callMany([{ method, params }], options);
      if (result instanceof NodeError) throw result;
      return result;
    },
    distrust: nodes.distrust,
  };
}
