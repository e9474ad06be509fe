import type pg from "pg";
import { isLockTimeout } from "./errors.ts";
import { commandsOf } from "./migration-files.ts";
import type { Migration } from "./migration-plan.ts";

const comment = /--[^\n]*/g;
const building = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+(\w+)\s/;
const removing = /^DROP\s+INDEX\s+CONCURRENTLY\s+IF\s+EXISTS\s+\w+$/;
// PostgreSQL waits for the transactions that were open before. They go on meanwhile, so this may take a while.
const longestWaitMs = 10 * 60_000;

/** A migration that only builds and removes indexes of large tables, while writers go on. */
export function isConcurrent({ sql }: Pick<Migration, "sql">): boolean {
  return /\bCONCURRENTLY\b/.test(sql.replaceAll(comment, ""));
}

/** The same in a transaction: a new database has no writers and no rows. */
export function inTransaction(sql: string): string {
  return sql.replaceAll(/\bINDEX\s+CONCURRENTLY\b/g, "INDEX");
}

/** Without a transaction. Idempotent: what was interrupted is repeated. */
export async function applyConcurrently(
  client: pg.Client,
  { sql }: Pick<Migration, "sql">,
  waitMs: number = longestWaitMs,
): Promise<void> {
  const commands = commandsOf(sql).map((command) => command.replaceAll(comment, "").trim());
  await client.query(`SET lock_timeout = ${waitMs}`);
  for (const command of commands) {
    const name = building.exec(command)?.[1];
    if (name === undefined && !removing.test(command))
      throw new Error("it may only build and remove indexes, with CONCURRENTLY and IF [NOT] EXISTS");
    // An interrupted build leaves an index that is not valid, and IF NOT EXISTS would keep it.
    const invalid = await client.query(selectInvalid, [name]);
    if (invalid.rows.length > 0) await run(client, `DROP INDEX CONCURRENTLY ${name}`);
    await run(client, command);
  }
}

async function run(client: pg.Client, command: string): Promise<void> {
  try {
    await client.query(command);
  } catch (cause) {
    throw isLockTimeout(cause) ? new Error(waitedTooLong, { cause }) : cause;
  }
}

const waitedTooLong =
  "a transaction that was open before has not ended, such as that of a running backup; wait until it has, then migrate again";

const selectInvalid = `
  SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1::text) AND NOT indisvalid`;
