import { assert } from "../kernel/assert.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Database, Transaction, TransactionOptions } from "./database.ts";
import { isLockTimeout } from "./errors.ts";

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
  readonly database: Pick<Database, "transaction">;
  /** Lock timeout of a batch; defaults to the database's. */
  readonly lockTimeoutMs?: number;
  /**
   * True when every item of a partition needs the same lock. If the batch times out on it, so would each item, and one
   * by one they would block the others meanwhile.
   */
  readonly sharesOneLock?: boolean;
  readonly partitionOf: (item: Item) => string;
  /**
   * How many batches of a partition may be written at once; defaults to one, which writes its items in order. With
   * more, the next batch is read and decided while the previous one is committed.
   */
  readonly batchesPerPartition?: number;
  /** Whether a partition has a series: its next batch is decided as soon as the previous one is sent, on one connection. */
  readonly hasSeries?: boolean;
  /** Runs before the transaction, so it does not delay the batches that are being written. */
  readonly prepare?: (items: readonly Item[]) => Promise<void>;
  /** Writes items of one partition and returns one result per item, in order. When it throws, nothing is written. */
  readonly write: (tx: Transaction, items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxBatch: number;
  /** How long an item may wait for its batch to fill while another of its partition is written; else it does not wait. */
  readonly maxWaitMs: number;
  readonly maxQueued: number;
  readonly maxConcurrentBatches: number;
}

interface Entry<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

const retryAfterSeconds = 1;

// The estimate follows a falling number of callers within a few batches.
const crowdDecay = 0.8;
// Smaller batches cost more than they gain by being written in turns.
const smallestShare = 64;

export function createBatchedWriter<Item, Result>(
  options: BatchedWriterOptions<Item, Result>,
): BatchedWriter<Item, Result> {
  const queue = createFairQueue<Entry<Item, Result>>(options);
  const { maxConcurrentBatches } = options;
  const inFlight = createInFlight(options);
  let isTurnPlanned = false;
  let timer: NodeJS.Timeout | undefined;
  let finishDrain = (): void => {};
  let drained: Promise<void> | undefined;

  const fullAt = (partition: string): number => inFlight.fullAt(partition, drained !== undefined);
  const startBatches = (): void => {
    clearTimeout(timer);
    while (inFlight.batches() < maxConcurrentBatches) {
      const batch = queue.take(fullAt, inFlight.sizeOf);
      if (batch === undefined) break;
      void runBatch(batch.partition, batch.items);
    }
    const dueInMs = inFlight.batches() < maxConcurrentBatches ? queue.dueInMs(fullAt) : undefined;
    if (dueInMs !== undefined) timer = setTimeout(startBatches, dueInMs);
    if (queue.size() === 0 && inFlight.batches() === 0) finishDrain();
  };
  const runBatch = async (partition: string, entries: readonly Entry<Item, Result>[]): Promise<void> => {
    const leave = inFlight.enter(partition, entries.length);
    await writeBatch(options, entries);
    leave();
    startBatches();
  };
  // Items of one event loop turn share a batch.
  const planTurn = (): void => {
    if (isTurnPlanned) return;
    isTurnPlanned = true;
    setImmediate(() => {
      isTurnPlanned = false;
      startBatches();
    });
  };

  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        if (drained !== undefined) return reject(overloaded(`${options.name} is stopping`));
        if (queue.size() >= options.maxQueued)
          return reject(overloaded(`the write queue of ${options.name} is full`));
        queue.add(options.partitionOf(item), { item, resolve, reject });
        planTurn();
      }),
    drain: () => {
      drained ??= new Promise((resolve) => {
        finishDrain = resolve;
      });
      startBatches();
      return drained;
    },
    load: () => ({ queued: queue.size(), batchesInFlight: inFlight.batches() }),
  };
}

/** Batches that are being written, and what follows for the next ones. */
interface InFlight {
  batches(): number;
  /** Counts a batch until the returned function is called. */
  enter(partition: string, items: number): () => void;
  /** How many queued items of a partition make a batch that need not wait for more. */
  fullAt(partition: string, isDraining: boolean): number;
  sizeOf(partition: string, queued: number): number;
}

interface PartitionInFlight {
  batches: number;
  items: number;
  /** How many items were recently in flight at once: an estimate of the number of callers. */
  crowd: number;
}

function createInFlight({
  maxBatch,
  batchesPerPartition = 1,
}: {
  readonly maxBatch: number;
  readonly batchesPerPartition?: number;
}): InFlight {
  const partitions = new Map<string, PartitionInFlight>();
  let batches = 0;
  return {
    batches: () => batches,
    enter: (partition, items) => {
      const own = partitions.get(partition) ?? { batches: 0, items: 0, crowd: 0 };
      partitions.set(partition, own);
      batches += 1;
      own.batches += 1;
      own.items += items;
      own.crowd = Math.max(own.items, own.crowd * crowdDecay);
      return () => {
        batches -= 1;
        own.batches -= 1;
        own.items -= items;
        if (own.batches === 0) partitions.delete(partition);
      };
    },
    // With nothing of its partition in flight, waiting only adds latency. Otherwise a batch waits for its share of the
    // callers, so that batches of similar size take turns.
    fullAt: (partition, isDraining) => {
      const own = partitions.get(partition);
      if (own === undefined) return 1;
      if (own.batches >= batchesPerPartition) return Number.POSITIVE_INFINITY;
      return isDraining ? 1 : Math.min(maxBatch, Math.ceil(own.crowd / batchesPerPartition));
    },
    // Callers that were responded to together would otherwise stay together, in one batch at a time.
    sizeOf: (partition, queued) => {
      const share = Math.ceil((queued + (partitions.get(partition)?.items ?? 0)) / batchesPerPartition);
      return Math.min(maxBatch, Math.max(share, smallestShare));
    },
  };
}

