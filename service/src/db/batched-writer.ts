import { assert } from "../kernel/assert.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { createBatchSlots } from "./batch-slots.ts";
import { isLockTimeout, isRetriable } from "./errors.ts";
import { createFairQueue } from "./fair-queue.ts";

/**
 * Collects concurrent items of one kind and writes them together. A batch holds items of one partition (the tenant) and
 * is one transaction; each item has its own result.
 */
export interface BatchedWriter<Item, Result> {
  /**
   * Resolves with the result of this item, or rejects: with its own error; at once with `overloaded` when the queue is
   * full; with the database's 503 when it is unknown whether the batch was committed.
   */
  submit(item: Item): Promise<Result>;
  /** Accepts no more items and resolves when every accepted item is written or failed. */
  drain(): Promise<void>;
  load(): BatchedWriterLoad;
}

export interface BatchedWriterLoad {
  readonly queued: number;
  readonly batchesInFlight: number;
}

export interface BatchedWriterOptions<Item, Result> {
  /** Named in refusals. */
  readonly name: string;
  /**
   * How long after it was submitted an item is written again, together with the others of its partition, if a batch has
   * timed out on a lock, or what it had read kept changing. By default, the items of such a batch fail. They are never tried
   * one by one: most need the lock.
   */
  readonly retryLockedForMs?: number;
  readonly partitionOf: (item: Item) => string;
  /** Whose slots the batches of a partition take: those of the tenant. Defaults to the partition. */
  readonly holderOf?: (partition: string) => string;
  /**
   * How many batches of a partition may be written at once; defaults to one, which writes its items in order. With
   * more, the next batch is read and decided while the previous one is committed.
   */
  readonly batchesPerPartition?: number;
  /**
   * Writes items of one partition in one transaction, and returns one result per item, in order. When it throws, nothing is
   * written, unless it lost the connection.
   */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxBatch: number;
  /** How long an item may wait for its batch to fill while another of its partition is written; else it does not wait. */
  readonly maxWaitMs: number;
  readonly maxQueued: number;
  /** Batches in progress at once. One that waits for a lock doesn't count, up to `maxSlots`. */
  readonly maxConcurrentBatches: number;
  /** Batches at once, with those that wait for locks; defaults to `maxConcurrentBatches`. */
  readonly maxSlots?: number;
  /** When a batch counts as waiting for a lock. */
  readonly stalledAfterMs?: number;
  /** Called when a batch begins; the returned function is called at its end. */
  readonly onBatch?: (partition: string) => () => void;
}

interface Entry<Item, Result> {
  readonly item: Item;
  readonly submittedAtMs: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

const retryAfterSeconds = 1;

export function createBatchedWriter<Item, Result>(
  options: BatchedWriterOptions<Item, Result>,
): BatchedWriter<Item, Result> {
  const queue = createFairQueue<Entry<Item, Result>>(options);
  const slots = createBatchSlots(options);
  let timer: NodeJS.Timeout | undefined;
  let finishDrain = (): void => {};
  let drained: Promise<void> | undefined;

  const fullAt = (partition: string): number => slots.fullAt(partition, drained !== undefined);
  // A holder takes a further slot only if no other one waits for its first.
  const firstFullAt = (partition: string): number =>
    slots.isHeldBy(partition) ? Number.POSITIVE_INFINITY : fullAt(partition);
  const startBatches = (): void => {
    clearTimeout(timer);
    while (!slots.areTaken()) {
      const batch = queue.take(firstFullAt, slots.sizeOf) ?? queue.take(fullAt, slots.sizeOf);
      if (batch === undefined) break;
      void runBatch(batch.partition, batch.items);
    }
    const dueInMs = queue.size() === 0 ? [] : [slots.stalledInMs(), queue.dueInMs(fullAt)];
    const soonestMs = Math.min(...dueInMs.filter((ms) => ms !== undefined));
    if (Number.isFinite(soonestMs)) timer = setTimeout(startBatches, soonestMs);
    if (queue.size() === 0 && slots.batches() === 0) finishDrain();
  };
  const runBatch = async (partition: string, entries: readonly Entry<Item, Result>[]): Promise<void> => {
    const leave = slots.enter(partition, entries.length);
    const endBatch = options.onBatch?.(partition);
    const lockedOut = await writeBatch(options, entries);
    endBatch?.();
    leave({ isLockedOut: lockedOut !== undefined });
    if (lockedOut !== undefined) queue.putBack(partition, inTime(options, entries, lockedOut));
    startBatches();
  };
  // Items of one event loop turn share a batch.
  const planTurn = oncePerTurn(startBatches);

  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        if (drained !== undefined) return reject(overloaded(`${options.name} is stopping`));
        if (queue.size() >= options.maxQueued)
          return reject(overloaded(`the write queue of ${options.name} is full`));
        queue.add(options.partitionOf(item), { item, submittedAtMs: performance.now(), resolve, reject });
        planTurn();
      }),
    drain: () => {
      drained ??= new Promise((resolve) => {
        finishDrain = resolve;
      });
      startBatches();
      return drained;
    },
    load: () => ({ queued: queue.size(), batchesInFlight: slots.batches() }),
  };
}

