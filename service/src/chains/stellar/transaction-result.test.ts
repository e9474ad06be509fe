import { xdr } from "@stellar/stellar-base";
import { describe, expect, test } from "vitest";
import { broadcastOutcomeOf, failureOf, readResult } from "./transaction-result.ts";

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
  ])("%# is the first operation's failure, also inside a fee bump", (result, reason) => {
    const operations = failedPayment(result);
    const plain = encoded(xdr.TransactionResultResult.txFailed(operations));
    const carried = bumped(xdr.InnerTransactionResultResult.txFailed(operations));
    expect(failureOf(readResult(plain))).toMatchObject({ reason });
    expect(failureOf(readResult(carried))).toMatchObject({
      reason,
      detail: expect.stringContaining("payment"),
    });
  });

  test("is unknown if the result is invalid", () => {
    expect(readResult("AAAA")).toBeUndefined();
    expect(failureOf(undefined)).toMatchObject({ reason: "rejected" });
  });
});

describe("a node's rejection", () => {
  test.each(["txBadSeq", "txTooLate"] as const)("%s is left to the status", (code) => {
    expect(broadcastOutcomeOf(readResult(bumped(xdr.InnerTransactionResultResult[code]())))).toEqual({
      response: "unknown",
    });
  });

  test.each(["txInsufficientFee", "txInsufficientBalance", "txNoAccount", "txTooEarly"] as const)(
    "%s may succeed later",
    (code) => {
      const result = readResult(encoded(xdr.TransactionResultResult[code]()));
      expect(broadcastOutcomeOf(result)).toEqual({ response: "later", detail: code });
    },
  );

  test.each(["txBadAuth", "txBadAuthExtra", "txMalformed", "txMissingOperation"] as const)(
    "%s is permanent",
    (code) => {
      const result = readResult(bumped(xdr.InnerTransactionResultResult[code]()));
      expect(broadcastOutcomeOf(result)).toEqual({ response: "rejected", detail: code });
    },
  );

  test("an error without a result is unknown", () => {
    expect(broadcastOutcomeOf(undefined)).toEqual({ response: "unknown" });
  });
});
