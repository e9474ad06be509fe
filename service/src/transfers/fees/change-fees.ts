import { type AuditDeps, auditing } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { requireTenant, requireTermScope, type TermInput } from "../term-scope.ts";
import { deleteFee, lockFeeOf, saveFee } from "./store.ts";
import { type FeeFlow, type FeePrice, mostBasisPoints, type TransferFee } from "./transfer-fee.ts";

export interface SetFee extends TermInput, FeePrice {
  readonly cause: Cause;
  readonly flow: FeeFlow;
}

/**
 * Sets a fee, replacing the existing one. It applies to transfers created from now on. A fee of zero is valid: it
 * exempts an account, rail or chain from a broader fee.
 */
export async function setFee(
  deps: AuditDeps,
  tx: Transaction,
  { cause, flow, flatCents, basisPoints, minimumCents, maximumCents, ...request }: SetFee,
): Promise<TransferFee> {
  const price = { flatCents, basisPoints, minimumCents, maximumCents };
  const refusal = refusePrice(price);
  if (refusal !== undefined) throw new RefusalError(refusal);
  const scope = await requireTermScope(tx, request);
  const before = await lockFeeOf(tx, { ...scope, flow });
  const now = deps.clock.now();
  const id = before?.id ?? deps.newId<"transfer-fee">();
  const fee = { ...scope, ...price, flow, id, createdAt: before?.createdAt ?? now, updatedAt: now };
  const after = await saveFee(tx, fee);
  assert(after !== undefined, "an upsert returns its row");
  await audit(deps, tx, { cause, action: "transfer_fee.set", before, after });
  return after;
}

function refusePrice({ flatCents, basisPoints, minimumCents, maximumCents }: FeePrice): Refusal | undefined {
  const invalid = (name: string, detail: string): Refusal =>
    refuse("validation_failed", `${name} ${detail}`, { errors: [{ pointer: `/${name}`, detail }] });
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > mostBasisPoints) {
    return invalid("basis_points", `must be a whole number from 0 to ${mostBasisPoints}`);
  }
  assert(flatCents >= 0n && minimumCents >= 0n, "parsed amounts are not negative");
  if (maximumCents !== undefined && maximumCents < minimumCents) {
    return invalid("maximum", "must not be less than the minimum");
  }
  return undefined;
}

export interface RemoveFee {
  readonly cause: Cause;
  readonly managingAccountId: string;
  readonly id: string;
}

export async function removeFee(
  deps: AuditDeps,
  tx: Transaction,
  { cause, managingAccountId, id }: RemoveFee,
): Promise<TransferFee> {
  const [before] = await deleteFee(tx, { tenantId: await requireTenant(tx, managingAccountId), id });
  if (before === undefined) throw new RefusalError(refuse("not_found", "there is no fee with this id"));
  await audit(deps, tx, { cause, action: "transfer_fee.remove", before });
  return before;
}

const audit = auditing<TransferFee>(
  ({ accountId, flow, transferType, flatCents, basisPoints, minimumCents, maximumCents }) => ({
    account_id: accountId ?? null,
    flow,
    transfer_type: transferType ?? null,
    flat: dollarsOf(flatCents),
    basis_points: basisPoints,
    minimum: dollarsOf(minimumCents),
    maximum: maximumCents === undefined ? null : dollarsOf(maximumCents),
  }),
);

function dollarsOf(cents: bigint): string {
  return formatAmount({ units: cents, asset: usd });
}
