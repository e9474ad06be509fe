import { ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { inGroups } from "./ask-nodes.ts";
import { ledgersAnswer, readAnswer } from "./node-answers.ts";

/** A real node sends the whole ledger along with its hash, so few are asked for in one message. */
const maxLedgersInMessage = 8;

export function hashQuestion(sequence: number): { readonly method: string; readonly params: unknown } {
  return { method: "getLedgers", params: { startLedger: sequence, pagination: { limit: 1 } } };
}

export function readHash(answer: unknown, sequence: number): string {
  const ledger = readAnswer(ledgersAnswer, answer).ledgers.find((one) => one.sequence === sequence);
  if (ledger === undefined) throw new ChainUnavailableError(`a node does not have ledger ${sequence}`);
  return ledger.hash;
}

export async function readHashes(
  nodes: NodePool,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  for (const group of inGroups([...new Set(sequences)], maxLedgersInMessage)) {
    const answers = await nodes.callMany(group.map(hashQuestion));
    for (const [index, sequence] of group.entries()) hashes.set(sequence, readHash(answers[index], sequence));
  }
  return hashes;
}
