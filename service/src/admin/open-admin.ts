import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { type Config, readConfig } from "../config.ts";
import type { Database } from "../db/database.ts";
import { pendingMigrations } from "../db/migrate.ts";
import { readMigrations } from "../db/migration-files.ts";
import { createDatabase } from "../db/pool.ts";
import type { Cause } from "../kernel/cause.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { createIdFactory, type NewId } from "../kernel/id.ts";
import { type Clock, systemClock } from "../kernel/instant.ts";
import { loadKeyRing } from "../startup/master-key.ts";
import { checkServer } from "../startup/open-database.ts";
import { StartupError } from "../startup/startup-error.ts";
import { operatorCause } from "./operator.ts";
import { type ReachedDatabase, reachDatabase } from "./reach-database.ts";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface AdminOptions {
  /** The words of the command, such as `accounts list`: who uses the database, as others see it. */
  readonly command: string;
  /** Who gives the command; FLORIN_OPERATOR, or else the user of the system, where nobody is named. */
  readonly operator?: string;
  readonly onProgress?: (message: string) => void;
}

/** The administrative door, opened. What operations need is handed to them from here. */
export interface AdminContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Why things change through this door: the operator wants it so. */
  readonly cause: Cause;
  /** Read only by what seals or opens something, so that everything else works without the master key. */
  loadKeyRing(): Promise<KeyRing>;
  close(): Promise<void>;
}

const poolLimits = { maxConnections: 2, maxWaiting: 10, acquireTimeoutMs: 5_000, statementTimeoutMs: 30_000 };

/** Reads the environment as the service does, and opens its database, whose schema must be this build's. */
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

/** A small pool on a server that Florin can use; on any other, everything is given back. */
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

async function requireCurrentSchema(database: Database): Promise<void> {
  const pending = await pendingMigrations(database, await readMigrations());
  if (pending.length === 0) return;
  throw new StartupError(
    `The database lacks ${pending.length === 1 ? "a migration" : `${pending.length} migrations`} of this build ` +
      `(${pending.join(", ")}). Run: florin migrate`,
  );
}

/** A key may be made in the service's own data folder, never in whatever folder a command happens to run in. */
async function loadExistingKeyRing(config: Config): Promise<KeyRing> {
  if (config.masterKey === undefined && !(await exists(config.dataFolder))) {
    throw new StartupError(
      `MASTER_KEY is not set, and there is no data folder ${resolve(config.dataFolder)} to find the key in. Set ` +
        "MASTER_KEY to the service's key, or DATA_DIR to its data folder.",
    );
  }
  return loadKeyRing(config);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
