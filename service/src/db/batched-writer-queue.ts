/** Queued items by partition. Partitions take turns, so that a long queue does not delay the other partitions. */
export interface FairQueue<Item> {
  add(partition: string, item: Item): void;
  size(): number;
  /** The next batch that is due: partitions in turn, items of a partition in the order they were added. */
  take(options: TakeOptions): { readonly partition: string; readonly items: readonly Item[] } | undefined;
  /** Time until the next batch of a partition that is not busy is due; undefined when there is none. */
  dueInMs(busy: ReadonlySet<string>): number | undefined;
}

export interface TakeOptions {
  /** Partitions to skip because a batch of theirs is being written. */
  readonly busy: ReadonlySet<string>;
  /** True to take what is queued, without waiting for a batch to fill. */
  readonly atOnce: boolean;
}

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

  const isDue = (line: Line<Item>): boolean =>
    line.items.length >= limits.maxBatch || line.dueAtMs <= performance.now();

  return {
    add: (partition, item) => {
      const line = lines.get(partition);
      if (line === undefined) {
        lines.set(partition, { items: [item], dueAtMs: performance.now() + limits.maxWaitMs });
      } else line.items.push(item);
      size += 1;
    },
    size: () => size,
    take: ({ busy, atOnce }) => {
      for (const [partition, line] of lines) {
        if (busy.has(partition) || !(atOnce || isDue(line))) continue;
        const items = line.items.splice(0, limits.maxBatch);
        lines.delete(partition);
        // The remaining items have already waited for a whole batch.
        if (line.items.length > 0) lines.set(partition, { items: line.items, dueAtMs: performance.now() });
        size -= items.length;
        return { partition, items };
      }
      return undefined;
    },
    dueInMs: (busy) => {
      const waiting = [...lines]
        .filter(([partition]) => !busy.has(partition))
        .map(([, line]) => line.dueAtMs);
      return waiting.length === 0 ? undefined : Math.max(0, Math.min(...waiting) - performance.now());
    },
  };
}
