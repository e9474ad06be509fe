/** A list of items for display. */
export interface ItemList<Item> {
  readonly items: readonly Item[];
  /** False if there are more items than the limit. */
  readonly isComplete: boolean;
}

const maxItems = 10_000;

/** Requests pages after the last item of the previous one until a page is empty or the limit is reached. */
export async function collectPages<Item>(
  nextPage: (last: Item | undefined) => Promise<readonly Item[]>,
  atMost: number = maxItems,
): Promise<ItemList<Item>> {
  const items: Item[] = [];
  while (items.length <= atMost) {
    const page = await nextPage(items.at(-1));
    if (page.length === 0) return { items, isComplete: true };
    items.push(...page);
  }
  return { items: items.slice(0, atMost), isComplete: false };
}

export function presentItems<Item, Shown>(
  { items, isComplete }: ItemList<Item>,
  present: (item: Item) => Shown,
): ItemList<Shown> {
  return { items: items.map((item) => present(item)), isComplete };
}
