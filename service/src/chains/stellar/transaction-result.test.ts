import { xdr } from "@stellar/stellar-sdk";
import { describe, expect, test } from "vitest";
import { broadcastVerdictOf, failureOf, readResult } from "./transaction-result.ts";

function encoded(result: xdr.TransactionResultResult): string {
  return new xdr.TransactionResult({
    feeCharged: new xdr.Int64(100n),
    result,
    ext: new xdr.TransactionResultExt(0),
  }).toXDR("base64");
}

function bumped(result: xdr.InnerTransactionResultResult): string {
  const inner = new xdr.InnerTransactionResult({
    feeCharged: new xdr.Int64(0n),
    result,
    ext: new xdr.InnerTransactionResultExt(0),
  });
  const pair = new xdr.InnerTransactionResultPair({ transactionHash: Buffer.alloc(32), result: inner });
  return encoded(xdr.TransactionResultResult.txFeeBumpInnerFailed(pair));
}

function failedPayment(result: xdr.PaymentResult): xdr.OperationResult[] {
  const fine = xdr.OperationResultTr.payment(xdr.PaymentResult.paymentSuccess());
  return [
    xdr.OperationResult.opInner(fine),
    xdr.OperationResult.opInner(xdr.OperationResultTr.payment(result)),
  ];
}

describe("why a transaction had no effect", () => {
  test.each([
    [xdr.PaymentResult.paymentUnderfunded(), "insufficient_tokens"],
    [xdr.PaymentResult.paymentSrcNoTrust(), "insufficient_tokens"],
    [xdr.PaymentResult.paymentSrcNotAuthorized(), "frozen"],
    [xdr.PaymentResult.paymentNotAuthorized(), "frozen"],
    [xdr.PaymentResult.paymentNoDestination(), "destination_not_ready"],
    [xdr.PaymentResult.paymentNoTrust(), "destination_not_ready"],
    [xdr.PaymentResult.paymentLineFull(), "destination_not_ready"],
    [xdr.PaymentResult.paymentMalformed(), "rejected"],
  ])("%# is told by the first operation that failed, inside a fee bump too", (result, reason) => {
    const operations = failedPayment(result);
    const plain = encoded(xdr.TransactionResultResult.txFailed(operations));
    const carried = bumped(xdr.InnerTransactionResultResult.txFailed(operations));
    expect(failureOf(readResult(plain))).toMatchObject({ reason });
    expect(failureOf(readResult(carried))).toMatchObject({
      reason,
      detail: expect.stringContaining("payment"),
    });
  });

  test("is unknown when the result cannot be read", () => {
    expect(readResult("AAAA")).toBeUndefined();
    expect(failureOf(undefined)).toMatchObject({ reason: "rejected" });
  });
});

describe("what a node's no means", () => {
  test.each(["txBadSeq", "txTooLate"] as const)("%s leaves it to the status", (code) => {
    expect(broadcastVerdictOf(readResult(bumped(xdr.InnerTransactionResultResult[code]())))).toEqual({
      answer: "unknown",
    });
  });

  test.each(["txInsufficientFee", "txInsufficientBalance", "txNoAccount", "txTooEarly"] as const)(
    "%s may pass later",
    (code) => {
      const result = readResult(encoded(xdr.TransactionResultResult[code]()));
      expect(broadcastVerdictOf(result)).toEqual({ answer: "later", detail: code });
    },
  );

  test.each(["txBadAuth", "txBadAuthExtra", "txMalformed", "txMissingOperation"] as const)(
    "%s never passes",
    (code) => {
      const result = readResult(bumped(xdr.InnerTransactionResultResult[code]()));
      expect(broadcastVerdictOf(result)).toEqual({ answer: "rejected", detail: code });
    },
  );

  test("an answer without a result decides nothing", () => {
    expect(broadcastVerdictOf(undefined)).toEqual({ answer: "unknown" });
  });
});
