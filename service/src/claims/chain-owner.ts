import type { AuditDeps } from "../audit/index.ts";
import type { ChainWorkOwner, WorkOutcome } from "../chains/engine/chain-work.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { systemCause } from "../kernel/cause.ts";
import { orThrow } from "../kernel/refusal.ts";
import { type Operation, recordOperations } from "../ledger/index.ts";
import { burned, notBurned } from "./burn-postings.ts";
import { type Claim, type Settlement, settled } from "./claim.ts";
import { offsetsOwnerName } from "./offset-claim.ts";
import { auditSettlement } from "./settlement-audit.ts";
import { lockClaim, lockPendingSettlement, updateClaim, updateSettlement } from "./store.ts";

const cause = systemCause("claims.chain");

/** Settles claims when their tokens are burned. */
export function createOffsetsOwner(deps: AuditDeps): ChainWorkOwner {
  return {
    name: offsetsOwnerName,
    settle: async (tx, { tenantId, network }, works) => {
      assert(tenantId !== undefined, "a claim belongs to a tenant");
      const operations: Operation[] = [];
      for (const { subject, outcome } of works.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))) {
        const operation = await settleOffset(deps, tx, { tenantId, id: subject }, outcome);
        if (operation !== undefined) operations.push(operation);
      }
      for (const result of await recordOperations(deps, tx, { tenantId, network }, operations))
        orThrow(result);
    },
  };
}

/** Undefined if the outcome was reported before. */
async function settleOffset(
  deps: AuditDeps,
  tx: Transaction,
  key: Pick<Settlement, "tenantId"> & { readonly id: string },
  outcome: WorkOutcome,
): Promise<Operation | undefined> {
  const found = await lockPendingSettlement(tx, key);
  if (found === undefined) return undefined;
  const { burn, ...pending } = found;
  const before = await lockClaim(tx, pending.claimId);
  assert(before !== undefined, "a settlement has a claim");
  const now = deps.clock.now();
  const released: Claim = { ...before, pendingCents: before.pendingCents - pending.cents, updatedAt: now };
  const after = outcome.ok ? settled(released, pending, now) : released;
  const settlement: Settlement = {
    ...pending,
    status: outcome.ok ? "complete" : "failed",
    failureReason: outcome.ok ? undefined : outcome.reason,
    updatedAt: now,
  };
  await updateSettlement(tx, settlement);
  await updateClaim(tx, after);
  await auditSettlement(deps, tx, { before, after, settlement }, cause);
  return outcome.ok ? burned(before, settlement, burn) : notBurned(settlement);
}
