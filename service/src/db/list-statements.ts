import { snakeCase } from "../kernel/letter-case.ts";
import type { Condition, Filter, FilterUse, ListDefinition, ListQuery } from "./list-definition.ts";
import { type SharedFilterName, sharedConditions, sharedFiltersOf } from "./shared-filters.ts";
import type { SqlValue } from "./statement.ts";

interface Source {
  readonly from: string;
  readonly columns: string;
  /** What the values of a position are cast to. */
  readonly types: Readonly<Record<string, string>>;
  /** Columns of the shared filters, but for those that the list has in another way. */
  readonly shared: ReadonlyMap<SharedFilterName, string>;
}

export function sourceOf<Filters extends object>({
  from,
  columns: selected = "*",
  types = {},
  time = "id",
  filters,
}: Pick<ListDefinition<never, Filters, never>, "from" | "columns" | "types" | "time" | "filters">): Source {
  const columns = typeof from === "string" || selected !== "*" ? selected : from.list();
  const shared = new Map([...sharedFiltersOf({ time, columns })].filter(([name]) => !(name in filters)));
  if (typeof from === "string") return { from, columns, types, shared };
  const cast = Object.entries(from.columns).filter(([, { type }]) => type !== "text");
  return {
    from: from.name,
    columns,
    types: { ...Object.fromEntries(cast.map(([name, { type }]) => [snakeCase(name), type])), ...types },
    shared,
  };
}

export interface Composition extends Required<Pick<Condition, "anyOf" | "isRare" | "order">> {
  readonly values: SqlValue[];
  readonly bind: FilterUse<unknown>["bind"];
  readonly on: readonly string[];
  readonly skips: readonly (() => string)[];
  readonly atMost: number | undefined;
}

/** The conditions of the filters that are set. */
export function compose<Filters extends object>(
  {
    filters,
    where = [],
    orders = {},
  }: Pick<ListDefinition<never, Filters, never>, "filters" | "where" | "orders">,
  shared: Source["shared"],
  query: ListQuery<Filters>,
): Composition {
  const values: SqlValue[] = [];
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  const on = [...where];
  const special: Condition[] = [];
  for (const name of Object.keys(filters) as (keyof Filters)[]) {
    const value = query[name] as NonNullable<Filters[keyof Filters]> | undefined;
    if (value === undefined) continue;
    const filter: Filter<NonNullable<Filters[keyof Filters]>, Filters> = filters[name];
    const condition =
      typeof filter === "string"
        ? `${filter} = ${bind(value as SqlValue)}`
        : filter(value, { bind, filters: query });
    if (typeof condition === "string") on.push(condition);
    else special.push(condition);
  }
  on.push(...sharedConditions(shared, query, bind));
  const { by = "created" } = query.sort ?? {};
  const indexed = special.find(({ order }) => order !== undefined)?.order;
  const order = (by === "created" ? indexed : undefined) ?? orders[by] ?? ["id"];
  const rare = special.filter((each) => each.isRare === true && each.order?.join() !== order.join());
  return {
    values,
    bind,
    on: [...on, ...special.flatMap((each) => each.on ?? [])],
    anyOf: special.flatMap(({ anyOf = [] }) => anyOf),
    skips: special.flatMap(({ skips }) => skips ?? []),
    isRare: rare.length > 0,
    atMost: rare.find(({ atMost }) => atMost !== undefined)?.atMost,
    order,
  };
}

/** Selects each branch from its own index. Of rare rows, the planner would scan another index in its order. */
export function textOf(
  from: string,
  { on, anyOf, isRare, atMost }: Composition,
  columns: string,
  conditions: readonly string[],
  rest: string,
): string {
  const branches = (anyOf.length === 0 ? [[]] : anyOf.map((branch) => [branch])).map(
    (branch) => `SELECT ${columns} FROM ${from} ${whereOf([...on, ...branch, ...conditions])}`,
  );
  const outer = rest.replaceAll(/\b\w+\.(\w+ (?:ASC|DESC))/g, "$1");
  if (isRare) {
    const most = atMost === undefined ? "" : ` LIMIT ${atMost}`;
    return `WITH found AS MATERIALIZED (${branches.join(" UNION ALL ")}${most}) SELECT * FROM found ${outer}`;
  }
  if (branches.length === 1) return `${branches.join()} ${rest}`;
  return `SELECT * FROM (${branches.map((branch) => `(${branch} ${rest})`).join(" UNION ALL ")}) AS found ${outer}`;
}

export function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
}

export function walkOf(order: readonly string[], isDescending: boolean): string {
  return order.map((column) => `${column} ${isDescending ? "DESC" : "ASC"}`).join();
}

/** Without the alias of its table. */
export function bare(column: string): string {
  return column.slice(column.indexOf(".") + 1);
}
