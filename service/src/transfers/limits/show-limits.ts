import type { Session } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { noUsage, type Usage } from "./decide-limits.ts";
import { type DefaultLimitsDeps, loadLimits } from "./default-limits.ts";
import type { TransferLimit } from "./transfer-limit.ts";
import { readUsage } from "./usage.ts";

/** A limit and its usage. */
export interface UsedLimit extends TransferLimit {
  readonly used: Usage;
}

/** A tenant's limits with their usage, oldest first. Nothing is locked, so the usage may already be higher. */
export async function showLimits(
  deps: DefaultLimitsDeps,
  session: Session,
  tenantId: TenantId,
  now: Instant,
): Promise<readonly UsedLimit[]> {
  const limits = await loadLimits(deps, session, tenantId);
  const used = await readUsage(session, tenantId, limits, now);
  return limits.map((limit) => ({ ...limit, used: used.get(limit.id) ?? noUsage }));
}
