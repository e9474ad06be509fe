import { assert } from "../kernel/assert.ts";
import { isRefusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { createFairQueue } from "./batched-writer-queue.ts";
import { type BatchPort, type Written, writeBatch } from "./batched-writer-write.ts";

/**
 * Collects concurrent requests of one kind and writes them together, each keeping its own outcome. A batch holds
 * requests of one partition (the tenant) and is one transaction.
 */
export interface BatchedWriter<Request, Outcome> {
  /**
   * Resolves with the outcome of this request, or rejects: with its own refusal or error; at once with `overloaded`
   * when the queue is full; with the database's 503 when it is unknown whether the batch was committed.
   */
  submit(request: Request): Promise<Outcome>;
  /** Accepts no more requests and resolves when every accepted request has its outcome. */
  drain(): Promise<void>;
  load(): BatchedWriterLoad;
}

export interface BatchedWriterLoad {
  readonly queued: number;
  readonly batchesInFlight: number;
}

export interface BatchedWriterOptions<Request, Outcome> extends BatchPort<Request, Outcome> {
  /** Named in refusals. */
  readonly name: string;
  /** Requests of one partition are written in order, one batch at a time. */
  readonly partitionOf: (request: Request) => string;
  readonly maxBatch: number;
  /** How long a request may wait for its batch to fill while other batches are being written; else it does not wait. */
  readonly maxWaitMs: number;
  readonly maxQueued: number;
  readonly maxConcurrentBatches: number;
}

interface Entry<Request, Outcome> {
  readonly request: Request;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

const retryAfterSeconds = 1;

export function createBatchedWriter<Request, Outcome>(
  options: BatchedWriterOptions<Request, Outcome>,
): BatchedWriter<Request, Outcome> {
  const queue = createFairQueue<Entry<Request, Outcome>>(options);
  const drain = createDrain(() => queue.size() === 0 && busy.size === 0);
  const busy = new Set<string>();
  let isTurnPlanned = false;
  let timer: NodeJS.Timeout | undefined;

  const startBatches = (): void => {
    clearTimeout(timer);
    while (busy.size < options.maxConcurrentBatches) {
      // With nothing in flight, waiting only adds latency; otherwise the batch may still fill.
      const batch = queue.take({ busy, atOnce: drain.hasBegun() || busy.size === 0 });
      if (batch === undefined) break;
      busy.add(batch.partition);
      void runBatch(batch.partition, batch.items);
    }
    const dueInMs = busy.size < options.maxConcurrentBatches ? queue.dueInMs(busy) : undefined;
    if (dueInMs !== undefined) timer = setTimeout(startBatches, dueInMs);
    drain.look();
  };
  const runBatch = async (partition: string, entries: readonly Entry<Request, Outcome>[]): Promise<void> => {
    const requests = entries.map(({ request }) => request);
    const written = await writeBatch(options, partition, requests);
    for (const [index, entry] of entries.entries()) settle(entry, written[index]);
    busy.delete(partition);
    startBatches();
  };
  // Requests of one event loop turn share a batch.
  const planTurn = (): void => {
    if (isTurnPlanned) return;
    isTurnPlanned = true;
    setImmediate(() => {
      isTurnPlanned = false;
      startBatches();
    });
  };

  return {
    submit: (request) =>
      new Promise((resolve, reject) => {
        if (drain.hasBegun()) return reject(overloaded(`${options.name} is stopping`));
        if (queue.size() >= options.maxQueued)
          return reject(overloaded(`the write queue of ${options.name} is full`));
        queue.add(options.partitionOf(request), { request, resolve, reject });
        planTurn();
      }),
    drain: () => {
      const drained = drain.begin();
      startBatches();
      return drained;
    },
    load: () => ({ queued: queue.size(), batchesInFlight: busy.size }),
  };
}

function settle<Request, Outcome>(
  entry: Entry<Request, Outcome>,
  written: Written<Outcome> | undefined,
): void {
  assert(written !== undefined, "every request of a batch was written or failed");
  if (written.type === "failed") entry.reject(written.error);
  else if (isRefusal(written.outcome)) entry.reject(new RefusalError(written.outcome));
  else entry.resolve(written.outcome);
}

function overloaded(detail: string): RefusalError {
  return new RefusalError(refuse("overloaded", detail, { retryAfterSeconds }));
}

interface Drain {
  hasBegun(): boolean;
  begin(): Promise<void>;
  /** Call it after each batch; it may have been the last. */
  look(): void;
}

function createDrain(isEmpty: () => boolean): Drain {
  let finish: () => void = () => {};
  let finished: Promise<void> | undefined;
  return {
    hasBegun: () => finished !== undefined,
    begin: () => {
      finished ??= new Promise((resolve) => {
        finish = resolve;
      });
      return finished;
    },
    look: () => {
      if (isEmpty()) finish();
    },
  };
}
