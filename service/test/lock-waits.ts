import type { Database } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";
import { isWithoutCitus } from "./citus.ts";

const waiting = `
  SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const onServer = statement<{ readonly query: string }>(waiting);
const onAllNodes = statement<{ readonly queries: string }>(`
  SELECT result AS queries FROM run_command_on_all_nodes($1)`);

/** Statements that wait for a lock in this database, on any of its nodes. */
export async function selectLockWaits(database: Database): Promise<readonly string[]> {
  if (isWithoutCitus) return (await database.rows(onServer)).map(({ query }) => query);
  const nodes = await database.rows(onAllNodes, [
    `SELECT coalesce(json_agg(query), '[]') FROM (${waiting}) AS w`,
  ]);
  return nodes.flatMap(({ queries }) => JSON.parse(queries) as string[]);
}
