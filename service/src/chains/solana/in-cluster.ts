import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";

/**
 * The same nodes, of which only those of one cluster are believed: each message asks along which cluster the node is
 * of. A node of another would know nothing of our transactions, and tell the hashes and heights of another chain.
 */
export function inCluster(nodes: NodePool, genesisHash: string): NodePool {
  const callMany: NodePool["callMany"] = async (questions, options) => {
    if (questions.length === 0) return [];
    const answers = await nodes.callMany([...questions, { method: "getGenesisHash", params: [] }], {
      ...options,
      accept: (told) => {
        if (told.at(-1) !== genesisHash)
          throw new ChainUnavailableError("a node is not of the cluster that this chain is");
        options?.accept?.(told.slice(0, -1));
      },
    });
    return answers.slice(0, -1);
  };
  return {
    callMany,
    call: async (method, params, options) => {
      const [answer] = await callMany([{ method, params }], options);
      if (answer instanceof NodeError) throw answer;
      return answer;
    },
    distrust: nodes.distrust,
  };
}
