/** Splits items in memory into pages, to limit the size of each statement. */
export function* pagesOf<Item>(
  items: Iterable<Item>,
  size: number,
): Generator<readonly Item[], void, undefined> {
  let page: Item[] = [];
  for (const item of items) {
    page.push(item);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
