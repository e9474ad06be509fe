import { largest } from "../../kernel/bigint-bounds.ts";
import type { StatusQuestion, TransactionStatus } from "../chain.ts";
import { NodeError, type NodePool, type NodeQuestion } from "../node-pool.ts";
import { resultOf } from "./ask-nodes.ts";
import { type HeadTerms, headQuestionCount, headQuestions, readHead } from "./chain-head.ts";
import type { AuthorizationWindow } from "./encode-operation.ts";
import { type ExplainedFailure, explainFailures } from "./explain-failures.ts";
import {
  quantity,
  type Receipt,
  readBlock,
  readQuantity,
  readReceipt,
  readTransaction,
} from "./node-responses.ts";

export interface StatusDeps {
  readonly nodes: NodePool;
  readonly terms: HeadTerms;
  readonly authorization: AuthorizationWindow;
  readonly now: () => number;
}

/**
 * How many blocks of state most nodes keep. Where finality takes longer, a nonce used this long ago counts as used;
 * should such a block be reorged after all, references still let each operation take effect only once.
 */
const stateDepth = 100n;

/** Three batches for any number of transactions; more only for those that failed or may never be included. */
export async function readStatuses(
  deps: StatusDeps,
  questions: readonly StatusQuestion[],
): Promise<readonly TransactionStatus[]> {
  if (questions.length === 0) return [];
  const senders = sendersOf(questions);
  const first = await deps.nodes.callMany([
    ...headQuestions(deps.terms),
    ...senders.map((sender) => ({ method: "eth_getTransactionCount", params: [sender, "latest"] })),
  ]);
  const { latest, finalHeight } = readHead(first, deps.terms);
  const counts = new Map(senders.map((sender, at) => [sender, first[headQuestionCount + at]]));
  const receipts = await fetchReceipts(deps.nodes, questions, counts);
  const countHeight = largest(finalHeight, latest.height - stateDepth);
  const found = { questions, receipts, finalHeight, countHeight };
  const chainContext = await fetchChainContext(deps.nodes, found);
  const failures = await fetchFailures(deps.nodes, found);
  // Where block times are not current, the clock may show that the time has passed.
  const clock = deps.authorization.runsOutBy === "clock" ? BigInt(Math.floor(deps.now() / 1_000)) : 0n;
  const time = largest(clock, chainContext.finalTimestamp);
  const context = { finalHeight, chainContext, failures, time };
  return questions.map((question, at) => statusOf(question, receipts[at], context));
}

function sendersOf(questions: readonly StatusQuestion[]): readonly string[] {
  return [...new Set(questions.map(({ senderQueue }) => senderQueue.address))];
}

/** A transaction whose nonce is unused has no receipt, so none is requested: most of those that are pending. */
async function fetchReceipts(
  nodes: NodePool,
  questions: readonly StatusQuestion[],
  counts: ReadonlyMap<string, unknown>,
): Promise<readonly (Receipt | undefined)[]> {
  const mayHave = questions.filter(({ senderQueue: { address, sequence } }) => {
    const count = counts.get(address);
    return sequence === undefined || count instanceof NodeError || isUsed(sequence, count);
  });
  const results = await nodes.callMany(mayHave.map(({ transactionId }) => receiptQuestion(transactionId)));
  const found = new Map(mayHave.map((question, at) => [question, readReceipt(resultOf(results[at]))]));
  return questions.map((question) => found.get(question));
}

interface Receipts {
  readonly questions: readonly StatusQuestion[];
  readonly receipts: readonly (Receipt | undefined)[];
  readonly finalHeight: bigint;
  /** The block at which used nonces are counted. */
  readonly countHeight: bigint;
}

/** Chain data against which receipts, and their absence, are evaluated. */
interface ChainContext {
  readonly finalTimestamp: bigint;
  /** The canonical block hash at each height. */
  readonly hashByHeight: ReadonlyMap<bigint, string>;
  /** Transactions that can never be included: their nonce is used, finally, and there still is no receipt. */
  readonly replaced: ReadonlySet<string>;
}

