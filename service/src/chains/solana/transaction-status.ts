import type { StatusQuestion, TransactionStatus } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { ask, askMany } from "./ask-nodes.ts";
import { failedInstruction, failureOf } from "./failure-reason.ts";
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
  const found = await findStatuses(
    nodes,
    questions.map(({ transactionId }) => transactionId),
  );
  const programs = await failedPrograms(nodes, found);
  return questions.map(({ transactionId, expiresAtHeight }) => {
    const { status, slot } = found.get(transactionId) ?? nothing;
    if (status !== null && isIncluded(status)) return included(status, finality, programs.get(transactionId));
    const isTooOld = expiresAtHeight !== undefined && finalised.blockHeight >= expiresAtHeight;
    // Another node than the first may have answered, one that is behind: it cannot know what is absent.
    const isKnown = slot >= finalised.absoluteSlot;
    return { state: status === null && isTooOld && isKnown ? "expired" : "absent" };
  });
}

interface Found {
  readonly status: SignatureStatus | null;
  /** Up to which the node that answered knew the chain. */
  readonly slot: bigint;
}

const nothing: Found = { status: null, slot: -1n };

async function findStatuses(
  nodes: NodePool,
  signatures: readonly string[],
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (let from = 0; from < signatures.length; from += maxStatusesInQuestion) {
    const page = signatures.slice(from, from + maxStatusesInQuestion);
    const { context, value } = await ask(nodes, signatureStatuses(page));
    for (const [index, signature] of page.entries())
      found.set(signature, { status: value[index] ?? null, slot: context.slot });
  }
  return found;
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
