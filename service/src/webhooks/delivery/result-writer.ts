import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import { pauseAfterFailures } from "../../db/poll-loop.ts";
import { systemRandom } from "../../kernel/random.ts";
import { type Settlement, settleAttempts } from "./settle-store.ts";

/** Writes the results of attempts in batches: results that arrive during a write form the next batch. */
export interface ResultWriter {
  add(settlement: Settlement): void;
  /** Resolves when everything added is written. */
  drained(): Promise<void>;
  /** Drops results that cannot be written: the next holder of the queues makes those attempts again. */
  abandon(): void;
}

export interface ResultWriterOptions {
  readonly database: Database;
  readonly onSettled: (settlements: readonly Settlement[]) => void;
  readonly onError: (error: unknown) => void;
}

const maxBatch = 500;

export function createResultWriter({ database, onSettled, onError }: ResultWriterOptions): ResultWriter {
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
    // Results of the same turn of the event loop go together.
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
