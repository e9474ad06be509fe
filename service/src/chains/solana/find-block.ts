import { NodeError, type NodePool } from "../node-pool.ts";
import { readAnswer } from "./ask-nodes.ts";
import { blockAt, type NodeBlock } from "./node-answers.ts";

/**
 * The block of a slot; undefined when the node says that it has none, whether it forgot it or never had it. A node whose
 * answer `accept` throws at is passed over.
 */
export async function findBlock(
  nodes: NodePool,
  slot: bigint,
  accept?: (block: NodeBlock | undefined) => void,
): Promise<NodeBlock | undefined> {
  const { answer: shape, ...question } = blockAt(slot);
  const read = (answer: unknown): NodeBlock | undefined =>
    answer instanceof NodeError
      ? undefined
      : (readAnswer({ ...question, answer: shape }, answer) ?? undefined);
  const [answer] = await nodes.callMany([question], { accept: ([told]) => accept?.(read(told)) });
  return read(answer);
}
