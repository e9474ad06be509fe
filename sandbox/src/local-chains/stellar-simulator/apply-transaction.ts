import { xdr } from "@stellar/stellar-base";
import type { AssetEvent } from "./asset-events.ts";
import type { LedgerView } from "./ledger-state.ts";
import type { Applied, OperationContext } from "./operation.ts";
import { ruleOf } from "./operation-rules.ts";
import type { InnerTransaction, ReadTransaction } from "./read-transaction.ts";
import type { TransactionOutcome } from "./transaction-result.ts";
import { checkAuthority, feeSourceOf, minimumFee, sourceOf } from "./validate-transaction.ts";

export interface AppliedTransaction {
  readonly outcome: TransactionOutcome;
  /** Per operation, in order; none if the transaction failed. */
  readonly events: readonly (readonly AssetEvent[])[];
}

/** Charges the fee. Ledgers are never full, so it is the minimum, whatever was offered. */
export function chargeFee(transaction: ReadTransaction, view: LedgerView): bigint {
  const payer = view.account(feeSourceOf(transaction));
  const fee = minimumFee(transaction);
  if (payer !== undefined) view.putAccount({ ...payer, balance: payer.balance - fee });
  return fee;
}

/** Applies all operations or none. The sequence number is used either way. */
export function applyTransaction({ inner }: ReadTransaction, view: LedgerView): AppliedTransaction {
  const source = view.account(inner.source);
  if (source === undefined || source.sequence + 1n !== inner.sequence)
    return { outcome: { code: "txBadSeq", at: "inner" }, events: [] };
  view.putAccount({ ...source, sequence: inner.sequence });
  // An earlier transaction in the same ledger may have changed the signers.
  const unauthorized = checkAuthority(inner, view);
  if (unauthorized !== undefined) return { outcome: unauthorized, events: [] };
  const branch = view.branch();
  const context = { view: branch, sponsorships: new Map<string, string>(), memo: inner.memo };
  const applied = inner.operations.map((operation) => applyOperation(context, operation, inner));
  const operations = applied.map(({ result }) => result);
  if (applied.some(({ ok }) => !ok)) return { outcome: { code: "txFailed", operations }, events: [] };
  if (context.sponsorships.size > 0)
    return { outcome: { code: "txBadSponsorship", at: "inner" }, events: [] };
  branch.commit();
  return {
    outcome: { code: "txSuccess", operations },
    events: applied.map((entry) => (entry.ok ? entry.events : [])),
  };
}

function applyOperation(
  context: OperationContext,
  operation: xdr.Operation,
  inner: InnerTransaction,
): Applied {
  const rule = ruleOf(operation.body());
  if (rule === undefined) return { ok: false, result: xdr.OperationResult.opNotSupported() };
  const source = context.view.account(sourceOf(operation, inner));
  if (source === undefined) return { ok: false, result: xdr.OperationResult.opNoAccount() };
  return rule.apply(context, operation.body(), source);
}
