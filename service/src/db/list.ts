import { formatInstant, type Instant } from "../kernel/instant.ts";
import { camelCase } from "../kernel/letter-case.ts";
import type { Session } from "./database.ts";
import {
  type ListDefinition,
  type ListQuery,
  type ListSlice,
  type ListTotal,
  type Stretch,
  type Totals,
  totalGroups,
} from "./list-definition.ts";
import { type List, Pages } from "./list-pages.ts";
import { bare, type Composition, compose, sourceOf, textOf, walkOf, whereOf } from "./list-statements.ts";
import type { SharedFilterName } from "./shared-filters.ts";
import { type Statement, statement } from "./statement.ts";

const defaultMaxRead = 10_000;

/**
 * Lists compose a statement from the conditions that are set: an optional condition would keep a prepared statement
 * from using an index.
 */
export function list<Row extends object, Filters extends object, Item = Row>(
  definition: ListDefinition<Row, Filters, Item>,
): List<Filters, Item> {
  return new KeysetList(definition);
}

class KeysetList<Row extends object, Filters extends object, Item>
  extends Pages<Filters, Item>
  implements List<Filters, Item>
{
  readonly definition: ListDefinition<never, Filters, Item>;
  readonly first: "newest" | "oldest";
  readonly shared: readonly SharedFilterName[];
  readonly #definition: ListDefinition<Row, Filters, Item>;
  readonly #source: ReturnType<typeof sourceOf>;
  readonly #toItem: (row: Row) => Item;
  readonly #statements = new Map<string, Statement>();

  constructor(definition: ListDefinition<Row, Filters, Item>) {
    super();
    const { first = "newest", toItem = (row: Row) => row as object as Item } = definition;
    this.definition = definition as ListDefinition<never, Filters, Item>;
    this.#definition = definition;
    this.#source = sourceOf(definition);
    this.first = first;
    this.shared = [...this.#source.shared.keys()];
    this.#toItem = toItem;
  }

  #cached<Result extends object>(text: string): Statement<Result> {
    const found = this.#statements.get(text) ?? statement(text);
    this.#statements.set(text, found);
    return found as Statement<Result>;
  }

  #keysOf(row: object, order: readonly string[]): string {
    const values = row as Readonly<Record<string, unknown>>;
    return order
      .map((column) => {
        const value = values[camelCase(bare(column))];
        return this.#source.types[column] === "timestamptz" ? formatInstant(value as Instant) : String(value);
      })
      .join(separator);
  }

  #beyond({ order, bind }: Composition, position: string, side: string): string {
    const values = position.split(separator);
    const keys = order.map((column, index) => {
      const cast = this.#source.types[column];
      return bind(values[index]) + (cast === undefined ? "" : `::${cast}`);
    });
    return `(${order.join()}) ${side} (${keys.join()})`;
  }

  #startOf(query: ListQuery<Filters>, { direction = "after", position, limit, maxRead }: ListSlice) {
    const composition = this.#compose(query);
    const { order, anyOf, skips, isRare } = composition;
    const isDescending = (query.sort?.isDescending ?? this.first === "newest") === (direction === "after");
    const canStop = skips.length > 0 && !isRare && anyOf.length <= 1;
    return {
      ...composition,
      isDescending,
      walk: walkOf(order, isDescending),
      bounds: position === undefined ? [] : [this.#beyond(composition, position, isDescending ? "<" : ">")],
      limit,
      maxRead: canStop ? (maxRead ?? this.#definition.maxRead ?? defaultMaxRead) : Number.POSITIVE_INFINITY,
    };
  }

  /** Up to an end; or, without one, as far as may be read. */
  #select(
    session: Session,
    query: ListQuery<Filters>,
    slice: ListSlice,
    end?: string,
  ): Promise<readonly Row[]> {
    const start = this.#startOf(query, slice);
    const { bind, walk, bounds, skips, isDescending, maxRead } = start;
    const skipped = skips.map((condition) => condition());
    const rest = `ORDER BY ${walk} LIMIT ${bind(slice.limit)}`;
    if (end !== undefined || maxRead === Number.POSITIVE_INFINITY) {
      const last = end === undefined ? [] : [this.#beyond(start, end, isDescending ? ">=" : "<=")];
      const text = textOf(
        this.#source.from,
        start,
        this.#source.columns,
        [...bounds, ...last, ...skipped],
        rest,
      );
      return session.rows(this.#cached<Row>(text), start.values);
    }
    const read = textOf(this.#source.from, start, "*", bounds, `ORDER BY ${walk} LIMIT ${maxRead}`);
    const text = `SELECT ${this.#source.columns} FROM (${read}) AS ${this.#source.from} ${whereOf(skipped)} ${rest}`;
    return session.rows(this.#cached<Row>(text), start.values);
  }

  /** The last row that may be read; undefined if the list ends before. */
  async #selectEnd(
    session: Session,
    query: ListQuery<Filters>,
    slice: ListSlice,
  ): Promise<string | undefined> {
    const start = this.#startOf(query, slice);
    if (start.maxRead === Number.POSITIVE_INFINITY) return undefined;
    const rest = `ORDER BY ${start.walk} OFFSET ${start.maxRead - 1} LIMIT 1`;
    const text = textOf(this.#source.from, start, start.order.join(), start.bounds, rest);
    const row = await session.first(this.#cached(text), start.values);
    return row === undefined ? undefined : this.#keysOf(row, start.order);
  }

  #stretchOf(rows: readonly Row[], query: ListQuery<Filters>, stoppedAt: string | undefined): Stretch<Item> {
    const { order } = this.#compose(query);
    return {
      items: rows.map(this.#toItem),
      positions: rows.map((row) => this.#keysOf(row, order)),
      stoppedAt,
    };
  }

  override async read(session: Session, query: ListQuery<Filters>, slice: ListSlice): Promise<Stretch<Item>> {
    const rows = await this.#select(session, query, slice);
    if (rows.length === slice.limit) return this.#stretchOf(rows, query, undefined);
    const end = await this.#selectEnd(session, query, slice);
    if (end === undefined) return this.#stretchOf(rows, query, undefined);
    // Again, up to that end: others may have been inserted meanwhile.
    const upToEnd = await this.#select(session, query, slice, end);
    return this.#stretchOf(upToEnd, query, upToEnd.length === slice.limit ? undefined : end);
  }

  async totals(session: Session, query: ListQuery<Filters>, limit: number): Promise<Totals> {
    const { units = "0", ...columnsOf } = this.#definition.totals ?? {};
    const composition = this.#compose({ ...query, sort: undefined });
    const { order, anyOf, skips, isRare, bind, values } = composition;
    const named = totalGroups.filter((name) => columnsOf[name] !== undefined);
    const counted = [
      ...named.map((name) => `${columnsOf[name]} AS ${name}`),
      `${units} AS amount`,
      ...(skips.length === 0 ? [] : [`${skips.map((condition) => condition()).join(" AND ")} AS is_match`]),
      ...(anyOf.length > 1 ? order : []),
    ];
    const rest = isRare ? "" : `ORDER BY ${walkOf(order, this.first === "newest")} LIMIT ${bind(limit + 1)}`;
    const matching = skips.length === 0 ? "" : "FILTER (WHERE is_match)";
    const select = this.#cached<ListTotal & { readonly read: number }>(`
      WITH counted AS MATERIALIZED (${textOf(this.#source.from, composition, counted.join(), [], rest)})
      SELECT ${[...named, ""].join(", ")} count(*)::int AS read, count(*) ${matching}::int AS count,
             coalesce(sum(amount) ${matching}, 0)::numeric AS units
        FROM counted ${named.length === 0 ? "" : `GROUP BY ${named.join()}`}`);
    const found = await session.rows(select, values);
    return {
      totals: found
        .filter(({ count }) => count > 0)
        .map(({ read: _, ...total }) => ({ ...noGroup, ...total })),
      isComplete: found.reduce((sum, { read: rows }) => sum + rows, 0) <= limit,
    };
  }

  map<Other>(toOther: (item: Item) => Other): List<Filters, Other> {
    return list<Row, Filters, Other>({
      ...this.#definition,
      toItem: (row) => toOther(this.#toItem(row)),
    });
  }

  positionOf(row: object, query: ListQuery<Filters>): string {
    return this.#keysOf(row, this.#compose(query).order);
  }

  #compose(query: ListQuery<Filters>): Composition {
    return compose<Filters>(this.#definition, this.#source.shared, query);
  }
}

const noGroup = { status: "", currency: "" };
/** Of the values of a position: a character that none of them has. */
const separator = " ";
