import type { AuditDeps } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { type Claim, type ClaimScope, settled } from "./claim.ts";
import { auditSettlement } from "./settlement-audit.ts";
import { insertSettlement, lockOpenClaims, updateClaim } from "./store.ts";

/**
 * Closes the claims of debits whose tokens could not be minted: their money is in suspense, and `payments` posts it
 * against the receivable.
 */
export async function setOffClaims(
  deps: AuditDeps,
  tx: Transaction,
  scope: ClaimScope,
  { paymentIds, cause }: { readonly paymentIds: readonly string[]; readonly cause: Cause },
): Promise<void> {
  const now = deps.clock.now();
  for (const before of await lockOpenClaims(tx, { ...scope, paymentId: paymentIds })) {
    const settlement = {
      tenantId: before.tenantId,
      network: before.network,
      id: deps.newId<"claim-settlement">(),
      claimId: before.id,
      type: "offset" as const,
      cents: before.remainingCents,
      status: "complete" as const,
      reason: "the money of the debit was not used",
      source: `payment/${before.paymentId}`,
      failureReason: undefined,
      createdAt: now,
      updatedAt: now,
    };
    const after: Claim = settled(before, settlement, now);
    await insertSettlement(tx, settlement);
    await updateClaim(tx, after);
    await auditSettlement(deps, tx, { before, after, settlement }, cause);
  }
}
