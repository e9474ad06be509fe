/** What a person asked to see. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  /** False when there was more than a list holds. */
  readonly isComplete: boolean;
}

const maxListed = 10_000;

/** Walks page after page, each asked for what lies behind the last item of the one before, until one is empty. */
export async function collectPages<Item>(
  nextPage: (last: Item | undefined) => Promise<readonly Item[]>,
  atMost: number = maxListed,
): Promise<Listing<Item>> {
  const items: Item[] = [];
  while (items.length <= atMost) {
    const page = await nextPage(items.at(-1));
    if (page.length === 0) return { items, isComplete: true };
    items.push(...page);
  }
  return { items: items.slice(0, atMost), isComplete: false };
}
