import pg from "pg";
import type { Place } from "../column.ts";
import { MigrationError } from "../migration-plan.ts";
import { firstDistributedTable } from "./engine.ts";

/** The declared tables, by their names. */
export type Places = ReadonlyMap<string, { readonly place: Place }>;

/** A table that is not where it belongs yet. */
export interface PendingTable {
  readonly table: string;
  readonly placement: Place;
  /** False if only the rows that it had before it was distributed are left on the coordinator. */
  readonly isUnplaced: boolean;
  readonly hasRows: boolean;
}

interface DistributeOptions {
  /** Used for the first distributed table; all others are placed next to it. */
  readonly shardCount?: number;
  readonly report?: (pending: PendingTable) => void;
}

const defaultShardCount = 32;
const distributionColumn = "tenant_id";

/** Called where the rows of the tenant in their first argument are. */
const tenantFunctions: readonly string[] = [
  "append_events",
  "add_to_ledger",
  "ledger_facts",
  "record_operations",
  "find_balances",
  "add_audit_entries",
  "add_transfers",
  "add_responses",
];

/**
 * Puts each table where it belongs, one transaction per table, and returns the tables. What is in place is skipped, so a
 * run that was killed is continued by the next one. A migration runs it in its own transaction.
 */
export async function distribute(
  client: pg.Client,
  places: Places,
  { shardCount = defaultShardCount, report = () => {} }: DistributeOptions = {},
): Promise<readonly PendingTable[]> {
  const pending = await planDistribution(client, places);
  for (const each of pending) {
    report(each);
    if (each.isUnplaced) await place(client, each, shardCount);
  }
  // Not earlier: Citus removes no rows of a table that one which is not placed yet refers to.
  for (const { table, placement, hasRows } of pending)
    if (placement === "distributed" && hasRows) await removeCopiedRows(client, table);
  await client.query(distributeFunctions, [tenantFunctions, firstDistributedTable]);
  return pending;
}

/** Tables that are not in place, in the order in which they can be placed. */
export async function planDistribution(client: pg.Client, places: Places): Promise<readonly PendingTable[]> {
  const { rows: tables } = await client.query<TableRow>(selectTables);
  const { rows: keys } = await client.query<ForeignKey>(selectForeignKeys);
  const pending = tables.flatMap(({ table, actual, hasRows }): readonly PendingTable[] => {
    const placement = places.get(table)?.place;
    if (placement === "local" && actual === null) return [];
    if (placement === undefined) throw new MigrationError(`this build does not know the table ${table}`);
    if (actual !== null && actual !== placement)
      throw new MigrationError(
        `the table ${table} is ${actual}, and this build expects it to be ${placement}`,
      );
    const isUnplaced = actual === null;
    return isUnplaced || (placement === "distributed" && hasRows)
      ? [{ table, placement, isUnplaced, hasRows }]
      : [];
  });
  const order = ["distributed", "coordinator"] as const;
  const inOrder = referencedFirst(pending, keys);
  return order.flatMap((kind) => inOrder.filter(({ placement }) => placement === kind));
}

interface TableRow {
  readonly table: string;
  readonly actual: Place | "reference" | null;
  /** On the coordinator itself. */
  readonly hasRows: boolean;
}

interface ForeignKey {
  readonly from: string;
  readonly to: string;
}

/** Sorts so that a table comes after those that it refers to; the first distributed table comes first. */
export function referencedFirst(
  tables: readonly PendingTable[],
  keys: readonly ForeignKey[],
): readonly PendingTable[] {
  const sorted = new Set<PendingTable>();
  const visiting = new Set<string>();
  const visit = (each: PendingTable | undefined): void => {
    if (each === undefined || sorted.has(each) || visiting.has(each.table)) return;
    visiting.add(each.table);
    for (const { to } of keys.filter(({ from }) => from === each.table)) visit(byName.get(to));
    sorted.add(each);
  };
  const byName = new Map(tables.map((each) => [each.table, each]));
  visit(byName.get(firstDistributedTable));
  for (const each of tables) visit(each);
  return [...sorted];
}

async function place(
  client: pg.Client,
  { table, placement }: PendingTable,
  shardCount: number,
): Promise<void> {
  switch (placement) {
    case "distributed": {
      const isFirst = table === firstDistributedTable;
      const values = isFirst
        ? [table, distributionColumn, shardCount]
        : [table, distributionColumn, firstDistributedTable];
      await client.query(isFirst ? createFirst : createColocated, values);
      return;
    }
    case "coordinator":
      await addToMetadata(client, table);
      return;
    case "local":
  }
}

