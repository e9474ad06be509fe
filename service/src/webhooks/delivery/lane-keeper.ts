import type { Database } from "../../db/database.ts";
import { createPollLoop, type Turn } from "../../db/poll-loop.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import { addMs, type Clock, type Instant } from "../../kernel/instant.ts";
import { type HeldLane, setAside } from "./held-lane.ts";
import { createHeldLanes, type HeldLanesOptions } from "./held-lanes.ts";
import { claimLanes, type LaneRelease, releaseLanes, renewLanes, webhooksTopic } from "./lane-store.ts";
import { endQueued } from "./queue-store.ts";

/** Takes lanes that are ready, holds them as long as this node works on them, and lets go of them. */
export interface LaneKeeper {
  start(): void;
  /** Nothing of it is left to do. */
  letGo(lane: HeldLane): void;
  /** Takes no more, and sets aside what has not begun. */
  close(): Promise<void>;
  /** Lets go of all that is held, so that others need not wait for the lease to end. */
  stop(): Promise<void>;
  health(): { readonly lastClaimAt: Instant | undefined; readonly held: number };
}

export interface LaneKeeperOptions extends HeldLanesOptions {
  readonly database: Database;
  readonly wakeUp: WakeUp;
  /** Names this courier, and no other. */
  readonly name: string;
  readonly leaseMs: number;
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
}

const maxHeld = 4_000;
const maxClaimedAtOnce = 500;
const maxWrittenAtOnce = 1_000;
const beatsPerLease = 4;
const lastReleases = 3;

export function createLaneKeeper(options: LaneKeeperOptions): LaneKeeper {
  const { database, clock, name, onError } = options;
  const lanes = createHeldLanes(options);
  let lastClaimAt: Instant | undefined;
  let claims = 0;
  const leaseEnd = (): Instant => addMs(clock.now(), options.leaseMs);

  const claim = async (): Promise<Turn> => {
    const limit = Math.min(maxClaimedAtOnce, maxHeld - lanes.size());
    if (limit === 0) return "wait";
    const now = clock.now();
    claims += 1;
    const claimed = await claimLanes(
      database,
      { holder: `${name}/${claims}`, now, until: leaseEnd() },
      limit,
    );
    lastClaimAt = now;
    for (const taken of claimed) lanes.admit(taken);
    return claimed.length === limit ? "again" : "wait";
  };
  const renew = async (some: readonly HeldLane[]): Promise<void> => {
    const before = some.map(({ taken }) => taken);
    lanes.lookedAgain(some, before, await renewLanes(database, before, leaseEnd()));
  };
  const beat = async (): Promise<Turn> => {
    const kept = lanes.kept();
    for (let from = 0; from < kept.length; from += maxWrittenAtOnce) {
      await renew(kept.slice(from, from + maxWrittenAtOnce));
    }
    return "wait";
  };
  const release = async (): Promise<Turn> => {
    await endArchived(database, clock, lanes.finished(maxWrittenAtOnce));
    await releaseSome(lanes.finished(maxWrittenAtOnce));
    return lanes.hasFinished() ? "again" : "wait";
  };
  const releaseSome = async (some: readonly HeldLane[]): Promise<void> => {
    if (some.length === 0) return;
    const ids = new Set<string>(await releaseLanes(database, some.map(releaseOf)));
    const kept = lanes.released(some, ids);
    if (kept.length > 0) await renew(kept);
  };

  const claiming = createPollLoop({ turn: claim, pollMs: options.pollMs, onError });
  const beating = createPollLoop({ turn: beat, pollMs: options.leaseMs / beatsPerLease, onError });
  const releasing = createPollLoop({ turn: release, pollMs: options.pollMs, onError });
  const stopListening = options.wakeUp.listen(webhooksTopic, claiming.wake);
  return {
    start: () => {
      for (const loop of [claiming, beating, releasing]) loop.start();
    },
    letGo: (lane) => {
      lanes.finish(lane);
      releasing.wake();
    },
    close: async () => {
      stopListening();
      await claiming.stop();
      for (const lane of lanes.all()) setAside(lane);
    },
    stop: async () => {
      await Promise.all([beating.stop(), releasing.stop()]);
      for (let tries = 0; lanes.size() > 0 && tries < lastReleases; tries += 1) {
        await endArchived(database, clock, lanes.all());
        await releaseSome(lanes.all());
      }
    },
    health: () => ({ lastClaimAt, held: lanes.size() }),
  };
}

const endedAtOnce = 1_000;
const archivedMessage = "the subscription was archived before this was sent";

async function endArchived(database: Database, clock: Clock, lanes: readonly HeldLane[]): Promise<void> {
  for (const { taken } of lanes) {
    if (taken.status !== "archived") continue;
    for (let ended = endedAtOnce; ended === endedAtOnce; ) {
      ended = await endQueued(database, taken, archivedMessage, clock.now(), endedAtOnce);
    }
  }
}

function releaseOf({ taken, health }: HeldLane): LaneRelease {
  const { tenantId, id, holder, news } = taken;
  return { ...health, tenantId, id, holder, news };
}
