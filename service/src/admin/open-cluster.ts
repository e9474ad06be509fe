import type pg from "pg";
import { auditChange } from "../audit/index.ts";
import { type Config, readConfig } from "../config.ts";
import { type DatabaseStatus, readDatabaseStatus } from "../db/citus/cluster-status.ts";
import { distribute, isServed, type PendingTable, planDistribution } from "../db/citus/distribute.ts";
import { readEngine } from "../db/citus/engine.ts";
import { isolateTenant, type RebalanceProgress, rebalance } from "../db/citus/move-shards.ts";
import { connectClient } from "../db/client.ts";
import type { Database } from "../db/database.ts";
import { grantToService } from "../db/grants.ts";
import { roleAt, takeMigrationLock } from "../db/migrate.ts";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { requireCurrentSchema } from "../startup/open-database.ts";
import { refuseLooseShards } from "../startup/refuse-loose-shards.ts";
import { StartupError } from "../startup/startup-error.ts";
import { tables } from "../tables.ts";
import { type AdminOptions, closing, connect, type EnvironmentVariables } from "./open-admin.ts";
import { operatorCause } from "./operator.ts";
import { reachDatabase } from "./reach-database.ts";

/** The cluster of a distributed database, as the owner of its tables. */
export interface ClusterContext {
  /** Works with the service's role, and with any PostgreSQL. */
  status(): Promise<DatabaseStatus>;
  /** Tables that `distribute` would place, in order. */
  plan(): Promise<readonly PendingTable[]>;
  distribute(options: {
    readonly shardCount: number;
    readonly report: (pending: PendingTable) => void;
  }): Promise<readonly PendingTable[]>;
  rebalance(report: (progress: RebalanceProgress) => void): Promise<RebalanceProgress>;
  /** The tenant's shard and its node; `to` is `host:port`. */
  isolateTenant(request: {
    readonly tenantId: string;
    readonly to: string | undefined;
  }): Promise<{ readonly shard: string; readonly node: string }>;
  close(): Promise<void>;
}

export async function openCluster(
  environment: EnvironmentVariables,
  { command, operator, onProgress = () => {} }: AdminOptions,
): Promise<ClusterContext> {
  const config = readConfig(environment);
  const cause = operatorCause(operator ?? config.operator);
  const databaseUrl = config.databaseOwnerUrl ?? config.databaseUrl;
  const reached = await reachDatabase({ ...config, databaseUrl }, { command, onProgress, mayCreate: false });
  const database = await connect(config, reached, command);
  const client = await connectClient(reached.target, `florin ${command}`);
  const serviceRole = (): Promise<string> =>
    roleAt(config.databaseUrl === undefined ? reached.target : { url: config.databaseUrl });
  const deps = { clock: systemClock, newId: createIdFactory(systemClock) };
  /** Runs a change on the cluster, records it, and verifies the privileges that it may have lost. */
  const changing = async <T>(action: string, id: string, change: () => Promise<T>): Promise<T> => {
    const result = await change();
    const of = { tenantId: undefined, network: undefined, id };
    await auditChange(deps, database, { cause, action, type: "database", of });
    await refuseLooseShards(client, await serviceRole());
    return result;
  };
  return {
    status: async () => {
      await requireCurrentSchema(database);
      return readDatabaseStatus(client, tables, await serviceRole());
    },
    plan: async () => {
      await requireDistributable(client, database, config);
      return planDistribution(client, tables);
    },
    distribute: async (options) => {
      await requireDistributable(client, database, config);
      await takeMigrationLock(client, () =>
        onProgress("waiting for another process that changes the schema"),
      );
      await refuseRunningNodes(client);
      return changing("database.distribute", "tables", async () => {
        const placed = await distribute(client, tables, options);
        await grantToService(client, await serviceRole());
        return placed;
      });
    },
    rebalance: async (report) => {
      await requireDistributed(client);
      return changing("database.rebalance", "shards", () => rebalance(client, report));
    },
    isolateTenant: async (request) => {
      await requireDistributed(client);
      return changing("database.isolate_tenant", request.tenantId, () => isolateTenant(client, request));
    },
    close: async () => {
      await client.end();
      await closing(database, reached)();
    },
  };
}

async function requireDistributable(client: pg.Client, database: Database, config: Config): Promise<void> {
  const engine = await readEngine(client);
  if (engine.kind === "postgresql") {
    throw new StartupError(
      `This server is PostgreSQL ${engine.version} without Citus, so there is nothing to distribute to. ` +
        "See docs/operations/citus.md.",
    );
  }
  if (config.databaseOwnerUrl === undefined || config.databaseUrl === undefined) {
    throw new StartupError(
      "DATABASE_OWNER_URL or DATABASE_URL is missing. On the shards, append-only tables are protected only from a role " +
        "that does not own them: see docs/operations/sql/roles.sql and docs/operations/citus.md.",
    );
  }
  await requireCurrentSchema(database);
}

async function requireDistributed(client: pg.Client): Promise<void> {
  const engine = await readEngine(client);
  if (engine.kind === "citus" && engine.isDistributed) return;
  throw new StartupError("This database is not distributed. Run: florin admin db distribute");
}

/** Statements that join a distributed and a local table fail, and while tables are moved there are such. */
async function refuseRunningNodes(client: pg.Client): Promise<void> {
  if (!(await isServed(client))) return;
  throw new StartupError("The service is running. Stop all its nodes before the tables are distributed.");
}
