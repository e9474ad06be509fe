import type { Database, Session } from "../db/database.ts";
import type { Turn } from "../db/poll-loop.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type { ClaimedJob } from "./job.ts";
import { type Lease, putBackStrayJobs } from "./lease.ts";
import type { RunningJobs } from "./running-jobs.ts";
import { type ReadyShare, type SlotLimits, shareOut } from "./share-out.ts";
import { claimJobs, findReadyShares } from "./store.ts";

/** Fills the free slots of a runner, one claim at a time. */
export interface Claimer {
  claimSome(): Promise<Turn>;
  lastClaimAt(): Instant | undefined;
}

export interface ClaimerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly kinds: readonly string[];
  readonly slots: {
    readonly concurrency: number;
    readonly maxPerTenant: number;
    readonly batchSize: number;
  };
  readonly running: RunningJobs;
  readonly lease: Lease;
  readonly leaseMs: number;
}

export function createClaimer(options: ClaimerOptions): Claimer {
  const { database, running, lease, slots } = options;
  const claim = createClaim(database, options.kinds);
  let lastClaimAt: Instant | undefined;
  let strayCheckAtMs = 0;

  /*
   * When a connection is lost while a claim commits, the jobs may be claimed without this runner knowing, and its
   * heartbeat would hold them permanently. So it checks after every failure, and periodically in case it checked too
   * early. Claims are made one at a time, so a job that is not held now does not belong to a claim in flight.
   */
  const putBackStrays = async (token: string): Promise<void> => {
    if (performance.now() < strayCheckAtMs) return;
    await putBackStrayJobs(database, token, running.ids(token));
    strayCheckAtMs = performance.now() + options.leaseMs;
  };

  const claimInto = async (token: string, freeSlots: number): Promise<number> => {
    const { maxPerTenant } = slots;
    const jobs = await claim(token, { freeSlots, maxPerTenant, held: running.countByShare() });
    lastClaimAt = options.clock.now();
    for (const job of jobs) running.start(job);
    return jobs.length;
  };

  return {
    lastClaimAt: () => lastClaimAt,
    claimSome: async () => {
      const token = lease.token();
      const freeSlots = Math.min(slots.concurrency - running.count(), slots.batchSize);
      if (token === undefined || freeSlots <= 0) return "wait";
      try {
        await putBackStrays(token);
        return (await claimInto(token, freeSlots)) === 0 ? "wait" : "again";
      } catch (error) {
        strayCheckAtMs = 0;
        throw error;
      }
    },
  };
}

/** Claims jobs, a fair share per tenant, and remembers its position in the round of tenants. */
type Claim = (token: string, limits: SlotLimits) => Promise<readonly ClaimedJob[]>;

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
