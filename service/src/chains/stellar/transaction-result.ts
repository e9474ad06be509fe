import { xdr } from "@stellar/stellar-base";
import type { BroadcastOutcome, FailureReason } from "../chain.ts";

/** Result codes (Stellar-transaction.x): of the transaction, and of the first failed operation. */
export interface ResultCodes {
  readonly transaction: string;
  readonly operation: string | undefined;
}

/** Undefined if the XDR is invalid. */
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
  // Another transaction opened the account first. Nothing was moved: prepared again, this one succeeds.
  createAccountAlreadyExist: "destination_not_ready",
};

export function failureOf(codes: ResultCodes | undefined): {
  readonly reason: FailureReason;
  readonly detail: string;
} {
  if (codes === undefined) return { reason: "rejected", detail: "the chain returned no readable reason" };
  const { transaction, operation } = codes;
  const detail = operation === undefined ? transaction : `${transaction}: ${operation}`;
  return { reason: (operation === undefined ? undefined : reasons[operation]) ?? "rejected", detail };
}

/** The same bytes may be accepted later: fee, balance of the gas account or time may change. */
const passing = [
  "txTooEarly",
  "txInsufficientFee",
  "txInsufficientBalance",
  "txNoAccount",
  "txInternalError",
];
/** It was already included, or it has expired: only its status shows which. */
const undecided = ["txBadSeq", "txTooLate"];

export function broadcastOutcomeOf(codes: ResultCodes | undefined): BroadcastOutcome {
  if (codes === undefined || undecided.includes(codes.transaction)) return { response: "unknown" };
  const { detail } = failureOf(codes);
  return { response: passing.includes(codes.transaction) ? "later" : "rejected", detail };
}