/**
 * Citus makes the table a shard and puts a new table in front of it, without the comment and with the default privileges
 * of its owner. What the owner had revoked from itself is revoked again, in one transaction. Tables with foreign keys to
 * each other come together.
 */
async function addToMetadata(client: pg.Client, table: string): Promise<void> {
  const { rows: placed } = await client.query(selectPlaced, [table]);
  if (placed.length > 0) return;
  const { rows } = await client.query<{ text: string }>(selectProperties);
  const name = pg.escapeLiteral(table);
  const texts = [
    `SELECT citus_add_local_table_to_metadata(${name}, cascade_via_foreign_keys => true)`,
    ...rows.map(({ text }) => text),
  ];
  await client.query(texts.join("; "));
}

/**
 * Citus copies the rows into the shards, and leaves the originals in the table, where no query sees them. The owner of
 * an append-only table has revoked TRUNCATE from itself. One command, so that it is atomic in and outside a transaction.
 */
async function removeCopiedRows(client: pg.Client, table: string): Promise<void> {
  const name = pg.escapeIdentifier(table);
  await client.query(`
    DO $$
    DECLARE
      may_truncate boolean := has_table_privilege(${pg.escapeLiteral(table)}, 'TRUNCATE');
    BEGIN
      IF NOT may_truncate THEN GRANT TRUNCATE ON ${name} TO CURRENT_USER; END IF;
      PERFORM truncate_local_data_after_distributing_table(${pg.escapeLiteral(table)});
      IF NOT may_truncate THEN REVOKE TRUNCATE ON ${name} FROM CURRENT_USER; END IF;
    END $$`);
}

/** Whether a node of the service is connected. */
export async function isServed(client: pg.Client): Promise<boolean> {
  return (await client.query(selectServiceConnections)).rows.length > 0;
}

const selectServiceConnections = `
  SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'florin' LIMIT 1`;

const createFirst = `SELECT create_distributed_table($1, $2, colocate_with => 'none', shard_count => $3)`;
const createColocated = `SELECT create_distributed_table($1, $2, colocate_with => $3)`;

// Forced, because Citus otherwise calls them on the coordinator in a transaction with other statements.
const distributeFunctions = `
  SELECT create_distributed_function(oid::regprocedure, proargnames[1], colocate_with => $2, force_delegation => true)
    FROM pg_proc
   WHERE proname = ANY ($1::text[]) AND pronamespace = current_schema()::regnamespace
     AND NOT EXISTS (SELECT 1 FROM pg_dist_object
                      WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND distribution_argument_index = 0)`;

const selectPlaced = "SELECT 1 FROM pg_dist_partition WHERE logicalrelid = $1::regclass";

const selectProperties = `
  WITH local AS (
    SELECT oid, relname, relacl, relowner FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND NOT relation_is_a_known_shard(oid)
       AND oid NOT IN (SELECT logicalrelid FROM pg_dist_partition))
  SELECT format('REVOKE %s ON %I FROM CURRENT_USER', string_agg(privilege, ', '), relname) AS text
    FROM local, unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS privilege
   WHERE relacl IS NOT NULL
     AND privilege NOT IN (SELECT privilege_type FROM aclexplode(relacl) WHERE grantee = relowner)
   GROUP BY relname
  UNION ALL
  SELECT format('GRANT %s (%I) ON %I TO CURRENT_USER', privilege_type, attname, relname)
    FROM local JOIN pg_attribute ON attrelid = local.oid, aclexplode(attacl)
   WHERE grantee = relowner
  UNION ALL
  SELECT format('COMMENT ON TABLE %I IS %L', relname, obj_description(oid, 'pg_class')) FROM local`;

const selectTables = `
  SELECT relname::text AS table,
         CASE WHEN partmethod = 'h' THEN 'distributed'
              WHEN partmethod = 'n' AND repmodel = 't' THEN 'reference'
              WHEN partmethod = 'n' THEN 'coordinator' END AS actual,
         pg_relation_size(pg_class.oid) > 0 AS "hasRows"
    FROM pg_class LEFT JOIN pg_dist_partition ON logicalrelid = pg_class.oid
   WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
     AND NOT relation_is_a_known_shard(pg_class.oid)
   ORDER BY relname`;

const selectForeignKeys = `
  SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
   WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`;
