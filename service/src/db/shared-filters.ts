import { lowestIdAt } from "../kernel/id.ts";
import { formatInstant, type Instant, nextInstant } from "../kernel/instant.ts";
import type { SqlValue } from "./statement.ts";

interface ListColumns {
  /** False if the list has filters of its own for a period. */
  readonly time: string | false;
  /** As they are selected. */
  readonly columns: string;
}

interface SharedFilter<Value> {
  /** The column of a list; a list without it has no such filter. */
  readonly column: (list: ListColumns) => string | undefined;
  readonly condition: (column: string, value: Value, bind: (value: SqlValue) => string) => string;
}

const filter = <Value>(
  column: SharedFilter<Value>["column"],
  condition: SharedFilter<Value>["condition"],
): SharedFilter<Value> => ({ column, condition });
const timeOf = ({ time }: ListColumns) => time || undefined;

/** Filters of every list with such a column. The console has a parameter for each (`console-api/lists/`). */
export const sharedFilters = {
  createdAfter: filter<Instant>(timeOf, (time, instant, bind) =>
    time.endsWith("id")
      ? `${time} >= ${bind(lowestIdAt(nextInstant(instant)))}`
      : `${time} > ${bind(formatInstant(instant))}::timestamptz`,
  ),
  createdBefore: filter<Instant>(timeOf, (time, instant, bind) =>
    time.endsWith("id")
      ? `${time} < ${bind(lowestIdAt(instant))}`
      : `${time} < ${bind(formatInstant(instant))}::timestamptz`,
  ),
};

export type SharedFilterName = keyof typeof sharedFilters;

export type SharedFilters = {
  readonly [Name in SharedFilterName]?:
    | ((typeof sharedFilters)[Name] extends SharedFilter<infer Value> ? Value : never)
    | undefined;
};

/** The shared filters of a list, with their columns. */
export function sharedFiltersOf(list: ListColumns): ReadonlyMap<SharedFilterName, string> {
  const names = Object.keys(sharedFilters) as SharedFilterName[];
  return new Map(
    names.flatMap((name) => {
      const column = sharedFilters[name].column(list);
      return column === undefined ? [] : [[name, column]];
    }),
  );
}

export function sharedConditions(
  columns: ReadonlyMap<SharedFilterName, string>,
  query: SharedFilters,
  bind: (value: SqlValue) => string,
): readonly string[] {
  return [...columns].flatMap(([name, column]) => {
    const value = query[name];
    const { condition } = sharedFilters[name] as SharedFilter<typeof value>;
    return value === undefined ? [] : condition(column, value, bind);
  });
}
