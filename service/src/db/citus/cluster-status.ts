import pg from "pg";
import { type PendingTable, type Places, planDistribution } from "./distribute.ts";
import { type Engine, firstDistributedTable, readEngine } from "./engine.ts";
import { findShardRights, type ShardRights } from "./shard-rights.ts";

export interface DatabaseStatus {
  readonly engine: Engine;
  readonly databaseBytes: bigint;
  /** Undefined unless tables are distributed. */
  readonly cluster: ClusterStatus | undefined;
}

interface ClusterStatus {
  readonly nodes: readonly ClusterNode[];
  /** Tables that are not in place. */
  readonly pending: readonly PendingTable[];
  /** Privileges of the service's role on shards that differ from those on their tables. */
  readonly rights: ShardRights;
  /** Shards with their tables, the largest first. */
  readonly largestShards: readonly ShardGroup[];
  /** Busiest first; undefined if the role may not read them. */
  readonly busiestTenants: readonly BusyTenant[] | undefined;
}

interface ClusterNode {
  readonly node: string;
  readonly role: "coordinator" | "worker";
  readonly isActive: boolean;
  /** Of one table: all distributed tables have the same. */
  readonly shards: number;
  readonly bytes: bigint;
}

interface ShardGroup {
  readonly shard: string;
  readonly node: string;
  readonly bytes: bigint;
}

interface BusyTenant {
  readonly tenantId: string;
  readonly queries: number;
  readonly cpuSeconds: number;
}

const shownShards = 5;
const shownTenants = 10;
const insufficientPrivilege = "42501";

/** The state of the database, and of its cluster if it is distributed. */
export async function readDatabaseStatus(
  client: pg.Client,
  places: Places,
  serviceRole: string,
): Promise<DatabaseStatus> {
  const engine = await readEngine(client);
  const { rows } = await client.query<{ bytes: string }>(selectSize);
  const databaseBytes = BigInt(rows[0]?.bytes ?? 0);
  const isDistributed = engine.kind === "citus" && engine.isDistributed;
  return {
    engine,
    databaseBytes,
    cluster: isDistributed ? await readCluster(client, places, serviceRole) : undefined,
  };
}

async function readCluster(client: pg.Client, places: Places, serviceRole: string): Promise<ClusterStatus> {
  const nodes = await client.query<Counted<ClusterNode>>(selectNodes, [firstDistributedTable]);
  const shards = await client.query<Counted<ShardGroup>>(selectLargestShards, [
    firstDistributedTable,
    shownShards,
  ]);
  return {
    nodes: nodes.rows.map(counted),
    pending: await planDistribution(client, places),
    rights: await findShardRights(client, serviceRole),
    largestShards: shards.rows.map(counted),
    busiestTenants: await readBusiestTenants(client),
  };
}

/** The driver returns a bigint as text. */
type Counted<Row> = Omit<Row, "bytes"> & { readonly bytes: string };

function counted<Row extends { readonly bytes: string }>(
  row: Row,
): Omit<Row, "bytes"> & { readonly bytes: bigint } {
  return { ...row, bytes: BigInt(row.bytes) };
}

/** Citus counts tenants only where `citus.stat_tenants_track` is on. */
async function readBusiestTenants(client: pg.Client): Promise<readonly BusyTenant[] | undefined> {
  try {
    return (await client.query<BusyTenant>(selectBusiestTenants, [shownTenants])).rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) return undefined;
    throw error;
  }
}

const selectSize = "SELECT pg_database_size(current_database())::text AS bytes";

const selectNodes = `
  SELECT nodename || ':' || nodeport AS node, CASE WHEN groupid = 0 THEN 'coordinator' ELSE 'worker' END AS role,
         isactive AS "isActive", coalesce(shards, 0)::int AS shards, coalesce(bytes, 0)::text AS bytes
    FROM pg_dist_node
    LEFT JOIN (SELECT nodename, nodeport, count(*) FILTER (WHERE table_name = $1::regclass) AS shards,
                      sum(shard_size) AS bytes
                 FROM citus_shards GROUP BY nodename, nodeport) AS held USING (nodename, nodeport)
   WHERE noderole = 'primary' ORDER BY groupid`;

const selectLargestShards = `
  SELECT first.shardid::text AS shard, placed.nodename || ':' || placed.nodeport AS node,
         sum(placed.shard_size)::text AS bytes
    FROM citus_shards AS placed
    JOIN pg_dist_shard AS shard USING (shardid)
    JOIN pg_dist_shard AS first ON first.logicalrelid = $1::regclass AND first.shardminvalue = shard.shardminvalue
   WHERE placed.citus_table_type = 'distributed'
   GROUP BY first.shardid, placed.nodename, placed.nodeport ORDER BY sum(placed.shard_size) DESC LIMIT $2`;

const selectBusiestTenants = `
  SELECT tenant_attribute AS "tenantId",
         sum(query_count_in_this_period + query_count_in_last_period)::int AS queries,
         sum(cpu_usage_in_this_period + cpu_usage_in_last_period) AS "cpuSeconds"
    FROM citus_stat_tenants GROUP BY tenant_attribute ORDER BY queries DESC LIMIT $1`;
