import { lowestIdAt, startOfIds } from "../kernel/id.ts";
import { nextInstant } from "../kernel/instant.ts";
import { continueAt, cutPage, type Page, type PageRequest, rowsToFetch } from "../kernel/page.ts";
import type { Session } from "./database.ts";
import type { ListDefinition, ListEnd, ListQuery, ListSlice, Stretch, Totals } from "./list-definition.ts";
import type { SharedFilterName } from "./shared-filters.ts";

const streamedAtOnce = 500;

/** Pages and a stream of what can be read from a position on. */
export abstract class Pages<Filters extends object, Item> {
  abstract readonly first: ListEnd;
  /** The shared filters that it has. */
  abstract readonly shared: readonly SharedFilterName[];

  abstract read(session: Session, query: ListQuery<Filters>, slice: ListSlice): Promise<Stretch<Item>>;

  async page(
    session: Session,
    query: ListQuery<Filters>,
    request: PageRequest,
    maxRead?: number,
  ): Promise<Page<Item> & Pick<Stretch<Item>, "stoppedAt">> {
    const { direction, position } = request;
    const slice = { direction, position, limit: rowsToFetch(request), maxRead };
    const found = await this.read(session, query, slice);
    const places = found.items.map((item, index) => ({ item, position: found.positions[index] ?? "" }));
    const cut = cutPage(places, request, (place) => place.position);
    const { items, pagination } =
      found.stoppedAt === undefined ? cut : continueAt(cut, request, found.stoppedAt);
    return { items: items.map(({ item }) => item), pagination, stoppedAt: found.stoppedAt };
  }

  async *stream(
    session: Session,
    query: ListQuery<Filters>,
    atOnce: number = streamedAtOnce,
  ): AsyncGenerator<readonly Item[]> {
    let position: string | undefined;
    do {
      const { items, positions, stoppedAt } = await this.read(session, query, { position, limit: atOnce });
      yield items;
      position = items.length === atOnce ? positions.at(-1) : stoppedAt;
    } while (position !== undefined);
  }
}

/** A list that composes its statements. */
export interface List<Filters extends object, Item> extends Pages<Filters, Item> {
  readonly definition: ListDefinition<never, Filters, Item>;
  /** Of the first rows, up to a limit that applies before rows are skipped. */
  totals(session: Session, query: ListQuery<Filters>, limit: number): Promise<Totals>;
  /** The same rows as something else. */
  map<Other>(toOther: (item: Item) => Other): List<Filters, Other>;
  /** The position of a row, which has at least the columns of the order. */
  positionOf(row: object, query: ListQuery<Filters>): string;
}

/** Rows of a store next to an id: `after` goes to older ones. */
export type ReadById<Filters, Item> = (
  session: Session,
  filters: Filters,
  slice: {
    readonly direction: "after" | "before";
    readonly position: string;
    readonly limit: number;
  },
) => Promise<readonly Item[]>;

/** A list that a store reads with a statement of its own, in order of ids. */
export function listById<Filters extends object, Item extends { readonly id: string }>(
  read: ReadById<Filters, Item>,
  first: ListEnd = "newest",
): Pages<Filters, Item> {
  return new PagesById(read, first);
}

class PagesById<Filters extends object, Item extends { readonly id: string }> extends Pages<Filters, Item> {
  readonly first: ListEnd;
  readonly shared = ["createdAfter", "createdBefore"] as const;
  readonly #read: ReadById<Filters, Item>;

  constructor(read: ReadById<Filters, Item>, first: ListEnd) {
    super();
    this.first = first;
    this.#read = read;
  }

  override async read(
    session: Session,
    { sort, createdAfter, createdBefore, ...filters }: ListQuery<Filters>,
    { direction = "after", position, limit }: ListSlice,
  ): Promise<Stretch<Item>> {
    const isDown = (sort?.isDescending ?? this.first === "newest") === (direction === "after");
    const low = createdAfter === undefined ? startOfIds.before : lowestIdAt(nextInstant(createdAfter));
    const high = createdBefore === undefined ? startOfIds.after : lowestIdAt(createdBefore);
    const found = await this.#read(session, filters as unknown as Filters, {
      direction: isDown ? "after" : "before",
      position: position ?? (isDown ? high : low),
      limit,
    });
    const end = found.findIndex(({ id }) => (isDown ? id < low : id >= high));
    const items = end === -1 ? found : found.slice(0, end);
    return { items, positions: items.map(({ id }) => id), stoppedAt: undefined };
  }
}
