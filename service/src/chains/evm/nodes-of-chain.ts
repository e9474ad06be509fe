import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { answered } from "./ask-nodes.ts";
import { readQuantity } from "./node-answers.ts";

/**
 * The nodes, as long as they are of this chain: each message asks for it as well. One that was set up for another chain
 * has no contracts, no receipts and no sequences of ours, and nothing in what it says would show why.
 */
export function nodesOfChain(nodes: NodePool, chainId: number): NodePool {
  const callMany: NodePool["callMany"] = async (questions, options) => {
    if (questions.length === 0) return [];
    const [, ...answers] = await nodes.callMany([{ method: "eth_chainId", params: [] }, ...questions], {
      ...options,
      accept: ([told, ...others]) => {
        verify(readQuantity(answered(told)), chainId);
        options?.accept?.(others);
      },
    });
    return answers;
  };
  return {
    call: async (method, params, options) => {
      const [answer] = await callMany([{ method, params }], options);
      if (answer instanceof NodeError) throw answer;
      return answer;
    },
    callMany,
    distrust: () => nodes.distrust(),
  };
}

function verify(told: bigint, chainId: number): void {
  if (told !== BigInt(chainId))
    throw new ChainUnavailableError(`the node is of chain ${told} and not of chain ${chainId}`);
}
