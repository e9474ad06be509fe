import type { StatusQuestion, TransactionStatus } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { entriesOf, entryQuestions, keysOf, type LedgerEntries } from "./ledger-entries.ts";
import { readHashes } from "./ledger-hashes.ts";
import { readResponse, type TransactionResponse, transactionResponse } from "./node-responses.ts";
import { failureOf, readResult } from "./transaction-result.ts";

type Missing = Extract<TransactionResponse, { readonly status: "NOT_FOUND" }>;

/** Per batch: enough for all channels. */
const maxQuestions = 200;

export async function readStatuses(
  nodes: NodePool,
  questions: readonly StatusQuestion[],
  validityLedgers: number,
): Promise<readonly TransactionStatus[]> {
  if (questions.length === 0) return [];
  const statuses: TransactionStatus[] = [];
  for (let start = 0; start < questions.length; start += maxQuestions)
    statuses.push(...(await readBatch(nodes, questions.slice(start, start + maxQuestions), validityLedgers)));
  return statuses;
}

async function readBatch(
  nodes: NodePool,
  questions: readonly StatusQuestion[],
  validityLedgers: number,
): Promise<readonly TransactionStatus[]> {
  const accounts = questions.map(({ senderQueue }) => senderQueue.address);
  const channelCalls = entryQuestions(keysOf({ accounts, trustlines: [] }));
  const calls = questions.map(({ transactionId }) => ({
    method: "getTransaction",
    params: { hash: transactionId },
  }));
  const responses = await nodes.callMany([...channelCalls, ...calls]);
  const channels = entriesOf(responses.slice(0, channelCalls.length));
  const results = responses
    .slice(channelCalls.length)
    .map((response) => readResponse(transactionResponse, response));
  const included = results.flatMap((result) => (result.status === "NOT_FOUND" ? [] : [result.ledger]));
  const hashes = await readHashes(nodes, included);
  return questions.map((question, index) => {
    const result = results[index];
    if (result === undefined) return { state: "absent" };
    return result.status === "NOT_FOUND"
      ? missingStatus(question, result, channels, validityLedgers)
      : includedStatus(result, hashes.get(result.ledger) ?? "");
  });
}

function includedStatus(result: Exclude<TransactionResponse, Missing>, blockHash: string): TransactionStatus {
  return {
    state: "included",
    height: BigInt(result.ledger),
    blockHash,
    // A closed ledger is final on Stellar.
    isFinal: true,
    outcome:
      result.status === "SUCCESS" ? { ok: true } : { ok: false, ...failureOf(readResult(result.resultXdr)) },
  };
}

/**
 * A transaction that a node does not find may still be included, unless the node's history shows that it cannot. The
 * history must cover the whole period in which it could have been included, and the channel must not be read at a later
 * ledger than the transactions, or a transaction just included would look replaced.
 *
 * One proof needs no history: every included transaction uses its sequence number, even if it fails. A sequence number
 * that is unused at a ledger that is too late can never be used by this transaction.
 */
export function missingStatus(
  { senderQueue, expiresAtHeight }: StatusQuestion,
  { latestLedger, oldestLedger }: Pick<Missing, "latestLedger" | "oldestLedger">,
  channels: Pick<LedgerEntries, "account" | "latestLedger">,
  validityLedgers: number,
): TransactionStatus {
  if (expiresAtHeight === undefined) return { state: "absent" };
  const used = channels.account(senderQueue.address)?.sequence;
  const isKnown = used !== undefined && senderQueue.sequence !== undefined;
  const isUnused = isKnown && used < senderQueue.sequence;
  if (isUnused && BigInt(channels.latestLedger) >= expiresAtHeight) return { state: "expired" };
  if (BigInt(oldestLedger) > expiresAtHeight - BigInt(validityLedgers)) return { state: "absent" };
  if (isKnown && !isUnused && latestLedger >= channels.latestLedger) return { state: "replaced" };
  return { state: BigInt(latestLedger) >= expiresAtHeight ? "expired" : "absent" };
}
