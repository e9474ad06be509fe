import type { Session } from "../db/database.ts";
import type { ClaimedJob } from "./job.ts";
import { type ReadyShare, type SlotLimits, shareOut } from "./share-out.ts";
import { claimJobs, findReadyShares } from "./store.ts";

/** Takes jobs, a fair share of each tenant's, and remembers where in the round of tenants it stopped. */
export type Claim = (token: string, limits: SlotLimits) => Promise<readonly ClaimedJob[]>;

const fromTheStart = "";

/** Only the kinds that this build knows are looked for; those of a newer node wait for it untouched. */
export function createClaim(session: Session, kinds: readonly string[]): Claim {
  const lastTenants = new Map<string, string>();

  const scan = async ({ freeSlots, maxPerTenant, held }: SlotLimits): Promise<readonly ReadyShare[]> => {
    const ready = await findReadyShares(session, {
      cursors: kinds.map((kind) => ({ kind, after: lastTenants.get(kind) ?? fromTheStart })),
      skippedTenants: [...held].filter(([, count]) => count >= maxPerTenant).map(([tenantId]) => tenantId),
      limit: freeSlots,
    });
    // One slot for each was found, so the next scan goes on behind them; otherwise the round is over.
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