function overloaded(detail: string): RefusalError {
  return new RefusalError(refuse("overloaded", detail, { retryAfterSeconds }));
}

/** Queued items by partition. Partitions take turns, so that a long queue does not delay the other partitions. */
interface FairQueue<Item> {
  add(partition: string, item: Item): void;
  size(): number;
  /**
   * The next batch that is due, which means full or long enough in the queue: partitions in turn, items of a partition
   * in the order they were added. A partition that is full at infinity is skipped.
   */
  take(
    fullAt: FullAt,
    sizeOf?: (partition: string, queued: number) => number,
  ): { readonly partition: string; readonly items: readonly Item[] } | undefined;
  /** Time until the next batch is due; undefined when there is none. */
  dueInMs(fullAt: FullAt): number | undefined;
}

type FullAt = (partition: string) => number;

interface Line<Item> {
  items: Item[];
  /** When the current batch is written even if it is not full. */
  dueAtMs: number;
}

export function createFairQueue<Item>(limits: {
  readonly maxBatch: number;
  readonly maxWaitMs: number;
}): FairQueue<Item> {
  // A map iterates in insertion order: the first line is next, and a line that was served moves to the end.
  const lines = new Map<string, Line<Item>>();
  let size = 0;

  const isDue = (line: Line<Item>, size: number): boolean =>
    line.items.length >= size || (Number.isFinite(size) && line.dueAtMs <= performance.now());

  return {
    add: (partition, item) => {
      const line = lines.get(partition);
      if (line === undefined) {
        lines.set(partition, { items: [item], dueAtMs: performance.now() + limits.maxWaitMs });
      } else line.items.push(item);
      size += 1;
    },
    size: () => size,
    take: (fullAt, sizeOf = () => limits.maxBatch) => {
      for (const [partition, line] of lines) {
        if (!isDue(line, fullAt(partition))) continue;
        const items = line.items.splice(0, sizeOf(partition, line.items.length));
        lines.delete(partition);
        // The remaining items have already waited for a whole batch.
        if (line.items.length > 0) lines.set(partition, { items: line.items, dueAtMs: performance.now() });
        size -= items.length;
        return { partition, items };
      }
      return undefined;
    },
    dueInMs: (fullAt) => {
      const waiting = [...lines]
        .filter(([partition]) => Number.isFinite(fullAt(partition)))
        .map(([, line]) => line.dueAtMs);
      return waiting.length === 0 ? undefined : Math.max(0, Math.min(...waiting) - performance.now());
    },
  };
}

// After a lock timeout of the whole batch, each item waits less.
const lockTimeoutAfterOneMs = 500;

/** One transaction for all entries; if it fails, one per entry, so that a bad item never fails the others. */
async function writeBatch<Item, Result>(
  options: BatchedWriterOptions<Item, Result>,
  entries: readonly Entry<Item, Result>[],
): Promise<void> {
  const { lockTimeoutMs, sharesOneLock = false } = options;
  const failure = await writeTogether(options, entries, lockTimeoutMs === undefined ? {} : { lockTimeoutMs });
  if (failure === undefined) return;
  const isLocked = isLockedOut(failure.error);
  if (entries.length === 1 || isOutage(failure.error) || (sharesOneLock && isLocked)) {
    for (const { reject } of entries) reject(failure.error);
    return;
  }
  let outage: Failure | undefined;
  for (const entry of entries) {
    // The database is down: do not let the rest time out one after the other.
    const failed =
      outage ??
      (await writeTogether(options, [entry], isLocked ? { lockTimeoutMs: lockTimeoutAfterOneMs } : {}));
    if (failed === undefined) continue;
    entry.reject(failed.error);
    if (isOutage(failed.error)) outage = failed;
  }
}

interface Failure {
  readonly error: unknown;
}

/** Resolves the entries once their transaction is committed; returns why it was not. */
async function writeTogether<Item, Result>(
  { database, prepare, write, partitionOf, hasSeries = false }: BatchedWriterOptions<Item, Result>,
  entries: readonly Entry<Item, Result>[],
  transactionOptions: TransactionOptions,
): Promise<Failure | undefined> {
  const items = entries.map(({ item }) => item);
  const [first] = items;
  const series = hasSeries && first !== undefined ? { series: partitionOf(first) } : {};
  try {
    await prepare?.(items);
    const results = await database.transaction(
      async (tx) => {
        const written = await write(tx, items);
        // Before the commit, because afterwards a missing result could not be assigned to an item.
        assert(written.length === items.length, "a batch has one result per item");
        return written;
      },
      { ...transactionOptions, ...series, genericPlans: true },
    );
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

/** Another transaction held a row for too long: a conflict of one item, not an outage. */
function isLockedOut(error: unknown): boolean {
  return isLockTimeout(error) || (error instanceof RefusalError && isLockTimeout(error.cause));
}
