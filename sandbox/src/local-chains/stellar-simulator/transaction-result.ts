import { xdr } from "@stellar/stellar-base";
import type { ReadTransaction } from "./read-transaction.ts";
import { writeInt64 } from "./xdr-reading.ts";

/** Why a transaction as a whole is rejected. */
export type RefusalCode =
  | "txTooEarly"
  | "txTooLate"
  | "txMissingOperation"
  | "txBadSeq"
  | "txBadAuth"
  | "txBadAuthExtra"
  | "txInsufficientBalance"
  | "txNoAccount"
  | "txInsufficientFee"
  | "txNotSupported"
  | "txBadSponsorship"
  | "txMalformed";

/** Result of a transaction, before it is encoded as XDR. */
export type TransactionOutcome =
  | { readonly code: "txSuccess" | "txFailed"; readonly operations: readonly xdr.OperationResult[] }
  /** `outer`: of the fee bump itself, not of its inner transaction. */
  | { readonly code: RefusalCode; readonly at: "outer" | "inner" };

export function encodeResult(
  transaction: ReadTransaction,
  outcome: TransactionOutcome,
  feeCharged: bigint,
): xdr.TransactionResult {
  const isOuter = transaction.feeBump === undefined || ("at" in outcome && outcome.at === "outer");
  return new xdr.TransactionResult({
    feeCharged: writeInt64(feeCharged),
    result: isOuter ? plainResult(outcome) : bumpedResult(transaction, outcome),
    ext: new xdr.TransactionResultExt(0),
  });
}

function plainResult(outcome: TransactionOutcome): xdr.TransactionResultResult {
  return "operations" in outcome
    ? xdr.TransactionResultResult[outcome.code]([...outcome.operations])
    : xdr.TransactionResultResult[outcome.code]();
}

function bumpedResult(
  transaction: ReadTransaction,
  outcome: TransactionOutcome,
): xdr.TransactionResultResult {
  const result =
    "operations" in outcome
      ? xdr.InnerTransactionResultResult[outcome.code]([...outcome.operations])
      : xdr.InnerTransactionResultResult[outcome.code]();
  const pair = new xdr.InnerTransactionResultPair({
    transactionHash: transaction.inner.signed.hash,
    result: new xdr.InnerTransactionResult({
      feeCharged: writeInt64(0n),
      result,
      ext: new xdr.InnerTransactionResultExt(0),
    }),
  });
  return outcome.code === "txSuccess"
    ? xdr.TransactionResultResult.txFeeBumpInnerSuccess(pair)
    : xdr.TransactionResultResult.txFeeBumpInnerFailed(pair);
}
