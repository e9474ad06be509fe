import type { Hex } from "viem";
import { decodeFunctionData, encodeFunctionData, getAddress, hexToBigInt, isHex } from "viem/utils";
import { NodeError, type NodePool, type NodeQuestion } from "../node-pool.ts";
import { explainRevert, type Failure, isRevert } from "./failure-reason.ts";
import { quantity, type SentTransaction } from "./node-answers.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";

export interface FailedTransaction {
  readonly transaction: SentTransaction;
  readonly height: bigint;
}

export interface ExplainedFailure extends Failure {
  /** The holder's consent that the transaction showed to the world; only a transfer shows one that others can use. */
  readonly consent: ShownConsent | undefined;
}

export interface ShownConsent {
  /** Until when anybody can bring it to the chain, in seconds since 1970. */
  readonly validBefore: bigint;
  /** Undefined when the node could not say. */
  readonly isUsed: boolean | undefined;
}

const questionsEach = 4;

/**
 * Why transactions that are in a block had no effect. A block keeps no reason, so each is run again: on what its block
 * left behind, on what stood before it, and, for a node that no longer knows either, on what there is now.
 */
export async function explainFailures(
  nodes: NodePool,
  failed: readonly FailedTransaction[],
): Promise<readonly ExplainedFailure[]> {
  const questions = failed.flatMap(({ transaction, height }) => [
    replay(transaction, quantity(height)),
    replay(transaction, quantity(height - 1n)),
    replay(transaction, "latest"),
    stateOfConsent(transaction),
  ]);
  const answers = await nodes.callMany(questions);
  return failed.map(({ transaction }, at) => {
    const [after, before, now, state] = answers.slice(at * questionsEach, (at + 1) * questionsEach);
    const refusal = [after, before, now].find((answer) => answer instanceof NodeError && isRevert(answer));
    const failure = refusal instanceof NodeError ? explainRevert(refusal) : unexplained;
    const consent = readConsent(transaction);
    if (consent === undefined) return { ...failure, consent };
    return { ...failure, consent: { validBefore: consent.validBefore, isUsed: readFlag(state) } };
  });
}

const unexplained: Failure = {
  reason: "rejected",
  detail: "the contract refused, and no longer does",
  isConsentOver: false,
};

function replay({ from, to, input, gas }: SentTransaction, block: string): NodeQuestion {
  const call = { from, ...(to === undefined ? {} : { to }), data: input, gas: quantity(gas) };
  return { method: "eth_call", params: [call, block] };
}

function stateOfConsent(transaction: SentTransaction): NodeQuestion {
  const consent = readConsent(transaction);
  // A question for each, so that answers can be counted off.
  if (consent === undefined) return { method: "eth_chainId", params: [] };
  const data = encodeFunctionData({
    abi: stablecoinAbi,
    functionName: "authorizationState",
    args: [getAddress(consent.from), consent.nonce],
  });
  return { method: "eth_call", params: [{ to: transaction.to, data }, "latest"] };
}

interface SignedConsent {
  readonly from: string;
  readonly nonce: Hex;
  readonly validBefore: bigint;
}

/** The consent that a transfer showed to the world; undefined for anything else. */
function readConsent({ to, input }: SentTransaction): SignedConsent | undefined {
  if (to === undefined) return undefined;
  try {
    const { functionName, args } = decodeFunctionData({ abi: stablecoinAbi, data: input });
    if (functionName !== "transferWithAuthorization") return undefined;
    const [from, , , , validBefore, nonce] = args;
    return { from, nonce, validBefore };
  } catch {
    return undefined;
  }
}

function readFlag(answer: unknown): boolean | undefined {
  return isHex(answer) && answer !== "0x" ? hexToBigInt(answer) !== 0n : undefined;
}