async function fetchChainContext(nodes: NodePool, found: Receipts): Promise<ChainContext> {
  const { questions, receipts, finalHeight, countHeight } = found;
  const included = receipts.flatMap((receipt) => (receipt === undefined ? [] : [receipt.height]));
  const heights = [...new Set([finalHeight, ...included])];
  const absent = questions.filter((_, at) => receipts[at] === undefined);
  const senders = sendersOf(absent);
  const results = await nodes.callMany([
    ...heights.map((height) => ({ method: "eth_getBlockByNumber", params: [quantity(height), false] })),
    ...senders.map((sender) => ({
      method: "eth_getTransactionCount",
      params: [sender, quantity(countHeight)],
    })),
  ]);
  const blocks = heights
    .map((_, at) => resultOf(results[at]))
    .flatMap((block) => (block === null ? [] : [readBlock(block)]));
  const countBySender = new Map(senders.map((sender, at) => [sender, results[heights.length + at]]));
  const suspects = absent.filter(({ senderQueue }) =>
    isUsed(senderQueue.sequence, countBySender.get(senderQueue.address)),
  );
  return {
    finalTimestamp: blocks.find(({ height }) => height === finalHeight)?.timestamp ?? 0n,
    hashByHeight: new Map(blocks.map(({ height, hash }) => [height, hash])),
    replaced: await stillAbsent(nodes, suspects),
  };
}

function receiptQuestion(transactionId: string): NodeQuestion {
  return { method: "eth_getTransactionReceipt", params: [transactionId] };
}

/** If the node has pruned the state of that block, the nonce does not count as used. */
function isUsed(sequence: bigint | undefined, count: unknown): boolean {
  return sequence !== undefined && !(count instanceof NodeError) && readQuantity(count) > sequence;
}

/** Read again after the sender's nonce: the earlier result may have come from a lagging node. */
async function stillAbsent(
  nodes: NodePool,
  suspects: readonly StatusQuestion[],
): Promise<ReadonlySet<string>> {
  const ids = suspects.map(({ transactionId }) => transactionId);
  const results = await nodes.callMany(ids.map(receiptQuestion));
  return new Set(ids.filter((_, at) => results[at] === null));
}

async function fetchFailures(
  nodes: NodePool,
  { questions, receipts }: Receipts,
): Promise<ReadonlyMap<string, ExplainedFailure>> {
  const failed = questions.flatMap(({ transactionId }, at) => {
    const receipt = receipts[at];
    return receipt === undefined || receipt.isSuccess ? [] : [{ transactionId, height: receipt.height }];
  });
  const bodies = await nodes.callMany(
    failed.map(({ transactionId }) => ({ method: "eth_getTransactionByHash", params: [transactionId] })),
  );
  const sent = failed.flatMap((failure, at) => {
    const body = resultOf(bodies[at]);
    return body === null ? [] : [{ ...failure, transaction: readTransaction(body) }];
  });
  const explained = await explainFailures(nodes, sent);
  return new Map(
    sent.flatMap(({ transactionId }, at) => {
      const failure = explained[at];
      return failure === undefined ? [] : [[transactionId, failure] as const];
    }),
  );
}

interface StatusContext {
  readonly finalHeight: bigint;
  readonly chainContext: ChainContext;
  readonly failures: ReadonlyMap<string, ExplainedFailure>;
  /** Final time of the chain. */
  readonly time: bigint;
}

function statusOf(
  { transactionId }: StatusQuestion,
  receipt: Receipt | undefined,
  { finalHeight, chainContext, failures, time }: StatusContext,
): TransactionStatus {
  if (receipt === undefined) {
    return chainContext.replaced.has(transactionId) ? { state: "replaced" } : { state: "absent" };
  }
  const { height, blockHash, isSuccess } = receipt;
  // The receipt's block was reorged meanwhile.
  if (chainContext.hashByHeight.get(height) !== blockHash) return { state: "absent" };
  const included = { state: "included", height, blockHash, isFinal: height <= finalHeight } as const;
  if (isSuccess) return { ...included, outcome: { ok: true } };
  const failure = failures.get(transactionId);
  // Without its body the failure cannot be explained; it is read again next time.
  if (failure === undefined) return { state: "absent" };
  return failedStatus(included, failure, time);
}

type Included = Omit<Extract<TransactionStatus, { readonly state: "included" }>, "outcome">;

function failedStatus(included: Included, failure: ExplainedFailure, time: bigint): TransactionStatus {
  const { reason, detail, authorization, isAuthorizationOver } = failure;
  const failed = { ...included, outcome: { ok: false, reason, detail } } as const;
  // Not final while the authorization is valid, or while its use is unknown.
  const isOpen =
    authorization !== undefined && (authorization.isUsed === undefined || time < authorization.validBefore);
  if (!included.isFinal || isOpen) return { ...failed, isFinal: false };
  // It fixes sender, recipient, units and reference: a third party's submission is exactly this operation.
  if (authorization?.isUsed) return { ...included, outcome: { ok: true } };
  // Its nonce was used after the authorization expired: the operation can succeed with a new authorization.
  return isAuthorizationOver ? { state: "replaced" } : failed;
}
