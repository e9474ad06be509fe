/** Waiting items by partition. Partitions take turns, so one with ten thousand does not keep another with one waiting. */
export interface FairQueue<Item> {
  add(partition: string, item: Item): void;
  size(): number;
  /** The next batch that is due, in the order of turns and, within a partition, of arrival. */
  take(options: TakeOptions): { readonly partition: string; readonly items: readonly Item[] } | undefined;
  /** How long until the next batch of a partition that is not busy is due; undefined when there is none. */
  dueInMs(busy: ReadonlySet<string>): number | undefined;
}

export interface TakeOptions {
  /** Partitions whose turn it is not, because a batch of theirs is being written. */
  readonly busy: ReadonlySet<string>;
  /** True to take what there is, without waiting for a batch to fill. */
  readonly atOnce: boolean;
}

interface Line<Item> {
  items: Item[];
  /** When the batch that now gathers is written even if it is not full. */
  dueAtMs: number;
}

export function createFairQueue<Item>(limits: {
  readonly maxBatch: number;
  readonly maxWaitMs: number;
}): FairQueue<Item> {
  // A map keeps the order in which keys were added: its first line is next, and a line that was served goes to the end.
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
        // What is left has waited a whole batch already.
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
