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
  /** Another process has taken the data folder while the embedded server was away: this one must end. */
  readonly onReplaced: () => void;
}

export type Progress = (message: string) => void;

const minServerVersion = 150_000; // PostgreSQL 15, as its server_version_num counts.
const maxWaitingPerConnection = 50;
const acquireTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;

/** The configured PostgreSQL, or the embedded one; migrated, and checked for what Florin relies on. */
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
      if (!isClosing) logger.warn({ err: error }, "an idle database connection was lost");
    },
  });
  // The driver's last words to a server that is being stopped may come too late, which is no news then.
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
        if (step === "waiting") progress("waiting for another node that is migrating the database");
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
        "the embedded PostgreSQL",
      );
      if (event.kind === "replaced") onReplaced();
    },
  });
  return { target: server.target, stop: () => server.stop() };
}

/** Refuses a server that is too old, and in production a role that could rewrite what is append-only. */
export async function checkServer(database: Database, { profile }: Config): Promise<void> {
  if ((await serverVersion(database)) < minServerVersion) {
    throw new StartupError("Florin needs PostgreSQL 15 or newer; DATABASE_URL names an older server.");
  }
  if (profile === "production" && (await roleIsSuperuser(database))) {
    throw new StartupError(
      "DATABASE_URL names a superuser. The ledger, the event log and the audit log are append-only by privilege, which " +
        "a superuser bypasses; make a role with NOSUPERUSER that owns the database, and use that.",
    );
  }
}
