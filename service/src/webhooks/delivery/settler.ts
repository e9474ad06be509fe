import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import { pauseAfterFailures } from "../../db/poll-loop.ts";
import { systemRandom } from "../../kernel/random.ts";
import { type Settlement, settleAttempts } from "./settle-store.ts";

/** Writes what came of attempts, many at a time: those that end while a batch is being written are the next batch. */
export interface Settler {
  add(settlement: Settlement): void;
  /** Resolves when everything that was added is written. */
  drained(): Promise<void>;
  /** Gives up what cannot be written: whoever takes the lanes over makes those attempts again. */
  abandon(): void;
}

export interface SettlerOptions {
  readonly database: Database;
  readonly onSettled: (settlements: readonly Settlement[]) => void;
  readonly onError: (error: unknown) => void;
}

const maxBatch = 500;

export function createSettler({ database, onSettled, onError }: SettlerOptions): Settler {
  const abandoning = new AbortController();
  let waiting: Settlement[] = [];
  let writing: Promise<void> | undefined;

  const writeOnce = async (batch: readonly Settlement[]): Promise<void> => {
    for (let failures = 0; !abandoning.signal.aborted; ) {
      try {
        await settleAttempts(database, batch);
        return;
      } catch (error) {
        failures += 1;
        onError(error);
        const pauseMs = pauseAfterFailures(failures, systemRandom());
        await sleep(pauseMs, undefined, { signal: abandoning.signal }).catch(() => undefined);
      }
    }
  };
  const writeAll = async (): Promise<void> => {
    // What ends in the same turn of the event loop goes together.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      await writeOnce(batch);
      onSettled(batch);
    }
    writing = undefined;
  };

  return {
    add: (settlement) => {
      waiting.push(settlement);
      writing ??= writeAll();
    },
    drained: async () => {
      while (writing !== undefined) await writing;
    },
    abandon: () => abandoning.abort(),
  };
}
