import type { StatusQuestion, TransactionStatus } from "../chain.ts";
import { NodeError, type NodePool, type NodeQuestion } from "../node-pool.ts";
import { answered } from "./ask-nodes.ts";
import { largest } from "./bigint-bounds.ts";
import { type HeadTerms, headQuestionCount, headQuestions, readHead } from "./chain-head.ts";
import type { ConsentWindow } from "./consent.ts";
import { type ExplainedFailure, explainFailures } from "./explain-failures.ts";
import {
  quantity,
  type Receipt,
  readBlock,
  readQuantity,
  readReceipt,
  readTransaction,
} from "./node-answers.ts";

export interface StatusDeps {
  readonly nodes: NodePool;
  readonly terms: HeadTerms;
  readonly consent: ConsentWindow;
  readonly now: () => number;
}

/**
 * How deep most nodes keep the state of a chain. Where blocks become final later than that, a sequence that was used
 * this long ago counts as used; should such a block be forgotten after all, references still allow each deed only once.
 */
const stateDepth = 100n;

/** Two messages, however many are asked about; more only for those that failed or may never come. */
export async function readStatuses(
  deps: StatusDeps,
  questions: readonly StatusQuestion[],
): Promise<readonly TransactionStatus[]> {
  if (questions.length === 0) return [];
  const first = await deps.nodes.callMany([
    ...headQuestions(deps.terms),
    ...questions.map(({ transactionId }) => receiptQuestion(transactionId)),
  ]);
  const { latest, finalHeight } = readHead(first, deps.terms);
  const receipts = first.slice(headQuestionCount).map((answer) => readReceipt(answered(answer)));
  const countHeight = largest(finalHeight, latest.height - stateDepth);
  const found = { questions, receipts, finalHeight, countHeight };
  const ground = await askGround(deps.nodes, found);
  const failures = await askFailures(deps.nodes, found);
  // Where blocks do not tell the time, the clock may say that it has passed.
  const clock = deps.consent.runsOutBy === "clock" ? BigInt(Math.floor(deps.now() / 1_000)) : 0n;
  const time = largest(clock, ground.finalTimestamp);
  const circumstances = { finalHeight, ground, failures, time };
  return questions.map((question, at) => statusOf(question, receipts[at], circumstances));
}

interface Found {
  readonly questions: readonly StatusQuestion[];
  readonly receipts: readonly (Receipt | undefined)[];
  readonly finalHeight: bigint;
  /** The block at which sequences that were used are counted. */
  readonly countHeight: bigint;
}

/** What receipts, and their absence, are judged by. */
interface Ground {
  readonly finalTimestamp: bigint;
  /** The block that the chain has now at each height. */
  readonly hashByHeight: ReadonlyMap<bigint, string>;
  /** Transactions that can never come: their sequence is used, finally, and there is still no receipt. */
  readonly replaced: ReadonlySet<string>;
}

async function askGround(nodes: NodePool, found: Found): Promise<Ground> {
  const { questions, receipts, finalHeight, countHeight } = found;
  const included = receipts.flatMap((receipt) => (receipt === undefined ? [] : [receipt.height]));
  const heights = [...new Set([finalHeight, ...included])];
  const absent = questions.filter((_, at) => receipts[at] === undefined);
  const senders = [...new Set(absent.map(({ lane }) => lane.address))];
  const answers = await nodes.callMany([
    ...heights.map((height) => ({ method: "eth_getBlockByNumber", params: [quantity(height), false] })),
    ...senders.map((sender) => ({
      method: "eth_getTransactionCount",
      params: [sender, quantity(countHeight)],
    })),
  ]);
  const blocks = heights
    .map((_, at) => answered(answers[at]))
    .flatMap((block) => (block === null ? [] : [readBlock(block)]));
  const countBySender = new Map(senders.map((sender, at) => [sender, answers[heights.length + at]]));
  const suspects = absent.filter(({ lane }) => isUsed(lane.sequence, countBySender.get(lane.address)));
  return {
    finalTimestamp: blocks.find(({ height }) => height === finalHeight)?.timestamp ?? 0n,
    hashByHeight: new Map(blocks.map(({ height, hash }) => [height, hash])),
    replaced: await stillAbsent(nodes, suspects),
  };
}

