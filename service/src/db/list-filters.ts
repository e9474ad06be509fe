import { assert } from "../kernel/assert.ts";
import type { IdFragment } from "../kernel/id-fragment.ts";
import type { Condition, FilterUse } from "./list-definition.ts";
import type { SqlValue } from "./statement.ts";

type Bind = FilterUse<unknown>["bind"];

/** Equality with a column that has no index: other rows are skipped. */
export function skipping(column: string) {
  return (value: SqlValue, { bind }: Pick<FilterUse<unknown>, "bind">): Condition => ({
    skips: () => `${column} = ${bind(value)}`,
  });
}

const wordShape = /^[a-z_]+$/;

/** Equality with a literal, for a partial index: the planner uses it only if the statement has the value. */
export function literal(column: string) {
  return (value: string): string => {
    assert(wordShape.test(value), "a literal is one of the words of a column");
    return `${column} = '${value}'`;
  };
}

/** For an equality, the planner may expect a common value and read all rows in order of their ids. */
export function isBetween(column: string, value: string): string {
  return `${column} BETWEEN ${value} AND ${value}`;
}

/** An id by its end or beginning. Index: that of `reverse(right(id, 8))`, and the primary key. */
export function matchesFragment({ tail, prefix, text }: IdFragment, bind: Bind): string {
  const ends = `reverse(right(id, 8)) >= ${bind(tail.from)} AND reverse(right(id, 8)) < ${bind(tail.to)}`;
  const begins = `id >= ${bind(prefix.from)} AND id < ${bind(prefix.to)}`;
  const given = bind(text);
  return `((${ends} AND right(id, length(${given})) = ${given}) OR (${begins}))`;
}
