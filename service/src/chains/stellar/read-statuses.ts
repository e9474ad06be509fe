import type { z } from "zod";
import type { StatusQuestion, TransactionStatus } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { askMany } from "./ask-nodes.ts";
import { type LedgerEntries, readEntries } from "./ledger-entries.ts";
import { readHashes } from "./ledger-hashes.ts";
import { transactionAnswer } from "./node-answers.ts";
import { failureOf, readResult } from "./transaction-result.ts";

type TransactionAnswer = z.infer<typeof transactionAnswer>;
type Missing = Extract<TransactionAnswer, { readonly status: "NOT_FOUND" }>;

/** Asked for in one message: enough that a full house of channels fits. */
const maxQuestions = 200;

export async function readStatuses(
  nodes: NodePool,
  questions: readonly StatusQuestion[],
  validityLedgers: number,
): Promise<readonly TransactionStatus[]> {
  if (questions.length === 0) return [];
  const statuses: TransactionStatus[] = [];
  for (let start = 0; start < questions.length; start += maxQuestions)
    statuses.push(...(await readSome(nodes, questions.slice(start, start + maxQuestions), validityLedgers)));
  return statuses;
}

async function readSome(
  nodes: NodePool,
  questions: readonly StatusQuestion[],
  validityLedgers: number,
): Promise<readonly TransactionStatus[]> {
  const lanes = await readEntries(nodes, {
    accounts: questions.map(({ lane }) => lane.address),
    trustlines: [],
  });
  const asked = questions.map(({ transactionId }) => ({
    method: "getTransaction",
    params: { hash: transactionId },
  }));
  const answers = await askMany(nodes, asked, transactionAnswer);
  const included = answers.flatMap((answer) => (answer.status === "NOT_FOUND" ? [] : [answer.ledger]));
  const hashes = await readHashes(nodes, included);
  return questions.map((question, index) => {
    const answer = answers[index];
    if (answer === undefined) return { state: "absent" };
    return answer.status === "NOT_FOUND"
      ? missingStatus(question, answer, lanes, validityLedgers)
      : includedStatus(answer, hashes.get(answer.ledger) ?? "");
  });
}

function includedStatus(answer: Exclude<TransactionAnswer, Missing>, blockHash: string): TransactionStatus {
  return {
    state: "included",
    height: BigInt(answer.ledger),
    blockHash,
    // A ledger that is closed is agreed upon; Stellar takes none back.
    isFinal: true,
    outcome:
      answer.status === "SUCCESS" ? { ok: true } : { ok: false, ...failureOf(readResult(answer.resultXdr)) },
  };
}

/**
 * A transaction that a node does not find may still come, unless the node's own memory shows that it cannot. The memory
 * must reach over the whole time in which it could have been included, and the channel must be known from no later
 * a moment than the transactions are, or a transaction just included would pass for one that was replaced.
 *
 * One proof needs no memory: whatever is included uses its sequence, also when it fails. A sequence that is unused at a
 * ledger that is too late stays unused by this transaction for ever.
 */
export function missingStatus(
  { lane, expiresAtHeight }: StatusQuestion,
  { latestLedger, oldestLedger }: Pick<Missing, "latestLedger" | "oldestLedger">,
  lanes: Pick<LedgerEntries, "account" | "latestLedger">,
  validityLedgers: number,
): TransactionStatus {
  if (expiresAtHeight === undefined) return { state: "absent" };
  const used = lanes.account(lane.address)?.sequence;
  const isKnown = used !== undefined && lane.sequence !== undefined;
  const isUnused = isKnown && used < lane.sequence;
  if (isUnused && BigInt(lanes.latestLedger) >= expiresAtHeight) return { state: "expired" };
  if (BigInt(oldestLedger) > expiresAtHeight - BigInt(validityLedgers)) return { state: "absent" };
  if (isKnown && !isUnused && latestLedger >= lanes.latestLedger) return { state: "replaced" };
  return { state: BigInt(latestLedger) >= expiresAtHeight ? "expired" : "absent" };
}
