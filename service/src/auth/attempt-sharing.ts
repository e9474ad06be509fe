import type { Database } from "../db/database.ts";
import { createPollLoop } from "../db/poll-loop.ts";
import type { WakeUp } from "../db/wake-up.ts";
import { type Instant, instantFromMs } from "../kernel/instant.ts";
import type { AttemptRecords } from "./attempt-limiter.ts";
import { type AttemptMemory, maxKnown } from "./attempt-memory.ts";
import { addFailures, readAttempts, selectAttempts, writeSuccess } from "./attempt-store.ts";

/** Counts attempts in the database, and keeps the memory of this node close to it. */
export interface AttemptSharing {
  readonly records: AttemptRecords;
  /** Loads the records; then changes are read as they happen. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface AttemptSharingOptions {
  readonly memory: AttemptMemory;
  readonly database: Database;
  readonly wakeUp: Pick<WakeUp, "nudge" | "listen">;
  readonly onError: (error: unknown) => void;
}

const topic = "auth.attempts";
/** A missed notification is made up for after this time. */
const idleMs = 60_000;
/** Records of a transaction that was still open at the last read are read with the next one. */
const overlapMs = 5_000;

/**
 * Each failure is one statement, which is awaited before the response. The successes of known clients are only read:
 * the first success of a pair on a day is written.
 */
export function createAttemptSharing(options: AttemptSharingOptions): AttemptSharing {
  const { memory, database, wakeUp, onError } = options;
  let readUntil: Instant = instantFromMs(0);
  const read = async (): Promise<void> => {
    const since = instantFromMs(Math.max(0, readUntil - overlapMs));
    const records = await selectAttempts(database, { since, limit: maxKnown });
    // Oldest first, so that the latest are the last to be evicted.
    memory.merge([...records].reverse());
    readUntil = records[0]?.changedAt ?? readUntil;
  };
  const loop = createPollLoop({
    name: "auth.attempts",
    pollMs: idleMs,
    turn: async () => {
      await read();
      return "wait";
    },
    onError,
  });
  let stopListening: (() => void) | undefined;
  return {
    records: {
      fail: async (keys, now) => {
        const counted = await addFailures(database, keys, now);
        wakeUp.nudge(topic);
        return counted;
      },
      read: (keys) => readAttempts(database, keys),
      succeed: async (key, now) => {
        await writeSuccess(database, key, now);
        wakeUp.nudge(topic);
      },
    },
    start: async () => {
      await read();
      stopListening = wakeUp.listen(topic, loop.wake);
      loop.start();
    },
    stop: async () => {
      stopListening?.();
      await loop.stop();
    },
  };
}
