import type { Session } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";

const selectTables = statement<{ name: string }>(`
  SELECT relname::text AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`);

/** Tables that every request or node writes to, whatever its outcome, or later than the request. */
const keptByTheWay: ReadonlySet<string> = new Set([
  "api_requests",
  "application_uses",
  "nodes",
  "rate_buckets",
  // Counts of what happened before.
  "statistics",
  "statistics_positions",
]);

/** Number of rows of each table that requests and jobs write to. */
export async function countRows(session: Session): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const name of await tableNames(session)) {
    if (keptByTheWay.has(name)) continue;
    const row = await session.first(statement<{ count: bigint }>(`SELECT count(*) AS count FROM ${name}`));
    counts[name] = Number(row?.count ?? 0n);
  }
  return counts;
}

/** Every row of every table as text; binary values are in hexadecimal. */
export async function dumpTables(session: Session): Promise<Readonly<Record<string, string>>> {
  const dump: Record<string, string> = {};
  for (const name of await tableNames(session)) {
    const rows = await session.rows(statement<{ line: string }>(`SELECT t::text AS line FROM ${name} AS t`));
    dump[name] = rows.map(({ line }) => line).join("\n");
  }
  return dump;
}

async function tableNames(session: Session): Promise<readonly string[]> {
  return (await session.rows(selectTables)).map(({ name }) => name);
}
