import type { Session } from "../db/database.ts";
import type { ClaimedJob } from "./job.ts";
import { type ReadyShare, type SlotLimits, shareOut } from "./share-out.ts";
import { claimJobs, findReadyShares } from "./store.ts";

/** Claims jobs, a fair share per tenant, and remembers its position in the round of tenants. */
export type Claim = (token: string, limits: SlotLimits) => Promise<readonly ClaimedJob[]>;

const fromTheStart = "";

/** Claims only job types that this build knows; those of a newer node wait for it untouched. */
export function createClaim(session: Session, kinds: readonly string[]): Claim {
  const lastTenants = new Map<string, string>();

  const scan = async ({ freeSlots, maxPerTenant, held }: SlotLimits): Promise<readonly ReadyShare[]> => {
    const ready = await findReadyShares(session, {
      cursors: kinds.map((kind) => ({ kind, after: lastTenants.get(kind) ?? fromTheStart })),
      skippedTenants: [...held].filter(([, count]) => count >= maxPerTenant).map(([tenantId]) => tenantId),
      limit: freeSlots,
    });
    // Every slot found a tenant, so the next scan continues after them; otherwise the round is over.
    lastTenants.clear();
    if (ready.length === freeSlots) for (const { kind, tenantId } of ready) lastTenants.set(kind, tenantId);
    return ready;
  };

  return async (token, limits) => {
    const midway = lastTenants.size > 0;
    let ready = await scan(limits);
    if (ready.length === 0 && midway) ready = await scan(limits);
    const shares = shareOut(ready, limits);
    return shares.length === 0 ? [] : claimJobs(session, token, shares);
  };
}
