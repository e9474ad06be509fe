import type { Session } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { dayOf } from "./refuse-beyond-limits.ts";
import { selectLimits, selectUsedCents } from "./store.ts";
import type { TransferLimit } from "./transfer-limit.ts";

/** A limit and today's usage. */
export interface UsedLimit extends TransferLimit {
  /** Undefined for a limit that is not daily. */
  readonly usedCents: bigint | undefined;
}

/** A tenant's limits with today's usage, oldest first. Nothing is locked, so the usage may already be higher. */
export async function showLimits(
  session: Session,
  tenantId: TenantId,
  now: Instant,
): Promise<readonly UsedLimit[]> {
  const limits = await selectLimits(session, tenantId);
  const daily = limits.filter(({ dailyCents }) => dailyCents !== undefined);
  const used = await selectUsedCents(session, tenantId, daily, dayOf(now));
  return limits.map((limit) => ({
    ...limit,
    usedCents: limit.dailyCents === undefined ? undefined : (used.get(limit.id) ?? 0n),
  }));
}
