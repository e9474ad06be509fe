import { ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { askMany } from "./ask-nodes.ts";
import { fromBase58 } from "./base58.ts";
import { transactionOf } from "./node-responses.ts";
import { memoProgram } from "./programs.ts";

/** A transaction expires after 150 blocks, and a slot may have none: more than twice as many slots. */
export const lifetimeSlots = 400n;

/** The memos: each is the reference of an operation. */
export async function readMarks(
  nodes: NodePool,
  transactionIds: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const transactions = await askMany(
    nodes,
    transactionIds.map((id) => transactionOf(id)),
  );
  return transactions.map((found) => {
    if (found === null)
      throw new ChainUnavailableError("RPC node does not have a transaction that it reported");
    const { accountKeys, instructions } = found.transaction.message;
    return instructions
      .filter(({ programIdIndex }) => accountKeys[programIdIndex] === memoProgram)
      .map(({ data = "" }) => Buffer.from(fromBase58(data)).toString("utf8"));
  });
}
