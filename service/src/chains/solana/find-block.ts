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
  const question = blockAt(slot);
  const { method, params } = question;
  const read = (result: unknown): NodeBlock | undefined =>
    result instanceof NodeError ? undefined : readResponse(question, result);
  const [result] = await nodes.callMany([{ method, params }], {
    accept: ([candidate]) => accept?.(read(candidate)),
  });
  return read(result);
}
