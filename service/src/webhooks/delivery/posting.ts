import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import { forget, type HeldLane, type LoadedAttempt } from "./held-lane.ts";
import type { Endpoint } from "./lane-store.ts";
import { createPostRoom } from "./post-room.ts";
import { createPost, type PosterOptions } from "./poster.ts";
import { sweepQueue } from "./queue-store.ts";
import type { Settlement } from "./settle-store.ts";
import { createSettler } from "./settler.ts";

/** Posts what lanes have, and writes down what came of it. */
export interface Posting {
  /** It may have something to post. */
  enter(lane: HeldLane): void;
  posting(): number;
  /** Resolves when nothing is being posted and all is written, or when the time is over. */
  end(graceMs: number): Promise<void>;
}

export interface PostingOptions extends PosterOptions {
  readonly database: Database;
  /** Posts that may be under way at once. */
  readonly concurrency: number;
  /** An endpoint is gone, or has been failing for days. */
  readonly disable: (endpoint: Endpoint, because: "gone" | "failing") => Promise<void>;
  /** Something about the lane may have changed. */
  readonly onLane: (lane: HeldLane) => void;
  readonly onError: (error: unknown) => void;
}

const settledPerSweep = 20_000;
const lookMs = 10;

export function createPosting(options: PostingOptions): Posting {
  const { database, onLane, onError } = options;
  // By the outcome and not by the attempt: one whose lane was lost and came back meanwhile is posted twice.
  const open = new Map<Settlement, { readonly lane: HeldLane; readonly isTroubled: boolean }>();
  const post = createPost(options);
  const sweepAtTimes = createSweeping(database, onError);

  const postOne = async (lane: HeldLane, attempt: LoadedAttempt, isTroubled: boolean): Promise<void> => {
    const settlement = await post(lane, attempt);
    lane.posting -= 1;
    lane.unsettled += 1;
    open.set(settlement, { lane, isTroubled });
    settler.add(settlement);
    onLane(lane);
  };
  const room = createPostRoom({
    places: options.concurrency,
    post: (lane, attempt, isTroubled) => void postOne(lane, attempt, isTroubled),
  });
  const onSettled = (settlements: readonly Settlement[]): void => {
    const lanes = new Set<HeldLane>();
    for (const settlement of settlements) {
      const posted = open.get(settlement);
      open.delete(settlement);
      if (posted === undefined) continue;
      posted.lane.unsettled -= 1;
      forget(posted.lane, settlement.id);
      room.leave(posted.isTroubled);
      lanes.add(posted.lane);
    }
    for (const lane of lanes) settled(lane);
    sweepAtTimes(settlements.length);
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
  const posting = (): number => room.load().taken;
  return {
    enter: room.enter,
    posting,
    end: async (graceMs) => {
      for (let waitedMs = 0; posting() > 0 && waitedMs < graceMs; waitedMs += lookMs) await sleep(lookMs);
      await unlessLate(settler.drained(), graceMs);
      // What ends later is sent again by another: the database may be closed by then, and nobody should try for ever.
      settler.abandon();
    },
  };
}

/** Leaves no timer behind, which would keep the process alive. */
async function unlessLate(work: Promise<void>, graceMs: number): Promise<void> {
  const isOver = new AbortController();
  const late = sleep(graceMs, undefined, { signal: isOver.signal }).catch(() => undefined);
  await Promise.race([work, late]);
  isOver.abort();
}

function createSweeping(database: Database, onError: (error: unknown) => void): (settled: number) => void {
  let settledSinceSweep = 0;
  return (settled) => {
    settledSinceSweep += settled;
    if (settledSinceSweep < settledPerSweep) return;
    settledSinceSweep = 0;
    sweepQueue(database).catch(onError);
  };
}
