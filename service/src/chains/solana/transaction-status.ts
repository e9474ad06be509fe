import type { StatusQuestion, TransactionStatus } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { ask, askMany } from "./ask-nodes.ts";
import { askWithMemory } from "./call-with-history.ts";
import { failedInstruction, failureOf } from "./failure-reason.ts";
import { findBlock } from "./find-block.ts";
import {
  type Commitment,
  maxStatusesInQuestion,
  position,
  type SignatureStatus,
  signatureStatuses,
  transactionOf,
} from "./node-responses.ts";

/**
 * Included means confirmed: a slot that only its leader has processed may be dropped. A confirmed slot has one block,
 * so the slot identifies the block and `blockHash` is left empty: reading it would cost a call per slot.
 */
export async function statuses(
  nodes: NodePool,
  finality: Commitment,
  questions: readonly StatusQuestion[],
): Promise<readonly TransactionStatus[]> {
  if (questions.length === 0) return [];
  // First the finalized position, then the statuses: what is absent then, and was too old before, is expired.
  const finalised = await ask(nodes, position("finalized"));
  const { found, firstBlock } = await findStatuses(
    nodes,
    questions.map(({ transactionId }) => transactionId),
  );
  const programs = await failedPrograms(nodes, found);
  const mayBeExpired = questions.filter(({ transactionId, expiresAtHeight }) => {
    const { status, slot } = found.get(transactionId) ?? notFound;
    const isTooOld = expiresAtHeight !== undefined && finalised.blockHeight >= expiresAtHeight;
    // A lagging node may have responded instead of the first one: it cannot prove absence.
    return status === null && isTooOld && slot >= finalised.absoluteSlot;
  });
  const expired = await withinRetention(nodes, firstBlock, mayBeExpired);
  return questions.map((question) => {
    const { status } = found.get(question.transactionId) ?? notFound;
    if (status !== null && isIncluded(status))
      return included(status, finality, programs.get(question.transactionId));
    return { state: expired.has(question) ? "expired" : "absent" };
  });
}

interface Found {
  readonly status: SignatureStatus | null;
  /** Slot up to which the responding node knew the chain. */
  readonly slot: bigint;
}

const notFound: Found = { status: null, slot: -1n };

interface FoundStatuses {
  readonly found: ReadonlyMap<string, Found>;
  /** The slot of the oldest retained block. */
  readonly firstBlock: bigint;
}

async function findStatuses(nodes: NodePool, signatures: readonly string[]): Promise<FoundStatuses> {
  const pages = Array.from({ length: Math.ceil(signatures.length / maxStatusesInQuestion) }, (_, page) =>
    signatures.slice(page * maxStatusesInQuestion, (page + 1) * maxStatusesInQuestion),
  );
  const { responses: results, firstBlock } = await askWithMemory(nodes, pages.map(signatureStatuses));
  const found = new Map<string, Found>();
  for (const [page, { slot, statuses }] of results.entries())
    for (const [index, signature] of (pages[page] ?? []).entries())
      found.set(signature, { status: statuses[index] ?? null, slot });
  return { found, firstBlock };
}

const blockhashLifetime = 150n;
/** Additional blocks that must be retained, because a node prunes while it is queried. */
const retentionMargin = 150n;

/**
 * The unknown transactions whose whole lifetime was retained. A node that pruned the blocks in which one could have
 * been included reports it as not found, as it does for one that was never included.
 */
async function withinRetention(
  nodes: NodePool,
  firstBlock: bigint,
  questions: readonly StatusQuestion[],
): Promise<ReadonlySet<StatusQuestion>> {
  const retained = new Set<StatusQuestion>();
  if (questions.length === 0) return retained;
  const earliestHeights = questions.map((question) => [question, earliestHeightOf(question)] as const);
  // A height is never above its slot, so the slot itself may be sufficient.
  const isPlain = earliestHeights.every(([, earliestHeight]) => firstBlock <= earliestHeight);
  const height = isPlain ? firstBlock : (await findBlock(nodes, firstBlock))?.blockHeight;
  for (const [question, earliestHeight] of earliestHeights)
    if (height !== undefined && height <= earliestHeight) retained.add(question);
  // Another node may retain more; it is used next time.
  if (retained.size < questions.length) nodes.distrust();
  return retained;
}

/** A height below which the transaction cannot have been included. */
function earliestHeightOf({ expiresAtHeight = 0n }: StatusQuestion): bigint {
  const earliestHeight = expiresAtHeight - blockhashLifetime - retentionMargin;
  return earliestHeight > 0n ? earliestHeight : 0n;
}

function isIncluded({ confirmationStatus }: SignatureStatus): boolean {
  return confirmationStatus === "confirmed" || confirmationStatus === "finalized";
}

function included(
  status: SignatureStatus,
  finality: Commitment,
  program: string | undefined,
): TransactionStatus {
  const hasFailed = status.err !== null && status.err !== undefined;
  return {
    state: "included",
    height: status.slot,
    blockHash: "",
    isFinal: finality === "confirmed" || status.confirmationStatus === "finalized",
    outcome: hasFailed ? { ok: false, ...failureOf(status.err, program) } : { ok: true },
  };
}

/** For failed transactions, the program of the failed instruction: the status has only its index. */
async function failedPrograms(
  nodes: NodePool,
  found: ReadonlyMap<string, Found>,
): Promise<ReadonlyMap<string, string>> {
  const failed = [...found].flatMap(([signature, { status }]) => {
    const instruction = status !== null && isIncluded(status) ? failedInstruction(status.err) : undefined;
    return instruction === undefined ? [] : [{ signature, instruction }];
  });
  const transactions = await askMany(
    nodes,
    failed.map(({ signature }) => transactionOf(signature)),
  );
  return new Map(
    failed.flatMap(({ signature, instruction }, index) => {
      const message = transactions[index]?.transaction.message;
      const program = message?.accountKeys[message.instructions[instruction]?.programIdIndex ?? -1];
      return program === undefined ? [] : [[signature, program] as const];
    }),
  );
}
