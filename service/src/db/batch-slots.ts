/**
 * Slots in which batches are written, and when the next batch of a partition is large enough.
 *
 * A batch that waits for a lock makes no progress, so it takes no slot from those that do: not after `stalledAfterMs`,
 * and not at all if the previous batch of its holder has timed out. Such a holder has one slot until a batch succeeds.
 */
export interface BatchSlots {
  batches(): number;
  /** Whether no batch of any partition may begin. */
  areTaken(): boolean;
  /** Whether the holder of a partition has a slot. */
  isHeldBy(partition: string): boolean;
  /** Takes a slot until the returned function is called. */
  enter(partition: string, items: number): (outcome: { readonly isLockedOut: boolean }) => void;
  /** How many queued items of a partition make a batch that may begin now; infinitely many if none may. */
  fullAt(partition: string, isDraining: boolean): number;
  sizeOf(partition: string, queued: number): number;
  /** Time until a batch counts as stalled, if others need its slot. */
  stalledInMs(): number | undefined;
}

export interface BatchSlotsOptions {
  readonly maxBatch: number;
  /** Of its holder, too. */
  readonly batchesPerPartition?: number;
  readonly maxConcurrentBatches: number;
  readonly maxSlots?: number;
  readonly holderOf?: (partition: string) => string;
  readonly stalledAfterMs?: number;
}

interface PartitionInFlight {
  batches: number;
  items: number;
  /** How many items were recently in flight at once: an estimate of the number of callers. */
  crowd: number;
}

interface BatchInFlight {
  readonly holder: string;
  /** From then on, it is assumed to wait for a lock. */
  readonly stalledAtMs: number;
}

// The estimate follows a falling number of callers within a few batches.
const crowdDecay = 0.8;
// Smaller batches cost more than they gain by being written in turns.
const smallestShare = 64;
// Ten times what a batch takes on two cores.
const defaultStalledAfterMs = 200;

export function createBatchSlots({
  maxBatch,
  batchesPerPartition = 1,
  maxConcurrentBatches,
  maxSlots = maxConcurrentBatches,
  holderOf = (partition) => partition,
  stalledAfterMs = defaultStalledAfterMs,
}: BatchSlotsOptions): BatchSlots {
  const crowds = createCrowds({ maxBatch, batchesPerPartition });
  const inFlight = new Set<BatchInFlight>();
  const lockedHolders = new Set<string>();
  const maxStalled = maxSlots - maxConcurrentBatches;

  const isStalled = ({ stalledAtMs }: BatchInFlight): boolean => stalledAtMs <= performance.now();
  const stalled = (): readonly BatchInFlight[] => [...inFlight].filter(isStalled);
  const heldBy = (holder: string): readonly BatchInFlight[] =>
    [...inFlight].filter((batch) => batch.holder === holder);
  const isProgressFull = (): boolean =>
    inFlight.size - Math.min(stalled().length, maxStalled) >= maxConcurrentBatches;
  const mayEnter = (partition: string): boolean => {
    const holder = holderOf(partition);
    const held = heldBy(holder);
    if (lockedHolders.has(holder))
      return held.length === 0 && (maxStalled === 0 || stalled().length < maxStalled);
    return !isProgressFull() && held.length < batchesPerPartition && !held.some(isStalled);
  };

  return {
    batches: () => inFlight.size,
    areTaken: () =>
      inFlight.size >= maxSlots ||
      (isProgressFull() && (lockedHolders.size === 0 || stalled().length >= maxStalled)),
    isHeldBy: (partition) => heldBy(holderOf(partition)).length > 0,
    enter: (partition, items) => {
      const holder = holderOf(partition);
      const stalledAtMs = lockedHolders.has(holder) ? 0 : performance.now() + stalledAfterMs;
      const batch = { holder, stalledAtMs };
      inFlight.add(batch);
      const leaveCrowd = crowds.enter(partition, items);
      return ({ isLockedOut }) => {
        inFlight.delete(batch);
        if (isLockedOut) lockedHolders.add(holder);
        else lockedHolders.delete(holder);
        leaveCrowd();
      };
    },
    fullAt: (partition, isDraining) =>
      mayEnter(partition) ? crowds.fullAt(partition, isDraining) : Number.POSITIVE_INFINITY,
    sizeOf: crowds.sizeOf,
    stalledInMs: () => {
      if (!isProgressFull()) return undefined;
      const now = performance.now();
      const later = [...inFlight].map(({ stalledAtMs }) => stalledAtMs - now).filter((ms) => ms > 0);
      return later.length === 0 ? undefined : Math.min(...later);
    },
  };
}

/** How many items of each partition are in flight, from which the size of its next batch follows. */
function createCrowds({
  maxBatch,
  batchesPerPartition,
}: Required<Pick<BatchSlotsOptions, "maxBatch" | "batchesPerPartition">>) {
  const partitions = new Map<string, PartitionInFlight>();
  return {
    enter: (partition: string, items: number): (() => void) => {
      const own = partitions.get(partition) ?? { batches: 0, items: 0, crowd: 0 };
      partitions.set(partition, own);
      own.batches += 1;
      own.items += items;
      own.crowd = Math.max(own.items, own.crowd * crowdDecay);
      return () => {
        own.batches -= 1;
        own.items -= items;
        if (own.batches === 0) partitions.delete(partition);
      };
    },
    // With nothing of its partition in flight, waiting only adds latency. Otherwise a batch waits for its share of the
    // callers, so that batches of similar size take turns.
    fullAt: (partition: string, isDraining: boolean): number => {
      const own = partitions.get(partition);
      if (own === undefined || isDraining) return 1;
      return Math.min(maxBatch, Math.ceil(own.crowd / batchesPerPartition));
    },
    // Callers that were responded to together would otherwise stay together, in one batch at a time.
    sizeOf: (partition: string, queued: number): number => {
      const share = Math.ceil((queued + (partitions.get(partition)?.items ?? 0)) / batchesPerPartition);
      return Math.min(maxBatch, Math.max(share, smallestShare));
    },
  };
}