function receiptQuestion(transactionId: string): NodeQuestion {
  return { method: "eth_getTransactionReceipt", params: [transactionId] };
}

/** A node that no longer keeps the state of that block cannot say it; then it is not said. */
function isUsed(sequence: bigint | undefined, count: unknown): boolean {
  return sequence !== undefined && !(count instanceof NodeError) && readQuantity(count) > sequence;
}

/** Asked again after the count of the sender: an earlier answer may have come from a node that was behind. */
async function stillAbsent(
  nodes: NodePool,
  suspects: readonly StatusQuestion[],
): Promise<ReadonlySet<string>> {
  const ids = suspects.map(({ transactionId }) => transactionId);
  const answers = await nodes.callMany(ids.map(receiptQuestion));
  return new Set(ids.filter((_, at) => answers[at] === null));
}

async function askFailures(
  nodes: NodePool,
  { questions, receipts }: Found,
): Promise<ReadonlyMap<string, ExplainedFailure>> {
  const failed = questions.flatMap(({ transactionId }, at) => {
    const receipt = receipts[at];
    return receipt === undefined || receipt.isSuccess ? [] : [{ transactionId, height: receipt.height }];
  });
  const bodies = await nodes.callMany(
    failed.map(({ transactionId }) => ({ method: "eth_getTransactionByHash", params: [transactionId] })),
  );
  const sent = failed.flatMap((one, at) => {
    const body = answered(bodies[at]);
    return body === null ? [] : [{ ...one, transaction: readTransaction(body) }];
  });
  const explained = await explainFailures(nodes, sent);
  return new Map(
    sent.flatMap(({ transactionId }, at) => {
      const failure = explained[at];
      return failure === undefined ? [] : [[transactionId, failure] as const];
    }),
  );
}

interface Circumstances {
  readonly finalHeight: bigint;
  readonly ground: Ground;
  readonly failures: ReadonlyMap<string, ExplainedFailure>;
  /** What time it is on the chain, finally. */
  readonly time: bigint;
}

function statusOf(
  { transactionId }: StatusQuestion,
  receipt: Receipt | undefined,
  { finalHeight, ground, failures, time }: Circumstances,
): TransactionStatus {
  if (receipt === undefined) {
    return ground.replaced.has(transactionId) ? { state: "replaced" } : { state: "absent" };
  }
  const { height, blockHash, isSuccess } = receipt;
  // The receipt is of a block that the chain has left meanwhile.
  if (ground.hashByHeight.get(height) !== blockHash) return { state: "absent" };
  const included = { state: "included", height, blockHash, isFinal: height <= finalHeight } as const;
  if (isSuccess) return { ...included, outcome: { ok: true } };
  const failure = failures.get(transactionId);
  // Without its body nobody can say why it failed; it is asked for again.
  if (failure === undefined) return { state: "absent" };
  return failedStatus(included, failure, time);
}

type Included = Omit<Extract<TransactionStatus, { readonly state: "included" }>, "outcome">;

function failedStatus(included: Included, failure: ExplainedFailure, time: bigint): TransactionStatus {
  const { reason, detail, consent, isConsentOver } = failure;
  const failed = { ...included, outcome: { ok: false, reason, detail } } as const;
  // While it can be used, or nobody can say whether it was, the last word is not spoken.
  const isOpen = consent !== undefined && (consent.isUsed === undefined || time < consent.validBefore);
  if (!included.isFinal || isOpen) return { ...failed, isFinal: false };
  // It names the parties, the units and the reference: what somebody else did with it is exactly this deed.
  if (consent?.isUsed) return { ...included, outcome: { ok: true } };
  // It used its sequence when its time had passed: the deed needs a new consent, and then it can succeed.
  return isConsentOver ? { state: "replaced" } : failed;
}
