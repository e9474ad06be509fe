import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { type Config, readConfig } from "../config.ts";
import type { Database } from "../db/database.ts";
import { createDatabase } from "../db/pool.ts";
import type { Cause } from "../kernel/cause.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { createIdFactory, type NewId } from "../kernel/id.ts";
import { type Clock, systemClock } from "../kernel/instant.ts";
import { createKeyProviders } from "../keys/adapters/key-providers.ts";
import { loadKeyRing } from "../startup/master-key.ts";
import { checkServer, refuseOwner, requireCurrentSchema } from "../startup/open-database.ts";
import { StartupError } from "../startup/startup-error.ts";
import { operatorCause } from "./operator.ts";
import { type ReachedDatabase, reachDatabase } from "./reach-database.ts";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface AdminOptions {
  /** The command, such as `accounts list`; visible as the database's application name. */
  readonly command: string;
  /** Operator name; defaults to FLORIN_OPERATOR, then to the OS user. */
  readonly operator?: string;
  readonly onProgress?: (message: string) => void;
}

/** An open session of the admin API, with everything that its operations need. */
export interface AdminContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The cause of changes made through the admin API: the operator. */
  readonly cause: Cause;
  /** Loaded only by operations that seal or open data, so that all others work without the master key. */
  loadKeyRing(): Promise<KeyRing>;
  close(): Promise<void>;
}

export const poolLimits = {
  maxConnections: 2,
  maxWaiting: 10,
  acquireTimeoutMs: 5_000,
  statementTimeoutMs: 30_000,
};

/** Parses the environment as the service does, and opens its database, whose schema must match this build. */
export async function openAdmin(
  environment: EnvironmentVariables,
  { command, operator, onProgress = () => {} }: AdminOptions,
): Promise<AdminContext> {
  const config = readConfig(environment);
  const cause = operatorCause(operator ?? config.operator);
  const reached = await reachDatabase(config, { command, onProgress, mayCreate: false });
  const database = await connect(config, reached, command);
  const close = closing(database, reached);
  try {
    await refuseOwner(database, config);
    await requireCurrentSchema(database);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    config,
    database,
    clock: systemClock,
    newId: createIdFactory(systemClock),
    cause,
    loadKeyRing: () => loadExistingKeyRing(config),
    close,
  };
}

/** Opens a small connection pool; if the server is unsuitable, releases everything. */
export async function connect(config: Config, reached: ReachedDatabase, command: string): Promise<Database> {
  const database = createDatabase({
    ...poolLimits,
    connection: reached.target,
    applicationName: `florin ${command}`,
  });
  try {
    await checkServer(database, config);
  } catch (error) {
    await closing(database, reached)();
    throw error;
  }
  return database;
}

export function closing(database: Database, reached: ReachedDatabase): () => Promise<void> {
  return async () => {
    await database.close();
    await reached.release();
  };
}

/** A key may be generated in the service's data folder, but never in a random working directory. */
export async function loadExistingKeyRing(config: Config): Promise<KeyRing> {
  if (config.masterKey === undefined && !(await exists(config.dataFolder))) {
    throw new StartupError(
      `MASTER_KEY is not set, and there is no data folder ${resolve(config.dataFolder)} to find the key in. Set ` +
        "MASTER_KEY to the service's key, or DATA_DIR to its data folder.",
    );
  }
  const providers = createKeyProviders(config.keyProviders);
  try {
    return await loadKeyRing(config, providers);
  } finally {
    await providers.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
