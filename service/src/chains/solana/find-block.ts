import { NodeError, type NodePool } from "../node-pool.ts";
import { readResponse } from "./ask-nodes.ts";
import { blockAt, type NodeBlock } from "./node-responses.ts";

/**
 * The block of a slot; undefined if the node has none, because it was pruned or never existed. A node whose result
 * makes `accept` throw is skipped.
 */
export async function findBlock(
  nodes: NodePool,
  slot: bigint,
  accept?: (block: NodeBlock | undefined) => void,
): Promise<NodeBlock | undefined> {
  const { response: shape, ...question } = blockAt(slot);
  const read = (result: unknown): NodeBlock | undefined =>
    result instanceof NodeError
      ? undefined
      : (readResponse({ ...question, response: shape }, result) ?? undefined);
  const [result] = await nodes.callMany([question], { accept: ([candidate]) => accept?.(read(candidate)) });
  return read(result);
}
