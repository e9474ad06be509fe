import type { Database } from "../../db/database.ts";
import type { Turn } from "../../db/poll-loop.ts";
import { addMs, type Clock, type Instant } from "../../kernel/instant.ts";
import {
  claimQueues,
  type QueueRelease,
  releaseQueues,
  renewQueues,
  selectNextReadyAt,
} from "./endpoint-queue-store.ts";
import type { HeldQueue } from "./held-queue.ts";
import type { HeldQueues } from "./held-queues.ts";
import { endQueued } from "./queue-store.ts";

/** The recurring work on endpoint queues. */
export interface QueueTurns {
  claim(): Promise<Turn>;
  /** Renews the leases of held queues. */
  beat(): Promise<Turn>;
  /** Releases finished queues. */
  release(): Promise<Turn>;
  /** Releases everything, once. */
  releaseAll(): Promise<void>;
  lastClaimAt(): Instant | undefined;
}

export interface QueueTurnsOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Unique name of this worker. */
  readonly name: string;
  readonly leaseMs: number;
  /** Queues were released, perhaps with deliveries that are due later. */
  readonly onReleased: () => void;
}

const maxHeld = 4_000;
const maxClaimedAtOnce = 500;
const maxWrittenAtOnce = 1_000;

export function createQueueTurns(options: QueueTurnsOptions, queues: HeldQueues): QueueTurns {
  const { database, clock, name } = options;
  let lastClaimAt: Instant | undefined;
  let claims = 0;
  let claimInProgress: Promise<unknown> = Promise.resolve();
  const leaseEnd = (): Instant => addMs(clock.now(), options.leaseMs);

  const renew = async (some: readonly HeldQueue[]): Promise<void> => {
    const before = some.map(({ taken }) => taken);
    const found = await renewQueues(database, before, leaseEnd());
    // After a silence the first to claim is often this node itself, and the result of that claim may be in flight.
    if (found.length < some.length) await claimInProgress;
    queues.lookedAgain(some, before, found);
  };
  const releaseSome = async (some: readonly HeldQueue[]): Promise<void> => {
    if (some.length === 0) return;
    const ids = new Set<string>(await releaseQueues(database, some.map(releaseOf)));
    const kept = queues.released(some, ids);
    options.onReleased();
    if (kept.length > 0) await renew(kept);
  };
  return {
    claim: async () => {
      const limit = Math.min(maxClaimedAtOnce, maxHeld - queues.size());
      if (limit === 0) return "wait";
      const now = clock.now();
      claims += 1;
      const lease = { holder: `${name}/${claims}`, now, until: leaseEnd() };
      const claiming = claimQueues(database, lease, limit).then((claimed) => {
        lastClaimAt = now;
        for (const taken of claimed) queues.admit(taken);
        return claimed.length;
      });
      claimInProgress = claiming.catch(() => undefined);
      if ((await claiming) === limit) return "again";
      const nextAt = await selectNextReadyAt(database);
      return nextAt === undefined ? "wait" : { dueInMs: nextAt - clock.now() };
    },
    beat: async () => {
      const kept = queues.kept();
      for (let from = 0; from < kept.length; from += maxWrittenAtOnce) {
        await renew(kept.slice(from, from + maxWrittenAtOnce));
      }
      return "wait";
    },
    release: async () => {
      await endArchived(options, queues.finished(maxWrittenAtOnce));
      await releaseSome(queues.finished(maxWrittenAtOnce));
      return queues.hasFinished() ? "again" : "wait";
    },
    releaseAll: async () => {
      await endArchived(options, queues.all());
      await releaseSome(queues.all());
    },
    lastClaimAt: () => lastClaimAt,
  };
}

const endedAtOnce = 1_000;
const archivedMessage = "the subscription was archived before this was sent";

/** In batches: a queue with more left is read again. */
async function endArchived(
  { database, clock }: QueueTurnsOptions,
  queues: readonly HeldQueue[],
): Promise<void> {
  for (const { taken } of queues) {
    if (taken.status === "archived")
      await endQueued(database, taken, archivedMessage, clock.now(), endedAtOnce);
  }
}

function releaseOf({ taken, health }: HeldQueue): QueueRelease {
  const { tenantId, id, holder, changeCount } = taken;
  return { ...health, tenantId, id, holder, changeCount };
}
