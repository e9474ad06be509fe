import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { findCluster } from "../db/embedded/cluster.ts";
import { attachToRunningServer, openEmbeddedServer } from "../db/embedded/index.ts";
import type { ConnectionTarget } from "../db/pool.ts";
import { StartupError } from "../startup/startup-error.ts";

/** How a command reaches the database of the service, whether that is running or not. */
export interface ReachedDatabase {
  readonly target: ConnectionTarget;
  /** Leaves everything as it was found: a server that was started for this is stopped. */
  release(): Promise<void>;
}

export interface ReachOptions {
  /** The words of the command, such as `accounts list`: who uses the database, as others see it. */
  readonly command: string;
  /** True when a data folder without a database gets one. */
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
    `There is no Florin database in ${resolve(dataFolder)}. Run this in the folder that the service runs in, or set ` +
      "DATA_DIR to its data folder, or DATABASE_URL to its database. To make a new database: florin migrate",
  );
}
