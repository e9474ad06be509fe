import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { openEmbeddedServer } from "../db/embedded/index.ts";
import { migrate } from "../db/migrate.ts";
import { type ConnectionTarget, createDatabase } from "../db/pool.ts";
import { systemCause } from "../kernel/cause.ts";
import type { Logger } from "./logging.ts";
import { recordMigrations } from "./record-migrations.ts";
import { StartupError } from "./startup-error.ts";
import { roleIsSuperuser, serverVersion } from "./store.ts";

export interface OpenedDatabase {
  readonly database: Database;
  readonly target: ConnectionTarget;
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

/** The configured or the embedded PostgreSQL, migrated and checked against Florin's requirements. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const { config, logger, progress } = options;
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
    await checkServer(database, config);
    const applied = await migrate({
      target,
      onProgress: ({ step, ...rest }) => {
        if (step === "waiting") progress("waiting for another node to migrate the database");
        if (step === "applied" && "migration" in rest) progress(`migrated ${rest.migration}`);
      },
    });
    await recordMigrations(database, { applied, cause: systemCause("startup") });
  } catch (error) {
    await close();
    throw error;
  }
  return { database, target, close };
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
        "a superuser bypasses. Create a role with NOSUPERUSER that owns the database, and use that role.",
    );
  }
}
