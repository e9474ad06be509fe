import { NodeError, type NodePool } from "../node-pool.ts";
import { readAnswer } from "./ask-nodes.ts";
import { blockAt, type NodeBlock } from "./node-answers.ts";

/** The block of a slot; undefined when the node says that it has none, whether it forgot it or never had it. */
export async function findBlock(nodes: NodePool, slot: bigint): Promise<NodeBlock | undefined> {
  const question = blockAt(slot);
  try {
    return readAnswer(question, await nodes.call(question.method, question.params)) ?? undefined;
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
}
