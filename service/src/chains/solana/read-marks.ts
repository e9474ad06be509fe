import { ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { askMany } from "./ask-nodes.ts";
import { fromBase58 } from "./base58.ts";
import { referenceHash } from "./instructions.ts";
import { type NodeTransaction, transactionOf } from "./node-responses.ts";
import { memoProgram } from "./programs.ts";

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
    const { message } = found.transaction;
    const mark = referenceIn(message);
    return mark === undefined ? formerMarks(message) : [mark];
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

function referenceIn({ accountKeys, instructions }: Message): string | undefined {
  const { accounts = [], data = "" } = instructions.at(-1) ?? {};
  const expected = accountCounts.get(fromBase58(data)[0]);
  if (expected === undefined || accounts.length !== expected + 1) return undefined;
  const address = accountKeys[accounts.at(-1) ?? -1];
  return address === undefined ? undefined : Buffer.from(fromBase58(address)).toString("hex");
}

/** Former versions put the reference into a memo. A memo beside a reference is the recipient's, whatever it says. */
function formerMarks({ accountKeys, instructions }: Message): readonly string[] {
  return instructions
    .filter(({ programIdIndex }) => accountKeys[programIdIndex] === memoProgram)
    .map(({ data = "" }) => referenceHash(Buffer.from(fromBase58(data)).toString("utf8")).toString("hex"));
}
