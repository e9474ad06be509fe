/** The requested slice of a list. `after` goes on in the order of the list, `before` goes back. */
export interface PageRequest {
  readonly size: number;
  readonly direction: "after" | "before";
  /** The position next to which the page begins; undefined for the first page. */
  readonly position: string | undefined;
  cursorAt(position: string): string;
  /** Position of a cursor of this list that was not sent in the query; undefined when it is invalid. */
  positionOf(cursor: string): string | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination: {
    readonly page_size: number;
    readonly next: string | null;
    readonly prev: string | null;
  };
}

/** How many rows a store fetches for a page: one more than returned, to detect a further page. */
export function rowsToFetch(page: PageRequest): number {
  return page.size + 1;
}

/** Cuts fetched rows into a page. Rows come in the order they were fetched: nearest to the position first. */
export function cutPage<Row>(
  rows: readonly Row[],
  page: PageRequest,
  positionOf: (row: Row) => string,
): Page<Row> {
  const hasMore = rows.length > page.size;
  const nearest = rows.slice(0, page.size);
  const items = page.direction === "after" ? nearest : nearest.toReversed();
  const first = items[0];
  const last = items.at(-1);
  const hasOlder = page.direction === "after" ? hasMore : true;
  const hasNewer = page.direction === "after" ? page.position !== undefined : hasMore;
  return {
    items,
    pagination: {
      page_size: page.size,
      next: last !== undefined && hasOlder ? page.cursorAt(positionOf(last)) : null,
      prev: first !== undefined && hasNewer ? page.cursorAt(positionOf(first)) : null,
    },
  };
}

/** A page whose read ended before it was full or the list was at its end: the next one begins after this position. */
export function continueAt<Row>(
  { items, pagination }: Page<Row>,
  page: PageRequest,
  position: string,
): Page<Row> {
  const end = page.cursorAt(position);
  const next = page.direction === "after" ? { next: end } : { prev: end };
  return { items, pagination: { ...pagination, ...next } };
}

/** The same for a list that goes in one direction only. */
export function cutForwardPage<Row>(
  rows: readonly Row[],
  page: PageRequest,
  positionOf: (row: Row) => string,
): Page<Row> {
  const { items, pagination } = cutPage(rows, page, positionOf);
  return { items, pagination: { ...pagination, prev: null } };
}
