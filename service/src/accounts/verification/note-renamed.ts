import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { type AdvanceDeps, lockVerification, touch } from "./advance.ts";
import type { AccountUnderReview } from "./begin-verification.ts";
import { enqueueVerify } from "./enqueue-verify.ts";
import { updateRenamedAt } from "./store.ts";

/**
 * Runs in the transaction that renames an account. The name is screened, so decisions on the previous name become stale
 * and the account is screened again immediately.
 */
export async function noteRenamed(
  deps: Pick<AdvanceDeps, "clock" | "jobQueue">,
  tx: Transaction,
  account: AccountUnderReview,
): Promise<void> {
  const verification = await lockVerification(tx, { tenantId: account.tenantId, accountId: account.id });
  assert(verification !== undefined, "every managed account has a review");
  if (verification.state.stage === "rejected") return;
  const now = deps.clock.now();
  await touch(tx, verification, now);
  await updateRenamedAt(tx, { ...verification, renamedAt: now });
  await enqueueVerify(deps.jobQueue, tx, verification);
}
