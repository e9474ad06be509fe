import type { Session } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";

/** Rows by table, and entries by B-tree. A BRIN index has none: it describes ranges of pages. */
export interface Writes {
  readonly rows: Counts;
  readonly entries: Counts;
}

type Counts = Readonly<Record<string, number>>;

const selectTables = statement<{ readonly name: string; readonly condition: string | undefined }>(`
  SELECT relname AS name, NULL::text AS condition FROM pg_class
   WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`);
const selectIndexes = statement<{
  readonly name: string;
  readonly table: string;
  readonly condition: string | undefined;
}>(`
  SELECT index.relname AS name, relation.relname AS table, pg_get_expr(indpred, indrelid) AS condition
    FROM pg_index
    JOIN pg_class AS relation ON relation.oid = indrelid
    JOIN pg_class AS index ON index.oid = indexrelid
    JOIN pg_am AS method ON method.oid = index.relam
   WHERE relation.relnamespace = 'public'::regnamespace AND method.amname = 'btree'`);

/** What some work inserts, in all tables; what others insert meanwhile counts, too. */
export async function writesOf(session: Session, work: () => Promise<unknown>): Promise<Writes> {
  const before = await countAll(session);
  await work();
  const after = await countAll(session);
  return { rows: added(before.rows, after.rows), entries: added(before.entries, after.entries) };
}

export function sumOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

async function countAll(session: Session): Promise<Writes> {
  const [tables, indexes] = await Promise.all([session.rows(selectTables), session.rows(selectIndexes)]);
  return {
    rows: await count(
      session,
      tables.map((table) => ({ ...table, table: table.name })),
    ),
    entries: await count(session, indexes),
  };
}

/** The rows that satisfy the condition of a partial index are its entries. */
async function count(
  session: Session,
  places: readonly {
    readonly name: string;
    readonly table: string;
    readonly condition: string | undefined;
  }[],
): Promise<Counts> {
  const counting = places.map(
    ({ name, table, condition = "true" }) =>
      `SELECT '${name}' AS name, count(*)::int AS count FROM "${table}" WHERE ${condition}`,
  );
  const rows = await session.rows(
    statement<{ readonly name: string; readonly count: number }>(counting.join(" UNION ALL ")),
  );
  return Object.fromEntries(rows.map(({ name, count: found }) => [name, found]));
}

function added(before: Counts, after: Counts): Counts {
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
      .filter(([, count]) => count !== 0),
  );
}
