import type pg from "pg";
import { withClient } from "../../service/src/db/client.ts";
import type { EmbeddedServer } from "../../service/src/db/embedded/index.ts";

/** What the server did between two moments. All but the statements is read from the WAL, so it is exact. */
export interface Written {
  /** How often clients sent each statement, without transaction control. */
  readonly calls: readonly number[];
  /** BEGIN, SET and COMMIT. */
  readonly controlStatements: number;
  readonly commits: number;
  /** Transactions that inserted rows: batches. Others send notifications. */
  readonly transactions: number;
  readonly walBytes: number;
  /** Of them, copies of whole pages after a checkpoint. */
  readonly pageImageBytes: number;
  readonly tables: readonly TableWrites[];
}

/** Of one table, with its TOAST table and its indexes. */
export interface TableWrites {
  readonly table: string;
  readonly inserted: number;
  readonly updated: number;
  readonly locked: number;
  readonly indexEntries: number;
}

export interface WrittenMeter {
  /** Counts what is written until the returned function is called. */
  begin(): Promise<() => Promise<Written>>;
}

/** Settings of the server without which statements are not counted; counting is off until a meter begins. */
export const meterSettings = { shared_preload_libraries: "pg_stat_statements" } as const;

export async function createWrittenMeter(
  { adminTarget }: EmbeddedServer,
  database: string,
): Promise<WrittenMeter> {
  const withAdmin = <T>(use: (client: pg.Client) => Promise<T>): Promise<T> =>
    withClient({ ...adminTarget, database }, "florin bench", use);
  await withAdmin(async (client) => {
    await client.query("CREATE EXTENSION pg_walinspect");
    await client.query("CREATE EXTENSION pg_stat_statements");
    await track(client, "none");
  });
  return {
    begin: async () => {
      const from = await withAdmin(async (client) => {
        await track(client, "top");
        await client.query("SELECT pg_stat_statements_reset()");
        return flushedLsn(client);
      });
      return () =>
        withAdmin(async (client) => {
          const until = await flushedLsn(client);
          await track(client, "none");
          return { ...(await readStatements(client)), ...(await readWal(client, from, until)) };
        });
    },
  };
}

async function track(client: pg.Client, level: "none" | "top"): Promise<void> {
  await client.query(`ALTER SYSTEM SET pg_stat_statements.track = '${level}'`);
  await client.query("SELECT pg_reload_conf()");
}

async function flushedLsn(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ lsn: string }>("SELECT pg_current_wal_flush_lsn()::text AS lsn");
  return rows[0]?.lsn ?? "";
}

const selectStatements = `
  SELECT coalesce(array_agg(calls::float8) FILTER (WHERE NOT is_control), '{}') AS calls,
         coalesce(sum(calls) FILTER (WHERE is_control), 0)::float8 AS "controlStatements"
    FROM (SELECT calls, query ~* '^\\s*(begin|start|set|commit|rollback|savepoint|release)\\M' AS is_control
            FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid
           WHERE toplevel AND NOT rolsuper) AS called`;

async function readStatements(client: pg.Client): Promise<Pick<Written, "calls" | "controlStatements">> {
  const { rows } = await client.query<Pick<Written, "calls" | "controlStatements">>(selectStatements);
  return rows[0] ?? { calls: [], controlStatements: Number.NaN };
}

const selectSizes = `
  SELECT coalesce(sum(count) FILTER (WHERE "resource_manager/record_type" LIKE 'Transaction/COMMIT%'), 0)::float8 AS commits,
         (SELECT count(DISTINCT xid::text)::float8
            FROM pg_get_wal_block_info($1, $2, false) AS block JOIN pg_class USING (relfilenode)
           WHERE resource_manager = 'Heap' AND record_type LIKE 'INSERT%'
             AND relnamespace <> 'pg_catalog'::regnamespace) AS transactions,
         sum(record_size + fpi_size)::float8 AS "walBytes", sum(fpi_size)::float8 AS "pageImageBytes"
    FROM pg_get_wal_stats($1, $2, true)`;

/** The first block of a record is the page that gets the row or the index entry; a split page gets one, too. */
const selectTables = `
  WITH written AS (
    SELECT relfilenode, resource_manager AS manager, replace(record_type, '+INIT', '') AS type, count(*) AS count
      FROM pg_get_wal_block_info($1, $2, false)
     WHERE block_id = 0 AND resource_manager IN ('Heap', 'Heap2', 'Btree', 'BRIN', 'Hash', 'Gin')
       AND reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
     GROUP BY 1, 2, 3
  ), named AS (
    SELECT written.*, coalesce(indexed.indrelid, owner.oid, relation.oid)::regclass AS table_id,
           owner.oid IS NOT NULL AS is_toast
      FROM written JOIN pg_class AS relation ON relation.relfilenode = written.relfilenode
      LEFT JOIN pg_index AS indexed ON indexed.indexrelid = relation.oid
      LEFT JOIN pg_class AS owner ON owner.reltoastrelid = coalesce(indexed.indrelid, relation.oid)
                                 AND owner.reltoastrelid <> 0
     WHERE relation.relnamespace <> 'pg_catalog'::regnamespace
  )
  SELECT table_id::text AS table,
         coalesce(sum(count) FILTER (WHERE manager = 'Heap' AND type = 'INSERT' AND NOT is_toast), 0)::float8 AS inserted,
         coalesce(sum(count) FILTER (WHERE manager = 'Heap' AND type IN ('UPDATE', 'HOT_UPDATE')), 0)::float8 AS updated,
         coalesce(sum(count) FILTER (WHERE manager = 'Heap' AND type = 'LOCK'), 0)::float8 AS locked,
         coalesce(sum(count) FILTER (WHERE manager = 'Btree' AND type IN ('INSERT_LEAF', 'INSERT_POST', 'SPLIT_L', 'SPLIT_R')
                                        OR manager IN ('Hash', 'Gin') AND type LIKE 'INSERT%'), 0)::float8 AS "indexEntries"
    FROM named GROUP BY table_id ORDER BY 5 DESC, 1`;

async function readWal(
  client: pg.Client,
  from: string,
  until: string,
): Promise<Omit<Written, "calls" | "controlStatements">> {
  const { rows: sizes } = await client.query<
    Pick<Written, "commits" | "transactions" | "walBytes" | "pageImageBytes">
  >(selectSizes, [from, until]);
  const { rows: tables } = await client.query<TableWrites>(selectTables, [from, until]);
  const [size] = sizes;
  if (size === undefined) throw new Error("the server returned no WAL statistics");
  return { ...size, tables };
}

/** Statements of one batch, without those that the service sends now and then beside them. */
export function statementsPerBatch({ calls }: Pick<Written, "calls">, batches: number): number {
  return calls.reduce((sum, count) => sum + Math.round(count / batches), 0);
}
