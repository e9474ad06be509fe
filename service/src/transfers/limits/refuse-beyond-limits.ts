import type { Transaction } from "../../db/database.ts";
import { together } from "../../db/together.ts";
import type { TenantId } from "../../kernel/id.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { decideLimits } from "./decide-limits.ts";
import { lockLimits, selectUsedCents } from "./store.ts";
import { isLimitedBy, type LimitCandidate, type TransferLimit } from "./transfer-limit.ts";

/**
 * Refuses the candidates that exceed a limit of their account or tenant. Call it before the transfers are inserted, in
 * the same transaction: daily limits stay locked until it ends, so that no other batch is counted at the same time.
 * A tenant without limits costs nothing.
 */
export async function refuseBeyondLimits(
  tx: Transaction,
  tenantId: TenantId,
  tenantLimits: readonly TransferLimit[],
  candidates: readonly (LimitCandidate | undefined)[],
  now: Instant,
): Promise<readonly (Refusal | undefined)[]> {
  const present = candidates.filter((candidate) => candidate !== undefined);
  const limits = tenantLimits.filter((limit) => present.some((candidate) => isLimitedBy(candidate, limit)));
  if (limits.length === 0) return candidates.map(() => undefined);
  const known = limits.filter(hasDay);
  // Limits may have changed since they were read without a lock: use the locked rows. The scope of a limit never
  // changes, so what was used can be summed in the same round trip, once the lock is granted.
  const [daily, used] = await together([
    lockLimits(
      tx,
      tenantId,
      known.map(({ id }) => id),
    ),
    selectUsedCents(tx, tenantId, known, dayOf(now)),
  ]);
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
