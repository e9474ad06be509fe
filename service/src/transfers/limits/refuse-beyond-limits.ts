import type { Transaction } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { decideLimits } from "./decide-limits.ts";
import { lockLimits, selectLimits, selectUsedCents } from "./store.ts";
import { isLimitedBy, type LimitCandidate, type TransferLimit } from "./transfer-limit.ts";

/**
 * Refuses the candidates that exceed a limit of their account or tenant. Call it before the transfers are inserted, in
 * the same transaction: daily limits stay locked until it ends, so that no other batch is counted at the same time.
 * A tenant without limits costs one statement.
 */
export async function refuseBeyondLimits(
  tx: Transaction,
  tenantId: TenantId,
  candidates: readonly (LimitCandidate | undefined)[],
  now: Instant,
): Promise<readonly (Refusal | undefined)[]> {
  const present = candidates.filter((candidate) => candidate !== undefined);
  if (present.length === 0) return candidates.map(() => undefined);
  const limits = (await selectLimits(tx, tenantId)).filter((limit) =>
    present.some((candidate) => isLimitedBy(candidate, limit)),
  );
  if (limits.length === 0) return candidates.map(() => undefined);
  // Limits may have changed since they were read without a lock: use the locked rows.
  const daily = await lockLimits(
    tx,
    tenantId,
    limits.filter(hasDay).map(({ id }) => id),
  );
  const used = await selectUsedCents(tx, tenantId, daily, dayOf(now));
  const current = [...limits.filter((limit) => !hasDay(limit)), ...daily];
  return decideLimits(current, used, candidates);
}

function hasDay({ dailyCents }: TransferLimit): boolean {
  return dailyCents !== undefined;
}

const dayMs = 24 * 60 * 60_000;

/** The UTC day that daily limits use. */
export function dayOf(now: Instant): { readonly from: Instant; readonly until: Instant } {
  const from = now - (now % dayMs);
  return { from: instantFromMs(from), until: instantFromMs(from + dayMs) };
}
