import type { Database } from "../../db/database.ts";
import type { Turn } from "../../db/poll-loop.ts";
import { addMs, type Clock, type Instant } from "../../kernel/instant.ts";
import type { HeldLane } from "./held-lane.ts";
import type { HeldLanes } from "./held-lanes.ts";
import { claimLanes, type LaneRelease, releaseLanes, renewLanes } from "./lane-store.ts";
import { endQueued } from "./queue-store.ts";

/** What is done about lanes again and again. */
export interface LaneTurns {
  claim(): Promise<Turn>;
  /** Holds what is held for longer. */
  beat(): Promise<Turn>;
  /** Lets go of what is finished. */
  release(): Promise<Turn>;
  /** Lets go of everything, once. */
  releaseAll(): Promise<void>;
  lastClaimAt(): Instant | undefined;
}

export interface LaneTurnsOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Names this courier, and no other. */
  readonly name: string;
  readonly leaseMs: number;
}

const maxHeld = 4_000;
const maxClaimedAtOnce = 500;
const maxWrittenAtOnce = 1_000;

export function createLaneTurns(options: LaneTurnsOptions, lanes: HeldLanes): LaneTurns {
  const { database, clock, name } = options;
  let lastClaimAt: Instant | undefined;
  let claims = 0;
  let claimUnderWay: Promise<unknown> = Promise.resolve();
  const leaseEnd = (): Instant => addMs(clock.now(), options.leaseMs);

  const renew = async (some: readonly HeldLane[]): Promise<void> => {
    const before = some.map(({ taken }) => taken);
    const found = await renewLanes(database, before, leaseEnd());
    // After a silence the first to claim is often this node itself, and the answer to that may still be on its way.
    if (found.length < some.length) await claimUnderWay;
    lanes.lookedAgain(some, before, found);
  };
  const releaseSome = async (some: readonly HeldLane[]): Promise<void> => {
    if (some.length === 0) return;
    const ids = new Set<string>(await releaseLanes(database, some.map(releaseOf)));
    const kept = lanes.released(some, ids);
    if (kept.length > 0) await renew(kept);
  };
  return {
    claim: async () => {
      const limit = Math.min(maxClaimedAtOnce, maxHeld - lanes.size());
      if (limit === 0) return "wait";
      const now = clock.now();
      claims += 1;
      const lease = { holder: `${name}/${claims}`, now, until: leaseEnd() };
      const claiming = claimLanes(database, lease, limit).then((claimed) => {
        lastClaimAt = now;
        for (const taken of claimed) lanes.admit(taken);
        return claimed.length;
      });
      claimUnderWay = claiming.catch(() => undefined);
      return (await claiming) === limit ? "again" : "wait";
    },
    beat: async () => {
      const kept = lanes.kept();
      for (let from = 0; from < kept.length; from += maxWrittenAtOnce) {
        await renew(kept.slice(from, from + maxWrittenAtOnce));
      }
      return "wait";
    },
    release: async () => {
      await endArchived(options, lanes.finished(maxWrittenAtOnce));
      await releaseSome(lanes.finished(maxWrittenAtOnce));
      return lanes.hasFinished() ? "again" : "wait";
    },
    releaseAll: async () => {
      await endArchived(options, lanes.all());
      await releaseSome(lanes.all());
    },
    lastClaimAt: () => lastClaimAt,
  };
}

const endedAtOnce = 1_000;
const archivedMessage = "the subscription was archived before this was sent";

/** Some at a time: a lane in which more is left is looked at again. */
async function endArchived({ database, clock }: LaneTurnsOptions, lanes: readonly HeldLane[]): Promise<void> {
  for (const { taken } of lanes) {
    if (taken.status === "archived")
      await endQueued(database, taken, archivedMessage, clock.now(), endedAtOnce);
  }
}

function releaseOf({ taken, health }: HeldLane): LaneRelease {
  const { tenantId, id, holder, news } = taken;
  return { ...health, tenantId, id, holder, news };
}
