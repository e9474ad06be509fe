import type { Database } from "../db/database.ts";
import { createPollLoop } from "../db/poll-loop.ts";
import type { WakeUp } from "../db/wake-up.ts";
import { type Clock, type Instant, instantFromMs } from "../kernel/instant.ts";
import { type AttemptMemory, maxKnown } from "./attempt-memory.ts";
import { selectAttempts, writeAttempts } from "./attempt-store.ts";

/** Shares attempts between nodes. */
export interface AttemptSharing {
  /** Loads what other nodes know; then changes are exchanged as they happen. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface AttemptSharingOptions {
  readonly memory: AttemptMemory;
  readonly database: Database;
  readonly wakeUp: Pick<WakeUp, "nudge" | "listen">;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const topic = "auth.attempts";
/** A missed notification is made up for after this time. */
const idleMs = 60_000;
/** Records of a transaction that was still open at the last read are read with the next one. */
const overlapMs = 5_000;

/**
 * Nothing is written while known clients succeed: failures, and the first success of a pair on a day, are collected and
 * written together, and the other nodes are notified.
 */
export function createAttemptSharing(options: AttemptSharingOptions): AttemptSharing {
  const { memory, database, wakeUp, clock, onError } = options;
  let readUntil: Instant = instantFromMs(0);
  const read = async (): Promise<void> => {
    const since = instantFromMs(Math.max(0, readUntil - overlapMs));
    const records = await selectAttempts(database, { since, limit: maxKnown });
    // Oldest first, so that the latest are the last to be evicted.
    memory.merge([...records].reverse());
    readUntil = records[0]?.changedAt ?? readUntil;
  };
  const write = async (): Promise<void> => {
    const changes = memory.takeChanges();
    if (changes.length === 0) return;
    try {
      await writeAttempts(database, changes, clock.now());
    } catch (error) {
      memory.giveBack(changes);
      throw error;
    }
    wakeUp.nudge(topic);
  };
  const loop = createPollLoop({
    name: "auth.attempts",
    pollMs: idleMs,
    turn: async () => {
      await write();
      await read();
      return "wait";
    },
    onError,
  });
  let stopListening: (() => void) | undefined;
  return {
    start: async () => {
      await read();
      stopListening = wakeUp.listen(topic, loop.wake);
      memory.onChange(loop.wake);
      loop.start();
    },
    stop: async () => {
      stopListening?.();
      await loop.stop();
      await write().catch(onError);
    },
  };
}
