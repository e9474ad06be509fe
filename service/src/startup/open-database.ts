import type { Config } from "../config.ts";
import { withClient } from "../db/client.ts";
import type { Database } from "../db/database.ts";
import { openEmbeddedServer } from "../db/embedded/index.ts";
import { migrate, pendingMigrations, roleAt } from "../db/migrate.ts";
import { readSchema } from "../db/migration-files.ts";
import { type ConnectionTarget, createDatabase } from "../db/pool.ts";
import { systemCause } from "../kernel/cause.ts";
import { tables } from "../tables.ts";
import type { Logger } from "./logging.ts";
import { recordMigrations } from "./record-migrations.ts";
import { refuseLooseShards } from "./refuse-loose-shards.ts";
import { StartupError } from "./startup-error.ts";
import { roleIsSuperuser, roleOwnsTables, serverVersion } from "./store.ts";

export interface OpenedDatabase {
  readonly database: Database;
  readonly target: ConnectionTarget;
  /** Brings the schema up to date; in production, only checks that it is. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly progress: Progress;
  /** Another process took over the data folder while the embedded server was down: this process must exit. */
  readonly onReplaced: () => void;
}

export type Progress = (message: string) => void;

const minServerVersion = 150_000; // PostgreSQL 15, as server_version_num.
const maxWaitingPerConnection = 50;
const acquireTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;

/** The configured or the embedded PostgreSQL, checked against Florin's requirements; not yet migrated. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const { config, logger } = options;
  const { target, stop } = await reachServer(options);
  const database = createDatabase({
    connection: target,
    maxConnections: config.databasePoolSize,
    maxWaiting: config.databasePoolSize * maxWaitingPerConnection,
    acquireTimeoutMs,
    statementTimeoutMs,
    applicationName: "florin",
    onIdleError: (error) => {
      if (!isClosing) logger.warn({ err: error }, "idle database connection lost");
    },
  });
  // The driver's goodbye to a stopping server may fail, which is not worth a warning.
  let isClosing = false;
  const close = async (): Promise<void> => {
    isClosing = true;
    await database.close();
    await stop();
  };
  try {
    refuseOwnersUrl(config);
    await checkServer(database, config);
    await refuseOwner(database, config);
    if (config.profile === "production") {
      await withClient(target, "florin", async (client) => refuseLooseShards(client, await roleAt(target)));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { database, target, migrate: () => migrateDatabase(database, target, options), close };
}

async function migrateDatabase(
  database: Database,
  target: ConnectionTarget,
  { config, progress }: OpenDatabaseOptions,
): Promise<void> {
  if (config.profile === "production") return requireCurrentSchema(database);
  const applied = await migrate({
    tables,
    ...(await ownerTarget(config, target)),
    onProgress: ({ step }) => {
      if (step === "waiting") progress("waiting for another node to migrate the database");
    },
  });
  if (applied.length > 0) progress(`migrated the database (${applied.length} migrations)`);
  await recordMigrations(database, { applied, cause: systemCause("startup") });
}

/** Where to migrate: as the owner, if it has a URL of its own; the service's role then gets its privileges. */
export async function ownerTarget(
  { databaseOwnerUrl, databaseUrl }: Pick<Config, "databaseOwnerUrl" | "databaseUrl">,
  target: ConnectionTarget,
): Promise<{ readonly target: ConnectionTarget; readonly serviceRole: string | undefined }> {
  if (databaseOwnerUrl === undefined) return { target, serviceRole: undefined };
  const serviceRole = databaseUrl === undefined ? undefined : await roleAt({ url: databaseUrl });
  return { target: { url: databaseOwnerUrl }, serviceRole };
}

/** Commands and the production service do not migrate. */
export async function requireCurrentSchema(database: Database): Promise<void> {
  const pending = await pendingMigrations(database, await readSchema());
  if (pending.length === 0) return;
  throw new StartupError(
    `The database lacks ${pending.length === 1 ? "a migration" : `${pending.length} migrations`} of this build ` +
      `(${pending.join(", ")}). Run: florin admin migrate`,
  );
}

async function reachServer({
  config,
  logger,
  progress,
  onReplaced,
}: OpenDatabaseOptions): Promise<{ readonly target: ConnectionTarget; stop(): Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    return { target: { url: config.databaseUrl }, stop: async () => {} };
  }
  const server = await openEmbeddedServer({
    dataFolder: config.dataFolder,
    instanceName: "florin",
    onProgress: progress,
    onEvent: (event) => {
      logger.warn(
        { event: event.kind, err: "error" in event ? event.error : undefined },
        `embedded PostgreSQL: ${event.kind}`,
      );
      if (event.kind === "replaced") onReplaced();
    },
  });
  return { target: server.target, stop: () => server.stop() };
}

/** Refuses a server that is too old and, in production, a role that could rewrite append-only tables. */
export async function checkServer(database: Database, { profile }: Config): Promise<void> {
  if ((await serverVersion(database)) < minServerVersion) {
    throw new StartupError("Florin requires PostgreSQL 15 or newer; DATABASE_URL names an older server.");
  }
  if (profile === "production" && (await roleIsSuperuser(database))) {
    throw new StartupError(
      "DATABASE_URL names a superuser. The ledger, the event log and the audit log are append-only by privilege, which " +
        "a superuser bypasses. Create a role with NOSUPERUSER as in docs/operations/sql/roles.sql, and use it.",
    );
  }
}

/** In production, the service and its commands act as a role that cannot give itself privileges. */
export async function refuseOwner(database: Database, { profile }: Pick<Config, "profile">): Promise<void> {
  if (profile === "production" && (await roleOwnsTables(database))) {
    throw new StartupError(
      "DATABASE_URL names the owner of the tables, who can grant itself the privilege to change the ledger and the " +
        "audit log. Create a second role for the service with docs/operations/sql/roles.sql, set DATABASE_URL to it " +
        "and DATABASE_OWNER_URL to the owner, run florin admin migrate, and start the service without DATABASE_OWNER_URL.",
    );
  }
}

function refuseOwnersUrl({ profile, databaseOwnerUrl }: Config): void {
  if (profile === "production" && databaseOwnerUrl !== undefined) {
    throw new StartupError(
      "DATABASE_OWNER_URL is set. Only florin admin migrate needs it; start the service without it.",
    );
  }
}
