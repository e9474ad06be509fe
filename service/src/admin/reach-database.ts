import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { findCluster } from "../db/embedded/cluster.ts";
import { attachToRunningServer, openEmbeddedServer } from "../db/embedded/index.ts";
import type { ConnectionTarget } from "../db/pool.ts";
import { StartupError } from "../startup/startup-error.ts";

/** A command's connection to the service's database, whether the service is running or not. */
export interface ReachedDatabase {
  readonly target: ConnectionTarget;
  /** Restores the previous state: a server that was started for this is stopped. */
  release(): Promise<void>;
}

export interface ReachOptions {
  /** The command, such as `accounts list`; visible as the database's application name. */
  readonly command: string;
  /** True if a database is created in an empty data folder. */
  readonly mayCreate: boolean;
  readonly onProgress: (message: string) => void;
}

export async function reachDatabase(
  { databaseUrl, dataFolder }: Pick<Config, "databaseUrl" | "dataFolder">,
  { command, mayCreate, onProgress }: ReachOptions,
): Promise<ReachedDatabase> {
  if (databaseUrl !== undefined) return { target: { url: databaseUrl }, release: async () => {} };
  const running = await attachToRunningServer(dataFolder);
  if (running !== undefined) return { target: running, release: async () => {} };
  if (!mayCreate && !(await holdsDatabase(dataFolder))) throw noDatabase(dataFolder);
  const server = await openEmbeddedServer({ dataFolder, instanceName: `florin ${command}`, onProgress });
  return { target: server.target, release: () => server.stop() };
}

export async function holdsDatabase(dataFolder: string): Promise<boolean> {
  return (await findCluster(dataFolder)) !== undefined;
}

function noDatabase(dataFolder: string): StartupError {
  return new StartupError(
    `There is no Florin database in ${resolve(dataFolder)}. Run this in the service's working directory, or set ` +
      "DATA_DIR to its data folder, or DATABASE_URL to its database. To create a new database: florin admin migrate",
  );
}
