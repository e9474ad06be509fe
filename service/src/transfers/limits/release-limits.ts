import type { Transaction } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { defaultScopes } from "./default-limits.ts";
import { selectLimits } from "./store.ts";
import { type CountedAmount, releaseUsage } from "./usage.ts";

/** What was canceled, has failed or was returned no longer counts toward the day on which it was created. */
export async function releaseLimits(
  { clock }: { readonly clock: Clock },
  tx: Transaction,
  tenantId: TenantId,
  amounts: readonly CountedAmount[],
): Promise<void> {
  if (amounts.length === 0) return;
  const limits = [...(await selectLimits(tx, { tenantId })), ...defaultScopes];
  await releaseUsage(tx, tenantId, limits, amounts, clock.now());
}
