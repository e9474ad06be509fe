import type { Transaction } from "../../db/database.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { Transfer } from "../transfer.ts";
import { decideLimits, refuseTooLarge } from "./decide-limits.ts";
import { type DefaultLimitsDeps, loadLimits } from "./default-limits.ts";
import { hasWindow, isLimitedBy, limitCandidateOf } from "./transfer-limit.ts";
import { countUsage, releaseUsage } from "./usage.ts";

export interface CountRerouteDeps extends DefaultLimitsDeps {
  readonly clock: Clock;
}

/**
 * Counts a transfer that is about to take another rail toward the limits of that rail, and no longer toward those of the
 * former one. If it exceeds one of them, nothing is counted, and the refusal is returned.
 */
export async function countReroute(
  deps: CountRerouteDeps,
  tx: Transaction,
  before: Transfer,
  after: Transfer,
): Promise<Refusal | undefined> {
  const { tenantId, createdAt } = before;
  const now = deps.clock.now();
  const limits = await loadLimits(deps, tx, tenantId);
  const [former, next] = [limitCandidateOf(before), limitCandidateOf(after)];
  const added = limits.filter((limit) => isLimitedBy(next, limit) && !isLimitedBy(former, limit));
  const tooLarge = refuseTooLarge(added, next);
  if (tooLarge !== undefined) return tooLarge;
  const windows = added.filter(hasWindow);
  const counted = [{ ...next, createdAt }];
  const [beyond] = decideLimits(windows, await countUsage(tx, tenantId, windows, counted, now), [next]);
  if (beyond !== undefined) {
    await releaseUsage(tx, tenantId, windows, counted, now);
    return beyond;
  }
  const left = limits.filter((limit) => isLimitedBy(former, limit) && !isLimitedBy(next, limit));
  await releaseUsage(tx, tenantId, left, [{ ...former, createdAt }], now);
  return undefined;
}
