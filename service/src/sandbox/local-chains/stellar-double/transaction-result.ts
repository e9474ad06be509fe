import { xdr } from "@stellar/stellar-sdk";
import type { ReadTransaction } from "./read-transaction.ts";
import { writeInt64 } from "./xdr-reading.ts";

/** Why a transaction as a whole is not taken. */
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

/** What has become of a transaction, before it is written in the protocol's own words. */
export type TransactionVerdict =
  | { readonly code: "txSuccess" | "txFailed"; readonly operations: readonly xdr.OperationResult[] }
  /** `outer`: of the fee bump itself, not of what it carries. */
  | { readonly code: RefusalCode; readonly at: "outer" | "inner" };

export function encodeResult(
  transaction: ReadTransaction,
  verdict: TransactionVerdict,
  feeCharged: bigint,
): xdr.TransactionResult {
  const isOuter = transaction.feeBump === undefined || ("at" in verdict && verdict.at === "outer");
  return new xdr.TransactionResult({
    feeCharged: writeInt64(feeCharged),
    result: isOuter ? plainResult(verdict) : bumpedResult(transaction, verdict),
    ext: new xdr.TransactionResultExt(0),
  });
}

function plainResult(verdict: TransactionVerdict): xdr.TransactionResultResult {
  return "operations" in verdict
    ? xdr.TransactionResultResult[verdict.code]([...verdict.operations])
    : xdr.TransactionResultResult[verdict.code]();
}

function bumpedResult(
  transaction: ReadTransaction,
  verdict: TransactionVerdict,
): xdr.TransactionResultResult {
  const result =
    "operations" in verdict
      ? xdr.InnerTransactionResultResult[verdict.code]([...verdict.operations])
      : xdr.InnerTransactionResultResult[verdict.code]();
  const pair = new xdr.InnerTransactionResultPair({
    transactionHash: transaction.inner.signed.hash,
    result: new xdr.InnerTransactionResult({
      feeCharged: writeInt64(0n),
      result,
      ext: new xdr.InnerTransactionResultExt(0),
    }),
  });
  return verdict.code === "txSuccess"
    ? xdr.TransactionResultResult.txFeeBumpInnerSuccess(pair)
    : xdr.TransactionResultResult.txFeeBumpInnerFailed(pair);
}
