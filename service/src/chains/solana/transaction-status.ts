import type { StatusQuestion, TransactionStatus } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { ask, askMany } from "./ask-nodes.ts";
import { askWithMemory } from "./ask-with-memory.ts";
import { failedInstruction, failureOf } from "./failure-reason.ts";
import { findBlock } from "./find-block.ts";
import {
  type Commitment,
  maxStatusesInQuestion,
  position,
  type SignatureStatus,
  signatureStatuses,
  transactionOf,
} from "./node-answers.ts";

/**
 * Included is what is confirmed: a slot that only its leader has seen may be dropped any moment. Confirmed slots hold
 * one block each, so the slot names the block and `blockHash` is left empty: asking for it would cost a question a slot.
 */
export async function statuses(
  nodes: NodePool,
  finality: Commitment,
  questions: readonly StatusQuestion[],
): Promise<readonly TransactionStatus[]> {
  if (questions.length === 0) return [];
  // First where the finalised chain stands, then the statuses: what is absent then, and was too old before, is expired.
  const finalised = await ask(nodes, position("finalized"));
  const { found, firstBlock } = await findStatuses(
    nodes,
    questions.map(({ transactionId }) => transactionId),
  );
  const programs = await failedPrograms(nodes, found);
  const mayBeExpired = questions.filter(({ transactionId, expiresAtHeight }) => {
    const { status, slot } = found.get(transactionId) ?? nothing;
    const isTooOld = expiresAtHeight !== undefined && finalised.blockHeight >= expiresAtHeight;
    // Another node than the first may have answered, one that is behind: it cannot know what is absent.
    return status === null && isTooOld && slot >= finalised.absoluteSlot;
  });
  const expired = await withinMemory(nodes, firstBlock, mayBeExpired);
  return questions.map((question) => {
    const { status } = found.get(question.transactionId) ?? nothing;
    if (status !== null && isIncluded(status))
      return included(status, finality, programs.get(question.transactionId));
    return { state: expired.has(question) ? "expired" : "absent" };
  });
}

interface Found {
  readonly status: SignatureStatus | null;
  /** Up to which the node that answered knew the chain. */
  readonly slot: bigint;
}

const nothing: Found = { status: null, slot: -1n };

interface FoundStatuses {
  readonly found: ReadonlyMap<string, Found>;
  /** The slot of the oldest block that was still remembered. */
  readonly firstBlock: bigint;
}

async function findStatuses(nodes: NodePool, signatures: readonly string[]): Promise<FoundStatuses> {
  const pages = Array.from({ length: Math.ceil(signatures.length / maxStatusesInQuestion) }, (_, page) =>
    signatures.slice(page * maxStatusesInQuestion, (page + 1) * maxStatusesInQuestion),
  );
  const { answers, firstBlock } = await askWithMemory(nodes, pages.map(signatureStatuses));
  const found = new Map<string, Found>();
  for (const [page, { context, value }] of answers.entries())
    for (const [index, signature] of (pages[page] ?? []).entries())
      found.set(signature, { status: value[index] ?? null, slot: context.slot });
  return { found, firstBlock };
}

const blockhashLifetime = 150n;
/** So many blocks more than needed must be remembered, because a node forgets while it is asked. */
const memoryMargin = 150n;

/**
 * Of transactions that nobody knows, those whose whole life was remembered. A node that has forgotten the blocks in
 * which one could have been included says of it that it is not there, as it says of one that never came.
 */
async function withinMemory(
  nodes: NodePool,
  firstBlock: bigint,
  questions: readonly StatusQuestion[],
): Promise<ReadonlySet<StatusQuestion>> {
  const remembered = new Set<StatusQuestion>();
  if (questions.length === 0) return remembered;
  const births = questions.map((question) => [question, birthOf(question)] as const);
  // A height is never above its slot, so the slot itself may be enough to know.
  const isPlain = births.every(([, birth]) => firstBlock <= birth);
  const height = isPlain ? firstBlock : (await findBlock(nodes, firstBlock))?.blockHeight;
  for (const [question, birth] of births)
    if (typeof height === "bigint" && height <= birth) remembered.add(question);
  // Another node may remember more; it is asked next time.
  if (remembered.size < questions.length) nodes.distrust();
  return remembered;
}

/** A height below which the transaction cannot have been included. */
function birthOf({ expiresAtHeight = 0n }: StatusQuestion): bigint {
  const birth = expiresAtHeight - blockhashLifetime - memoryMargin;
  return birth > 0n ? birth : 0n;
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

/** Of those that failed, the program whose instruction did: the status tells only its number. */
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
