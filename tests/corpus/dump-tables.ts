import type pg from "pg";
import { nameIds, type Rewrite } from "./aliases.ts";
import { type Json, type Part, partOf } from "./part.ts";
import { renames } from "./renames.ts";

export interface DumpOptions {
  /** Tables and columns that are left out or masked, with the reason: `table`, `table.column` or `*.column`. */
  readonly masks: Readonly<Record<string, string>>;
  /** Applied to every value. */
  readonly rewrite: Rewrite;
}

/** The rows of a database at one time. */
export type Snapshot = readonly Table[];

/** Every row of every table, by primary key. Values are text, so that no number is rounded. */
export async function readSnapshot(client: pg.Client): Promise<Snapshot> {
  await client.query("SET timezone = 'UTC'");
  const { rows: tables } = await client.query<Omit<Table, "rows">>(selectTables);
  const snapshot: Table[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ readonly row: Row }>(
      `SELECT (SELECT jsonb_object_agg(key, value) FROM jsonb_each_text(to_jsonb(t))) AS row FROM ${table.name} AS t`,
    );
    snapshot.push({ ...table, rows: rows.map(({ row }) => row).toSorted(byKey(table)) });
  }
  return snapshot;
}

/** Replaces the ids of a snapshot by their names. */
export function namesIn(snapshot: Snapshot): Rewrite {
  return nameIds(idNames(snapshot));
}

export function presentTables(snapshot: Snapshot, { masks, rewrite }: DumpOptions): Part {
  const shown = (table: string, column: string, value: string | null): string | null => {
    const isMasked = masks[`${table}.${column}`] !== undefined || masks[`*.${column}`] !== undefined;
    return value === null ? null : isMasked ? "<masked>" : rewrite(value);
  };
  const tables = snapshot.filter(({ name }) => masks[renamed(name)] === undefined);
  return partOf(tables.flatMap((table) => entriesOf(table, shown)));
}

/** Rows that are new or have changed. */
export function changedRows(before: Part, after: Part): Part {
  const changed = [...after].flatMap(([table, rows]) =>
    [...rows]
      .filter(([key, row]) => JSON.stringify(row) !== JSON.stringify(before.get(table)?.get(key)))
      .map(([key, row]) => [table, key, row] as const),
  );
  return partOf(changed);
}

type Row = Readonly<Record<string, string | null>>;

interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly rows: readonly Row[];
}

const selectTables = `
  SELECT relname::text AS name,
         coalesce(array_agg(attname::text ORDER BY array_position(indkey, attnum)) FILTER (WHERE attname IS NOT NULL),
           '{}') AS key
    FROM pg_class
    LEFT JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
    LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attnum = ANY (indkey)
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
     AND relname NOT IN ('schema_migrations', 'notes')
   GROUP BY relname ORDER BY relname`;

const digits = 20;

/** In the order of the key; numbers by their value. */
function byKey({ key }: Omit<Table, "rows">): (left: Row, right: Row) => number {
  const textOf = (row: Row): string =>
    key
      .map((column) => row[column] ?? "")
      .map((value) => (/^\d+$/.test(value) ? value.padStart(digits, "0") : value))
      .join("/");
  return (left, right) => (textOf(left) < textOf(right) ? -1 : 1);
}

/** An id is named after the first table whose column `id` has it. */
function idNames(tables: readonly Table[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name, rows } of tables) {
    const own = rows.flatMap(({ id }) => (typeof id === "string" && !names.has(id) ? [id] : []));
    for (const [index, id] of own.toSorted().entries()) names.set(id, `${renamed(name)}#${index + 1}`);
  }
  return names;
}

type Show = (table: string, column: string, value: string | null) => string | null;

function entriesOf({ name, key, rows }: Table, show: Show): readonly (readonly [string, string, Json])[] {
  const table = renamed(name);
  const entries = rows.map((row): readonly [string, string, Json] => {
    const values = Object.entries(row).map(([column, value]): readonly [string, string | null] => {
      const stored = renamed(`${name}.${column}`).replace(/^.*\./, "");
      return [stored, show(table, stored, value)];
    });
    const shown = Object.fromEntries(values.toSorted(([left], [right]) => (left < right ? -1 : 1)));
    const names = key.map((column) => renamed(`${name}.${column}`).replace(/^.*\./, ""));
    return [table, names.map((column) => shown[column] ?? "").join("/"), shown];
  });
  // Keys that are masked give no order.
  return entries.toSorted(([, left, a], [, right, b]) =>
    left === right ? (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1) : 0,
  );
}

/** The stored name of a table, or of a column of a table: `transfers.step`. */
function renamed(name: string): string {
  return renames[name] ?? name;
}
