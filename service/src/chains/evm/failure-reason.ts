import type { Hex } from "viem";
import { decodeErrorResult, isHex } from "viem/utils";
import type { FailureReason } from "../chain.ts";
import type { NodeError } from "../node-pool.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";

export interface Failure {
  readonly reason: FailureReason;
  readonly detail: string;
  /** The holder's authorization had expired; a new one could succeed. */
  readonly isAuthorizationOver: boolean;
}

/** Why a contract reverted: by the errors that Florin's contract declares, or by the error strings of common tokens. */
export function explainRevert(error: NodeError): Failure {
  const data = revertData(error.data);
  const { name, words } = decode(data);
  const known = name === undefined ? undefined : reasonByError[name];
  if (name !== undefined && known !== undefined) {
    return { reason: known, detail: name, isAuthorizationOver: name === "ERC3009InvalidAuthorizationTime" };
  }
  return explainWords(name ?? words ?? "the contract reverted without a reason");
}

/** Whether a node executed a call and the contract reverted; anything else is a node error. */
export function isRevert(error: NodeError): boolean {
  return error.code === 3 || /revert/i.test(error.message) || revertData(error.data) !== undefined;
}

const reasonByError: Readonly<Record<string, FailureReason>> = {
  Frozen: "frozen",
  EnforcedPause: "paused",
  ReferenceUsed: "reference_used",
  ERC20InsufficientBalance: "insufficient_tokens",
  ERC3009UsedAuthorization: "reference_used",
  ERC3009InvalidAuthorizationTime: "rejected",
};

// Third-party tokens return error strings; these are from FiatToken and OpenZeppelin before version 5.
const reasonByWords: readonly (readonly [RegExp, FailureReason])[] = [
  [/authorization is used/i, "reference_used"],
  [/blacklisted|frozen/i, "frozen"],
  [/paused/i, "paused"],
  [/exceeds balance|insufficient balance/i, "insufficient_tokens"],
];

function explainWords(words: string): Failure {
  const reason = reasonByWords.find(([pattern]) => pattern.test(words))?.[1] ?? "rejected";
  return { reason, detail: words, isAuthorizationOver: /authorization is expired/i.test(words) };
}

interface Decoded {
  readonly name?: string;
  readonly words?: string;
}

function decode(data: Hex | undefined): Decoded {
  if (data === undefined || data === "0x") return {};
  try {
    const decoded = decodeErrorResult({ abi: stablecoinAbi, data });
    const errorName: string = decoded.errorName;
    const [first] = decoded.args ?? [];
    // `Error(string)` is Solidity's revert with a message.
    return errorName === "Error" && typeof first === "string" ? { words: first } : { name: errorName };
  } catch {
    return { words: `the contract reverted with ${data.slice(0, 10)}` };
  }
}

// Geth and its derivatives return the bytes themselves, others wrap them once.
function revertData(data: unknown): Hex | undefined {
  if (isHex(data)) return data;
  if (typeof data === "object" && data !== null && "data" in data && isHex(data.data)) return data.data;
  return undefined;
}

/** Whether a node executed a call and the contract failed it, by reverting or by an exceptional halt. */
export function isContractFault(error: NodeError): boolean {
  return isRevert(error) || breakdown.test(error.message);
}

// Exceptional halts have no code of their own in JSON-RPC. The messages are those of geth and its derivatives, reth and
// EDR (`InvalidFEOpcode`, `OutOfGas`), Nethermind and Besu.
const breakdown =
  /out of ?gas|invalid ?(?:\w+)?opcode|bad ?instruction|invalid_operation|stack (?:under|over)flow|stack limit|invalid jump|return data out of bounds|write protection|VM (?:execution error|exception)/i;
