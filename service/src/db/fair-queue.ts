/** Queued items by partition. Partitions take turns, so that a long queue does not delay the other partitions. */
interface FairQueue<Item> {
  add(partition: string, item: Item): void;
  /** Adds items in front of the others of their partition, to be taken at once. */
  putBack(partition: string, items: readonly Item[]): void;
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
    putBack: (partition, items) => {
      if (items.length === 0) return;
      const later = lines.get(partition)?.items ?? [];
      lines.delete(partition);
      lines.set(partition, { items: [...items, ...later], dueAtMs: performance.now() });
      size += items.length;
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
