import type { AuditEntry } from "../audit/index.ts";
import type { Cause } from "../kernel/cause.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import type { Claim, Settlement } from "./claim.ts";

/** A change of a claim by a settlement. */
export interface ClaimChange {
  readonly before: Claim;
  readonly after: Claim;
  readonly settlement: Settlement;
}

export function settlementEntry({ before, after, settlement }: ClaimChange, cause: Cause): AuditEntry {
  const { id, accountId } = after;
  return {
    cause,
    action: `claim.${settlement.type}`,
    subject: { type: "claim", id },
    accountId,
    before: fieldsOf(before),
    after: {
      ...fieldsOf(after),
      settlement_id: settlement.id,
      settlement_status: settlement.status,
      amount: dollars(settlement.cents),
      source: settlement.source,
      reason: settlement.reason,
    },
  };
}

function fieldsOf({ status, remainingCents }: Claim) {
  return { status, remaining: dollars(remainingCents) };
}

function dollars(units: bigint): string {
  return formatAmount({ units, asset: usd });
}
