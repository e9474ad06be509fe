import type { Hex } from "viem";
import { decodeFunctionData, getAddress, hexToBigInt, isHex } from "viem/utils";
import { NodeError, type NodePool, type NodeQuestion } from "../node-pool.ts";
import { explainRevert, type Failure, isRevert } from "./failure-reason.ts";
import { quantity, type SentTransaction } from "./node-responses.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";
import { encodeCall } from "./static-encoding.ts";

export interface FailedTransaction {
  readonly transaction: SentTransaction;
  readonly height: bigint;
}

export interface ExplainedFailure extends Failure {
  /**
   * The holder's authorization that the transaction published; only transfers publish one that third parties can use.
   */
  readonly authorization: ShownAuthorization | undefined;
}

export interface ShownAuthorization {
  /** Until when anyone can submit it, in seconds since 1970. */
  readonly validBefore: bigint;
  /** Undefined if the node could not report it. */
  readonly isUsed: boolean | undefined;
}

const questionsEach = 4;

/**
 * Why included transactions had no effect. A block stores no reason, so each is replayed: on the state after its block,
 * on the state before it, and, for a node that has pruned both, on the latest state.
 */
export async function explainFailures(
  nodes: NodePool,
  failed: readonly FailedTransaction[],
): Promise<readonly ExplainedFailure[]> {
  const questions = failed.flatMap(({ transaction, height }) => [
    replay(transaction, quantity(height)),
    replay(transaction, quantity(height - 1n)),
    replay(transaction, "latest"),
    stateOfAuthorization(transaction),
  ]);
  const results = await nodes.callMany(questions);
  return failed.map(({ transaction }, at) => {
    const [after, before, now, state] = results.slice(at * questionsEach, (at + 1) * questionsEach);
    const refusal = [after, before, now].find((result) => result instanceof NodeError && isRevert(result));
    const failure = refusal instanceof NodeError ? explainRevert(refusal) : unexplained;
    const authorization = readAuthorization(transaction);
    if (authorization === undefined) return { ...failure, authorization };
    return { ...failure, authorization: { validBefore: authorization.validBefore, isUsed: readFlag(state) } };
  });
}

const unexplained: Failure = {
  reason: "rejected",
  detail: "the contract reverted, and a replay succeeds",
  isAuthorizationOver: false,
};

function replay({ from, to, input, gas }: SentTransaction, block: string): NodeQuestion {
  const call = { from, ...(to === undefined ? {} : { to }), data: input, gas: quantity(gas) };
  return { method: "eth_call", params: [call, block] };
}

function stateOfAuthorization(transaction: SentTransaction): NodeQuestion {
  const authorization = readAuthorization(transaction);
  // One call for each transaction, so that results can be matched by position.
  if (authorization === undefined) return { method: "eth_chainId", params: [] };
  const data = encodeCall("authorizationState", [getAddress(authorization.from), authorization.nonce]);
  return { method: "eth_call", params: [{ to: transaction.to, data }, "latest"] };
}

interface SignedAuthorization {
  readonly from: string;
  readonly nonce: Hex;
  readonly validBefore: bigint;
}

/** The authorization that a transfer published; undefined for anything else. */
function readAuthorization({ to, input }: SentTransaction): SignedAuthorization | undefined {
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

function readFlag(result: unknown): boolean | undefined {
  return isHex(result) && result !== "0x" ? hexToBigInt(result) !== 0n : undefined;
}
