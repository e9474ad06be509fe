import type { Session } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { dayOf } from "./limit-day.ts";
import { selectLimits, selectUsedCents } from "./store.ts";
import type { TransferLimit } from "./transfer-limit.ts";

/** A limit, and how much of its day is used. */
export interface UsedLimit extends TransferLimit {
  /** Undefined for a limit without a day. */
  readonly usedCents: bigint | undefined;
}

/** The limits of a tenant, oldest first, with what was moved today. Nothing is locked: it may be more by now. */
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
