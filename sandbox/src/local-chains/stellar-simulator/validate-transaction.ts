import { xdr } from "@stellar/stellar-base";
import type { LedgerView } from "./ledger-state.ts";
import { ruleOf } from "./operation-rules.ts";
import type { Bounds, FeeBump, InnerTransaction, ReadTransaction } from "./read-transaction.ts";
import { availableBalance } from "./reserves.ts";
import { createSignatureChecker, type SignatureChecker } from "./signatures.ts";
import type { RefusalCode, TransactionOutcome } from "./transaction-result.ts";
import { readMuxed } from "./xdr-reading.ts";

/** Close time of the next ledger, and fees that the fee source owes for other pending transactions. */
export interface Moment {
  readonly closeTime: bigint;
  readonly promisedFees: bigint;
}

export const baseFee = 100n;

const maxOperations = 100;

/** Minimum fee; a fee bump counts as one more operation (CAP-15). */
export function minimumFee({ inner, feeBump }: ReadTransaction): bigint {
  return baseFee * BigInt(inner.operations.length + (feeBump === undefined ? 0 : 1));
}

export function feeSourceOf({ inner, feeBump }: ReadTransaction): string {
  return feeBump?.source ?? inner.source;
}

export function feeOf({ inner, feeBump }: ReadTransaction): bigint {
  return feeBump?.fee ?? inner.fee;
}

/** Why a transaction is invalid for the ledger of this view; undefined if it is valid. In the order of the protocol. */
export function validate(
  transaction: ReadTransaction,
  view: LedgerView,
  moment: Moment,
): TransactionOutcome | undefined {
  const { inner, feeBump } = transaction;
  if (feeBump !== undefined) {
    const code = refuseFeeBump(transaction, feeBump, view, moment);
    if (code !== undefined) return { code, at: "outer" };
  }
  const code = refuseInner(transaction, view, moment);
  if (code !== undefined) return { code, at: "inner" };
  return checkAuthority(inner, view);
}

function refuseFeeBump(
  transaction: ReadTransaction,
  feeBump: FeeBump,
  view: LedgerView,
  moment: Moment,
): RefusalCode | undefined {
  const minimum = minimumFee(transaction);
  const innerMinimum = baseFee * BigInt(transaction.inner.operations.length);
  if (feeBump.fee < minimum) return "txInsufficientFee";
  // CAP-15: the outer fee per operation must be at least the inner one.
  if (feeBump.fee * innerMinimum < transaction.inner.fee * minimum) return "txInsufficientFee";
  const payer = view.account(feeBump.source);
  if (payer === undefined) return "txNoAccount";
  const checker = createSignatureChecker(feeBump.signed);
  if (!checker.permits(payer, "low")) return "txBadAuth";
  if (availableBalance(payer) < feeBump.fee + moment.promisedFees) return "txInsufficientBalance";
  return checker.areAllUsed() ? undefined : "txBadAuthExtra";
}

function refuseInner(
  transaction: ReadTransaction,
  view: LedgerView,
  moment: Moment,
): RefusalCode | undefined {
  const { inner, feeBump } = transaction;
  if (inner.operations.length === 0) return "txMissingOperation";
  if (inner.operations.length > maxOperations) return "txMalformed";
  if (inner.hasForeignConditions) return "txNotSupported";
  const untimely = refuseBounds(inner.bounds, view.ledger, moment.closeTime);
  if (untimely !== undefined) return untimely;
  if (feeBump === undefined && inner.fee < minimumFee(transaction)) return "txInsufficientFee";
  const source = view.account(inner.source);
  if (source === undefined) return "txNoAccount";
  if (inner.sequence !== source.sequence + 1n) return "txBadSeq";
  if (!createSignatureChecker(inner.signed).permits(source, "low")) return "txBadAuth";
  if (feeBump === undefined && availableBalance(source) < inner.fee + moment.promisedFees)
    return "txInsufficientBalance";
  return undefined;
}

/** CAP-21: a ledger is in bounds from `minLedger` on and before `maxLedger`. */
function refuseBounds(bounds: Bounds, ledger: number, closeTime: bigint): RefusalCode | undefined {
  if (bounds.minTime > closeTime || bounds.minLedger > ledger) return "txTooEarly";
  const isLate =
    (bounds.maxTime !== 0n && bounds.maxTime < closeTime) ||
    (bounds.maxLedger !== 0 && bounds.maxLedger <= ledger);
  return isLate ? "txTooLate" : undefined;
}

/** Validates every operation and the signatures of its source account, before any is applied. */
export function checkAuthority(inner: InnerTransaction, view: LedgerView): TransactionOutcome | undefined {
  const checker = createSignatureChecker(inner.signed);
  const source = view.account(inner.source);
  if (source === undefined || !checker.permits(source, "low")) return { code: "txBadAuth", at: "inner" };
  if (!checker.permitsHashes(inner.hashSigners)) return { code: "txBadAuth", at: "inner" };
  const outcomes = inner.operations.map((operation) => refuseOperation(operation, inner, view, checker));
  if (outcomes.some(({ isRefused }) => isRefused))
    return { code: "txFailed", operations: outcomes.map(({ result }) => result) };
  return checker.areAllUsed() ? undefined : { code: "txBadAuthExtra", at: "inner" };
}

function refuseOperation(
  operation: xdr.Operation,
  inner: InnerTransaction,
  view: LedgerView,
  checker: SignatureChecker,
): { readonly isRefused: boolean; readonly result: xdr.OperationResult } {
  const body = operation.body();
  const rule = ruleOf(body);
  if (rule === undefined) return { isRefused: true, result: xdr.OperationResult.opNotSupported() };
  const id = sourceOf(operation, inner);
  const account = view.account(id);
  const isPermitted =
    account === undefined ? checker.permitsMissing(id) : checker.permits(account, rule.level(body));
  if (!isPermitted) return { isRefused: true, result: xdr.OperationResult.opBadAuth() };
  const refused = rule.refuse(body, id);
  return refused === undefined
    ? { isRefused: false, result: xdr.OperationResult.opInner(rule.success) }
    : { isRefused: true, result: refused };
}

export function sourceOf(operation: xdr.Operation, inner: InnerTransaction): string {
  const source = operation.sourceAccount() ?? null;
  return source === null ? inner.source : readMuxed(source).account;
}
