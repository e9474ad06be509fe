import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import type { Endpoint } from "./endpoint-queue-store.ts";
import { forget, type HeldQueue, type LoadedAttempt } from "./held-queue.ts";
import { sweepQueue } from "./queue-store.ts";
import { createResultWriter } from "./result-writer.ts";
import { createPost, type SenderOptions } from "./send-attempt.ts";
import type { Settlement } from "./settle-store.ts";

/** Sends the attempts of endpoint queues, and writes the results. */
export interface Posting {
  /** It may have something to send. */
  enter(queue: HeldQueue): void;
  posting(): number;
  /** Resolves when nothing is in flight and all results are written, or after the grace period. */
  end(graceMs: number): Promise<void>;
}

export interface PostingOptions extends SenderOptions {
  readonly database: Database;
  /** Requests that may be in flight at once. */
  readonly concurrency: number;
  /** The endpoint is gone, or has been failing for days. */
  readonly disable: (endpoint: Endpoint, because: "gone" | "failing") => Promise<void>;
  /** Something about the queue may have changed. */
  readonly onQueue: (queue: HeldQueue) => void;
  readonly onError: (error: unknown) => void;
}

const settledPerSweep = 20_000;
const lookMs = 10;

export function createPosting(options: PostingOptions): Posting {
  const { database, onQueue, onError } = options;
  // By the outcome and not by the attempt: one whose queue was lost and claimed again is sent twice.
  const open = new Map<Settlement, { readonly queue: HeldQueue; readonly isTroubled: boolean }>();
  const post = createPost(options);
  const sweepAtTimes = createSweeping(database, onError);

  const postOne = async (queue: HeldQueue, attempt: LoadedAttempt, isTroubled: boolean): Promise<void> => {
    const settlement = await post(queue, attempt);
    queue.posting -= 1;
    queue.unsettled += 1;
    open.set(settlement, { queue, isTroubled });
    resultWriter.add(settlement);
    onQueue(queue);
  };
  const capacity = createConcurrencyLimit({
    places: options.concurrency,
    post: (queue, attempt, isTroubled) => void postOne(queue, attempt, isTroubled),
  });
  const onSettled = (settlements: readonly Settlement[]): void => {
    const queues = new Set<HeldQueue>();
    for (const settlement of settlements) {
      const posted = open.get(settlement);
      open.delete(settlement);
      if (posted === undefined) continue;
      posted.queue.unsettled -= 1;
      forget(posted.queue, settlement.id);
      capacity.leave(posted.isTroubled);
      queues.add(posted.queue);
    }
    for (const queue of queues) settled(queue);
    sweepAtTimes(settlements.length);
  };
  const settled = (queue: HeldQueue): void => {
    if (queue.disabling === undefined || queue.known.size > 0) {
      onQueue(queue);
      return;
    }
    options
      .disable(queue.taken, queue.disabling)
      .catch(onError)
      .finally(() => onQueue(queue));
  };
  const resultWriter = createResultWriter({ database, onSettled, onError });
  const posting = (): number => capacity.load().taken;
  return {
    enter: capacity.enter,
    posting,
    end: async (graceMs) => {
      for (let waitedMs = 0; posting() > 0 && waitedMs < graceMs; waitedMs += lookMs) await sleep(lookMs);
      await unlessLate(resultWriter.drained(), graceMs);
      // Attempts that end later are sent again by another worker: the database may be closed by then.
      resultWriter.abandon();
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
