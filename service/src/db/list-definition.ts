import type { SharedFilters } from "./shared-filters.ts";
import type { SqlValue } from "./statement.ts";
import type { Table } from "./table.ts";

/** A list as data: its rows, filters and orders. See the README of this folder. */
export interface ListDefinition<Row extends object, Filters extends object, Item> {
  /** A table; or the text of a join, in which each column has its alias. */
  readonly from: Pick<Table, "name" | "columns" | "list"> | string;
  /** Of a table all of its columns, unless this says otherwise. */
  readonly columns?: string;
  /** Conditions of every read. */
  readonly where?: readonly string[];
  /** In the order of their parameters: the first one is `$1`. */
  readonly filters: { readonly [Name in keyof Filters]-?: Filter<NonNullable<Filters[Name]>, Filters> };
  /** The columns of each order, the last of which is unique; `created` is the default. */
  readonly orders?: Readonly<Record<string, readonly string[]>>;
  /** Which end of `created` comes first. */
  readonly first?: ListEnd;
  /** The column of its period; the id, which begins with its time, unless this says otherwise; false for filters of its own. */
  readonly time?: string | false;
  /** Of columns of orders that are no texts, for a join. */
  readonly types?: Readonly<Record<string, "timestamptz" | "numeric" | "bigint">>;
  /** How many rows are read for one page, if filters skip some of those that the index finds. */
  readonly maxRead?: number;
  readonly totals?: TotalColumns;
  readonly toItem?: (row: Row) => Item;
}

export type ListEnd = "newest" | "oldest";

/** A column that has the value, or a condition. */
export type Filter<Value, Filters> = string | ((value: Value, use: FilterUse<Filters>) => string | Condition);

export interface FilterUse<Filters> {
  /** Makes a parameter. */
  readonly bind: (value: SqlValue) => string;
  readonly filters: Filters;
}

export interface Condition {
  readonly on?: string;
  /** Conditions of which each has an index of its own. */
  readonly anyOf?: readonly string[];
  /** A condition without an index: rows are skipped. */
  readonly skips?: () => string;
  /** Few rows match: they are found first, and then sorted. */
  readonly isRare?: boolean;
  /** How many of them are found. */
  readonly atMost?: number;
  /** Order of the index that finds the rows, instead of `created`. */
  readonly order?: readonly string[];
}

/** What rows are counted by, and what is added up, as expressions. */
export interface TotalColumns extends Partial<Record<(typeof totalGroups)[number], string>> {
  readonly units?: string;
}

export const totalGroups = ["status", "currency", "direction", "network"] as const;

export interface Sort {
  readonly by: string;
  readonly isDescending: boolean;
}

export type ListQuery<Filters> = Filters & SharedFilters & { readonly sort?: Sort | undefined };

/** Part of a list, from a position in one direction: `after` goes on in the order of the list. */
export interface ListSlice {
  readonly direction?: "after" | "before" | undefined;
  readonly position?: string | undefined;
  readonly limit: number;
  /** Instead of that of the list. */
  readonly maxRead?: number | undefined;
}

export interface Stretch<Item> {
  /** Nearest to the position first. */
  readonly items: readonly Item[];
  readonly positions: readonly string[];
  /** Where the read stopped, if that was before it had enough and before the end of the list. */
  readonly stoppedAt: string | undefined;
}

/** Number and sum of the rows of one group; the currency is empty for rows without an amount. */
export interface ListTotal {
  readonly status: string;
  readonly currency: string;
  readonly direction?: string;
  readonly network?: string;
  readonly count: number;
  readonly units: bigint;
}

export interface Totals {
  readonly totals: readonly ListTotal[];
  /** All rows were counted. */
  readonly isComplete: boolean;
  /** Whatever the filter by status: a status is not counted alone. */
  readonly isOfAllStatuses?: boolean;
}
