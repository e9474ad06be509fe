import { xdr } from "@stellar/stellar-sdk";
import type { AssetEvent } from "./asset-events.ts";
import type { LedgerView } from "./ledger-state.ts";
import type { Applied, OperationContext } from "./operation.ts";
import { ruleOf } from "./operation-rules.ts";
import type { InnerTransaction, ReadTransaction } from "./read-transaction.ts";
import type { TransactionVerdict } from "./transaction-result.ts";
import { checkAuthority, feeSourceOf, minimumFee, sourceOf } from "./validate-transaction.ts";

export interface AppliedTransaction {
  readonly verdict: TransactionVerdict;
  /** Of each operation, in their order; none when the transaction failed. */
  readonly events: readonly (readonly AssetEvent[])[];
}

/** Takes the fee. The double is never full, so it asks the minimum, whatever was offered. */
export function chargeFee(transaction: ReadTransaction, view: LedgerView): bigint {
  const payer = view.account(feeSourceOf(transaction));
  const fee = minimumFee(transaction);
  if (payer !== undefined) view.putAccount({ ...payer, balance: payer.balance - fee });
  return fee;
}

/** Does all operations or none. The sequence is used either way. */
export function applyTransaction({ inner }: ReadTransaction, view: LedgerView): AppliedTransaction {
  const source = view.account(inner.source);
  if (source === undefined || source.sequence + 1n !== inner.sequence)
    return { verdict: { code: "txBadSeq", at: "inner" }, events: [] };
  view.putAccount({ ...source, sequence: inner.sequence });
  // A transaction before this one in the same ledger may have changed who signs.
  const unauthorized = checkAuthority(inner, view);
  if (unauthorized !== undefined) return { verdict: unauthorized, events: [] };
  const branch = view.branch();
  const context = { view: branch, sponsorships: new Map<string, string>(), memo: inner.memo };
  const applied = inner.operations.map((operation) => applyOperation(context, operation, inner));
  const operations = applied.map(({ result }) => result);
  if (applied.some(({ ok }) => !ok)) return { verdict: { code: "txFailed", operations }, events: [] };
  if (context.sponsorships.size > 0)
    return { verdict: { code: "txBadSponsorship", at: "inner" }, events: [] };
  branch.commit();
  return {
    verdict: { code: "txSuccess", operations },
    events: applied.map((one) => (one.ok ? one.events : [])),
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