/** However often it is called in a turn of the event loop, the work runs once, at its end. */
function oncePerTurn(work: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      work();
    });
  };
}

/** Rejects the entries that have waited for too long, and returns the others. */
function inTime<Item, Result>(
  { retryLockedForMs = 0 }: BatchedWriterOptions<Item, Result>,
  entries: readonly Entry<Item, Result>[],
  { error }: Failure,
): readonly Entry<Item, Result>[] {
  const oldestMs = performance.now() - retryLockedForMs;
  return entries.filter(({ submittedAtMs, reject }) => {
    if (submittedAtMs > oldestMs) return true;
    reject(error);
    return false;
  });
}

function overloaded(detail: string): RefusalError {
  return new RefusalError(refuse("overloaded", detail, { retryAfterSeconds }));
}

/**
 * One transaction for all entries; if it fails, one per entry, so that a bad item never fails the others. Returns the
 * failure if the batch was locked out; then nothing is resolved or rejected.
 */
async function writeBatch<Item, Result>(
  options: BatchedWriterOptions<Item, Result>,
  entries: readonly Entry<Item, Result>[],
): Promise<Failure | undefined> {
  const failure = await writeTogether(options, entries);
  if (failure === undefined || isLockedOut(failure.error)) return failure;
  let outage = entries.length === 1 || isOutage(failure.error) ? failure : undefined;
  for (const entry of entries) {
    // The database is down, or the tenant locked: do not let the rest time out one after the other.
    const failed = outage ?? (await writeTogether(options, [entry]));
    if (failed === undefined) continue;
    entry.reject(failed.error);
    if (isOutage(failed.error) || isLockedOut(failed.error)) outage = failed;
  }
  return undefined;
}

interface Failure {
  readonly error: unknown;
}

/** Resolves the entries once their transaction is committed; returns why it was not. */
async function writeTogether<Item, Result>(
  { write }: BatchedWriterOptions<Item, Result>,
  entries: readonly Entry<Item, Result>[],
): Promise<Failure | undefined> {
  try {
    const results = await write(entries.map(({ item }) => item));
    assert(results.length === entries.length, "a batch has one result per item");
    for (const [index, result] of results.entries()) entries[index]?.resolve(result);
    return undefined;
  } catch (error) {
    return { error };
  }
}

/**
 * The connection was lost, perhaps during the commit. Whether the batch was written is unknown, so it is not retried
 * here: the caller gets 503, and the idempotency key makes the caller's own retry safe. An overloaded database is not
 * retried either.
 */
function isOutage(error: unknown): boolean {
  if (!(error instanceof RefusalError) || isLockedOut(error)) return false;
  return error.refusal.code === "dependency_unavailable" || error.refusal.code === "overloaded";
}

/** Others held a row for too long, or kept changing what was read: nothing is written, and the database is well. */
function isLockedOut(error: unknown): boolean {
  const cause = error instanceof RefusalError ? error.cause : error;
  return isLockTimeout(cause) || isRetriable(cause);
}
