import { ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { askMany } from "./ask-nodes.ts";
import { fromBase58 } from "./base58.ts";
import { type NodeTransaction, transactionOf } from "./node-responses.ts";

/** A transaction expires after 150 blocks, and a slot may have none: more than twice as many slots. */
export const lifetimeSlots = 400n;

/** The hash of an operation's reference: the address of the last account of the last instruction. */
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
    return referenceIn(found.transaction.message);
  });
}

type Message = NodeTransaction["transaction"]["message"];

/** Number of accounts of an instruction without a reference, by the first byte of its data. */
const accountCounts: ReadonlyMap<number | undefined, number> = new Map([
  // FreezeAccount, ThawAccount, TransferChecked, MintToChecked, BurnChecked
  [10, 3],
  [11, 3],
  [12, 4],
  [14, 3],
  [15, 3],
  // The first byte of the token metadata interface's Initialize, which ends a deployment.
  [210, 4],
]);

/** A memo belongs to the recipient, whatever it says. */
function referenceIn({ accountKeys, instructions }: Message): readonly string[] {
  const { accounts = [], data = "" } = instructions.at(-1) ?? {};
  const expected = accountCounts.get(fromBase58(data)[0]);
  if (expected === undefined || accounts.length !== expected + 1) return [];
  const address = accountKeys[accounts.at(-1) ?? -1];
  return address === undefined ? [] : [Buffer.from(fromBase58(address)).toString("hex")];
}
