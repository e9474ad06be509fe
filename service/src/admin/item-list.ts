/** A list of items for display. */
export interface ItemList<Item> {
  readonly items: readonly Item[];
  /** False if there are more items than the limit. */
  readonly isComplete: boolean;
}

const maxItems = 10_000;

/** All items of a stream, up to the limit. */
export async function collectStream<Item>(
  pages: AsyncIterable<readonly Item[]>,
  atMost: number = maxItems,
): Promise<ItemList<Item>> {
  const items: Item[] = [];
  for await (const page of pages) {
    items.push(...page);
    if (items.length > atMost) return { items: items.slice(0, atMost), isComplete: false };
  }
  return { items, isComplete: true };
}

export function presentItems<Item, Shown>(
  { items, isComplete }: ItemList<Item>,
  present: (item: Item) => Shown,
): ItemList<Shown> {
  return { items: items.map((item) => present(item)), isComplete };
}
