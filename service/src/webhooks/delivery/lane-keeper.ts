import type { Database } from "../../db/database.ts";
import { createPollLoop, type Turn } from "../../db/poll-loop.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import { addMs, type Clock, type Instant } from "../../kernel/instant.ts";
import { type HeldLane, holdLane, isFinished, lookAgain, setAside } from "./held-lane.ts";
import {
  claimLanes,
  type LaneRelease,
  releaseLanes,
  renewLanes,
  type TakenLane,
  webhooksTopic,
} from "./lane-store.ts";
import { endQueued } from "./queue-store.ts";
import type { SecretsOf } from "./secrets-cache.ts";

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

export interface LaneKeeperOptions {
  readonly database: Database;
  readonly wakeUp: WakeUp;
  readonly clock: Clock;
  /** Names this courier, and no other. */
  readonly name: string;
  readonly secretsOf: SecretsOf;
  readonly endpointConcurrency: number;
  readonly leaseMs: number;
  readonly pollMs: number;
  /** Something about the lane may have changed. */
  readonly onLane: (lane: HeldLane) => void;
  readonly onError: (error: unknown) => void;
}

const maxHeld = 4_000;
const maxClaimedAtOnce = 500;
const maxWrittenAtOnce = 1_000;
const beatsPerLease = 4;
const endedAtOnce = 1_000;
const lastReleases = 3;
const archivedMessage = "the subscription was archived before this was sent";

export function createLaneKeeper(options: LaneKeeperOptions): LaneKeeper {
  const { database, clock, onLane, onError } = options;
  const held = new Map<string, HeldLane>();
  const finished = new Set<HeldLane>();
  let lastClaimAt: Instant | undefined;
  let claims = 0;
  const leaseEnd = (): Instant => addMs(clock.now(), options.leaseMs);

  const claim = async (): Promise<Turn> => {
    const limit = Math.min(maxClaimedAtOnce, maxHeld - held.size);
    if (limit === 0) return "wait";
    const now = clock.now();
    claims += 1;
    const lease = { holder: `${options.name}/${claims}`, now, until: leaseEnd() };
    const lanes = await claimLanes(database, lease, limit);
    lastClaimAt = now;
    for (const taken of lanes) admit(taken);
    return lanes.length === limit ? "again" : "wait";
  };
  const admit = (taken: TakenLane): void => {
    const before = held.get(taken.id);
    // Silent for longer than its lease, and the first to look again: what this node has of the lane is still good.
    if (before !== undefined && !finished.has(before)) {
      refresh(before, taken);
      return;
    }
    const lane = holdLane(taken, options.secretsOf(taken, clock.now()), options.endpointConcurrency);
    held.set(taken.id, lane);
    onLane(lane);
  };
  const refresh = (lane: HeldLane, taken: TakenLane): void => {
    lookAgain(lane, taken, options.secretsOf(taken, clock.now()), clock.now());
    onLane(lane);
  };
  const renew = async (lanes: readonly HeldLane[]): Promise<void> => {
    const before = lanes.map(({ taken }) => taken);
    const renewed = await renewLanes(database, before, leaseEnd());
    const byId = new Map(renewed.map((taken) => [taken.id, taken]));
    for (const [index, lane] of lanes.entries()) {
      const taken = byId.get(lane.taken.id);
      if (taken !== undefined) refresh(lane, taken);
      else if (lane.taken === before[index]) drop(lane);
    }
  };
  /** It is somebody else's by now. What is being sent is settled all the same. */
  const drop = (lane: HeldLane): void => {
    setAside(lane);
    finished.delete(lane);
    if (held.get(lane.taken.id) === lane) held.delete(lane.taken.id);
  };
  const beat = async (): Promise<Turn> => {
    // One that is being let go of is not held for longer.
    const lanes = [...held.values()].filter((lane) => !finished.has(lane));
    for (let from = 0; from < lanes.length; from += maxWrittenAtOnce) {
      await renew(lanes.slice(from, from + maxWrittenAtOnce));
    }
    return "wait";
  };
  const release = async (): Promise<Turn> => {
    await endArchived([...finished]);
    // A look at a lane may have found news since: what it has begun would be claimed and sent once more.
    for (const lane of finished) if (!isFinished(lane)) finished.delete(lane);
    await releaseSome();
    return finished.size > 0 ? "again" : "wait";
  };
  const releaseSome = async (): Promise<void> => {
    const lanes = [...finished].slice(0, maxWrittenAtOnce);
    if (lanes.length === 0) return;
    const released = new Set(await releaseLanes(database, lanes.map(releaseOf)));
    const kept: HeldLane[] = [];
    for (const lane of lanes) {
      finished.delete(lane);
      if (!released.has(lane.taken.id)) kept.push(lane);
      else if (held.get(lane.taken.id) === lane) held.delete(lane.taken.id);
    }
    if (kept.length > 0) await renew(kept);
  };
  const endArchived = async (lanes: readonly HeldLane[]): Promise<void> => {
    for (const { taken } of lanes) {
      if (taken.status !== "archived") continue;
      for (let ended = endedAtOnce; ended === endedAtOnce; ) {
        ended = await endQueued(database, taken, archivedMessage, clock.now(), endedAtOnce);
      }
    }
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
      if (held.get(lane.taken.id) !== lane) return;
      finished.add(lane);
      releasing.wake();
    },
    close: async () => {
      stopListening();
      await claiming.stop();
      for (const lane of held.values()) setAside(lane);
    },
    stop: async () => {
      await Promise.all([beating.stop(), releasing.stop()]);
      for (let tries = 0; held.size > 0 && tries < lastReleases; tries += 1) {
        for (const lane of held.values()) finished.add(lane);
        await endArchived([...finished]);
        await releaseSome();
      }
    },
    health: () => ({ lastClaimAt, held: held.size }),
  };
}

function releaseOf({ taken, health }: HeldLane): LaneRelease {
  const { tenantId, id, holder, news } = taken;
  return { ...health, tenantId, id, holder, news };
}
