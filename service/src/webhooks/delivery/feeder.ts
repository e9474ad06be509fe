import type { Database } from "../../db/database.ts";
import { createPollLoop, type PollLoop, type Turn } from "../../db/poll-loop.ts";
import type { Clock } from "../../kernel/instant.ts";
import { addRead, beginReading, failReading, type HeldLane, type LoadedAttempt } from "./held-lane.ts";
import type { MessageCache } from "./message-cache.ts";
import { type QueuedAttempt, selectDue } from "./queue-store.ts";

/** Reads what is due in lanes that run low, for many lanes at once. */
export interface Feeder extends Pick<PollLoop, "start" | "stop"> {
  want(lane: HeldLane): void;
}

export interface FeederOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly messages: MessageCache;
  readonly onFed: (lane: HeldLane) => void;
  readonly onError: (error: unknown) => void;
}

const maxLanesAtOnce = 500;
const maxRowsAtOnce = 2_000;
/** Of one lane: some rounds of its window, so that reading keeps ahead of posting. */
const windowsAhead = 4;
const pollMs = 1_000;

export function createFeeder({ database, clock, messages, onFed, onError }: FeederOptions): Feeder {
  const hungry = new Set<HeldLane>();

  const readSome = async (lanes: readonly HeldLane[]): Promise<void> => {
    const queries = lanes.map((lane) => ({ key: lane.taken, limit: roomOf(lane) }));
    const due = await selectDue(database, queries, clock.now());
    const loaded = await messages.load(database, due);
    const perLane = groupByLane(due);
    for (const [index, lane] of lanes.entries()) {
      const rows = perLane.get(lane.taken.id) ?? [];
      const attempts = rows.flatMap((row): LoadedAttempt[] => {
        const message = loaded.get(row.eventId);
        return message === undefined ? [] : [{ ...row, message }];
      });
      addRead(lane, attempts, rows.length === queries[index]?.limit);
      onFed(lane);
    }
  };
  const turn = async (): Promise<Turn> => {
    const lanes: HeldLane[] = [];
    let rows = 0;
    for (const lane of hungry) {
      if (lanes.length >= maxLanesAtOnce || rows >= maxRowsAtOnce) break;
      hungry.delete(lane);
      beginReading(lane);
      lanes.push(lane);
      rows += roomOf(lane);
    }
    if (lanes.length === 0) return "wait";
    try {
      await readSome(lanes);
    } catch (error) {
      for (const lane of lanes) {
        failReading(lane);
        hungry.add(lane);
      }
      throw error;
    }
    return hungry.size > 0 ? "again" : "wait";
  };
  const loop = createPollLoop({ turn, pollMs, onError });
  return {
    start: loop.start,
    stop: loop.stop,
    want: (lane) => {
      hungry.add(lane);
      loop.wake();
    },
  };
}

/** What is known already stands in the queue as well, and is read again. */
function roomOf(lane: HeldLane): number {
  return lane.known.size + lane.window.size * windowsAhead;
}

function groupByLane(due: readonly QueuedAttempt[]): ReadonlyMap<string, readonly QueuedAttempt[]> {
  const lanes = new Map<string, QueuedAttempt[]>();
  for (const attempt of due) {
    const rows = lanes.get(attempt.subscriptionId);
    if (rows === undefined) lanes.set(attempt.subscriptionId, [attempt]);
    else rows.push(attempt);
  }
  return lanes;
}
