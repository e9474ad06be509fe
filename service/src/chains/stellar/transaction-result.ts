import { xdr } from "@stellar/stellar-sdk";
import type { BroadcastVerdict, FailureReason } from "../chain.ts";

/** The codes in a result (Stellar-transaction.x): of the transaction, and of the first operation that failed. */
export interface ResultCodes {
  readonly transaction: string;
  readonly operation: string | undefined;
}

/** Undefined when these are not the bytes of a result. */
export function readResult(resultXdr: string): ResultCodes | undefined {
  try {
    const result = xdr.TransactionResult.fromXDR(resultXdr, "base64").result();
    const name = result.switch().name;
    if (name !== "txFeeBumpInnerFailed" && name !== "txFeeBumpInnerSuccess")
      return codesOf(name, name === "txFailed" ? result.results() : []);
    const inner = result.innerResultPair().result().result();
    const innerName = inner.switch().name;
    return codesOf(innerName, innerName === "txFailed" ? inner.results() : []);
  } catch {
    return undefined;
  }
}

function codesOf(transaction: string, results: readonly xdr.OperationResult[]): ResultCodes {
  const codes = results.map(operationCode);
  return { transaction, operation: codes.find((code) => !code.endsWith("Success")) };
}

function operationCode(result: xdr.OperationResult): string {
  if (result.switch().name !== "opInner") return result.switch().name;
  const inner = result.tr().value();
  return inner === undefined ? "opInner" : inner.switch().name;
}

const reasons: Readonly<Record<string, FailureReason>> = {
  paymentUnderfunded: "insufficient_tokens",
  paymentSrcNoTrust: "insufficient_tokens",
  paymentSrcNotAuthorized: "frozen",
  paymentNotAuthorized: "frozen",
  paymentNoDestination: "destination_not_ready",
  paymentNoTrust: "destination_not_ready",
  paymentLineFull: "destination_not_ready",
  setTrustLineFlagsNoTrustLine: "destination_not_ready",
  // Another transaction opened the account first. Nothing was moved: prepared again, this one finds it open.
  createAccountAlreadyExist: "destination_not_ready",
};

export function failureOf(codes: ResultCodes | undefined): {
  readonly reason: FailureReason;
  readonly detail: string;
} {
  if (codes === undefined) return { reason: "rejected", detail: "the chain gave no readable reason" };
  const { transaction, operation } = codes;
  const detail = operation === undefined ? transaction : `${transaction}: ${operation}`;
  return { reason: (operation === undefined ? undefined : reasons[operation]) ?? "rejected", detail };
}

/** The same bytes may be taken later: the fee, the balance of the gas account or the time may change. */
const passing = [
  "txTooEarly",
  "txInsufficientFee",
  "txInsufficientBalance",
  "txNoAccount",
  "txInternalError",
];
/** It was included before, or its time has passed: only its status can tell which. */
const undecided = ["txBadSeq", "txTooLate"];

export function broadcastVerdictOf(codes: ResultCodes | undefined): BroadcastVerdict {
  if (codes === undefined || undecided.includes(codes.transaction)) return { answer: "unknown" };
  const { detail } = failureOf(codes);
  return { answer: passing.includes(codes.transaction) ? "later" : "rejected", detail };
}
