import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { systemRandom } from "../../kernel/random.ts";
import type { WebhookSender } from "../sender.ts";
import type { AttemptReport } from "./attempt-report.ts";
import { createFeeder } from "./feeder.ts";
import { forget, type HeldLane, isFinished, isHungry, type LoadedAttempt } from "./held-lane.ts";
import { createLaneKeeper } from "./lane-keeper.ts";
import type { LaneKey } from "./lane-store.ts";
import { createMessageCache, type MessageCache } from "./message-cache.ts";
import { createPostRoom } from "./post-room.ts";
import { createPost } from "./poster.ts";
import { sweepQueue } from "./queue-store.ts";
import { createSecretsCache } from "./secrets-cache.ts";
import type { Settlement } from "./settle-store.ts";
import { createSettler } from "./settler.ts";

/** Delivers what waits in the lanes. Every node with the role `worker` has one. */
export interface Courier {
  start(): void;
  /** Takes no more, lets what is being sent end for this long, and lets go of its lanes. */
  stop(graceMs: number): Promise<void>;
  health(): CourierHealth;
}

export interface CourierHealth {
  /** When the lanes last answered, whether or not one was ready. */
  readonly lastClaimAt: Instant | undefined;
  readonly held: number;
  readonly posting: number;
}

export interface CourierOptions {
  readonly database: Database;
  readonly wakeUp: WakeUp;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly sender: Pick<WebhookSender, "send">;
  /** Shared with the fan-out of this node, if it has one. */
  readonly messages?: MessageCache;
  /** Posts that may be under way at once, in all and to one endpoint. */
  readonly concurrency: number;
  readonly endpointConcurrency: number;
  /** An endpoint is gone, or has been failing for days. */
  readonly disable: (key: LaneKey, because: "gone" | "failing") => Promise<void>;
  readonly report?: (report: AttemptReport) => void;
  readonly onError: (error: unknown) => void;
  readonly random?: () => number;
  readonly pollMs?: number;
  /** How long a node may be silent before its lanes go to others. */
  readonly leaseMs?: number;
}

const defaultPollMs = 500;
const defaultLeaseMs = 8_000;
const settledPerSweep = 20_000;
const stopLookMs = 10;

export function createCourier(options: CourierOptions): Courier {
  const { database, clock, onError } = options;
  const open = new Map<string, { readonly lane: HeldLane; readonly isTroubled: boolean }>();
  let settledSinceSweep = 0;

  const onLane = (lane: HeldLane): void => {
    room.enter(lane);
    if (isHungry(lane)) feeder.want(lane);
    else if (isFinished(lane)) keeper.letGo(lane);
  };
  const room = createPostRoom({
    places: options.concurrency,
    post: (lane, attempt, isTroubled) => void postOne(lane, attempt, isTroubled),
  });
  const post = createPost({
    ...options,
    random: options.random ?? systemRandom,
    report: options.report ?? (() => {}),
  });
  const postOne = async (lane: HeldLane, attempt: LoadedAttempt, isTroubled: boolean): Promise<void> => {
    open.set(attempt.id, { lane, isTroubled });
    const settlement = await post(lane, attempt);
    lane.posting -= 1;
    settler.add(settlement);
    onLane(lane);
  };
  const onSettled = (settlements: readonly Settlement[]): void => {
    const lanes = new Set<HeldLane>();
    for (const { id } of settlements) {
      const posted = open.get(id);
      open.delete(id);
      if (posted === undefined) continue;
      forget(posted.lane, id);
      room.leave(posted.isTroubled);
      lanes.add(posted.lane);
    }
    for (const lane of lanes) settled(lane);
    settledSinceSweep += settlements.length;
    if (settledSinceSweep < settledPerSweep) return;
    settledSinceSweep = 0;
    sweepQueue(database).catch(onError);
  };
  const settled = (lane: HeldLane): void => {
    if (lane.disabling === undefined || lane.known.size > 0) {
      onLane(lane);
      return;
    }
    options
      .disable(lane.taken, lane.disabling)
      .catch(onError)
      .finally(() => onLane(lane));
  };
  const settler = createSettler({ database, onSettled, onError });
  const feeder = createFeeder({
    database,
    clock,
    messages: options.messages ?? createMessageCache(),
    onFed: onLane,
    onError,
  });
  const keeper = createLaneKeeper({
    ...options,
    name: options.newId<"courier">(),
    secretsOf: createSecretsCache(options.keyRing),
    leaseMs: options.leaseMs ?? defaultLeaseMs,
    pollMs: options.pollMs ?? defaultPollMs,
    onLane,
  });
  return {
    start: () => {
      keeper.start();
      feeder.start();
    },
    stop: async (graceMs) => {
      await Promise.all([keeper.close(), feeder.stop()]);
      await untilIdle(() => room.load().taken, graceMs);
      await Promise.race([settler.drained(), sleep(graceMs)]);
      // What ends later is sent again by another: the database may be closed by then, and nobody should try for ever.
      settler.abandon();
      await keeper.stop().catch(onError);
    },
    health: () => ({ ...keeper.health(), posting: room.load().taken }),
  };
}

async function untilIdle(posting: () => number, graceMs: number): Promise<void> {
  for (let waitedMs = 0; posting() > 0 && waitedMs < graceMs; waitedMs += stopLookMs) await sleep(stopLookMs);
}
