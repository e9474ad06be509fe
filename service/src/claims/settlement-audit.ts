import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import type { Claim, Settlement } from "./claim.ts";

/** A change of a claim by a settlement. */
export interface ClaimChange {
  readonly before: Claim;
  readonly after: Claim;
  readonly settlement: Settlement;
}

export function auditSettlement(
  deps: AuditDeps,
  tx: Transaction,
  { before, after, settlement }: ClaimChange,
  cause: Cause,
): Promise<void> {
  const { id, type, status, cents, source, reason } = settlement;
  const settled = { settlement_id: id, settlement_status: status, amount: dollars(cents), source, reason };
  return auditChange(deps, tx, {
    cause,
    action: `claim.${type}`,
    of: after,
    before: fieldsOf(before),
    after: { ...fieldsOf(after), ...settled },
  });
}

function fieldsOf({ status, remainingCents }: Claim) {
  return { status, remaining: dollars(remainingCents) };
}

function dollars(units: bigint): string {
  return formatAmount({ units, asset: usd });
}
