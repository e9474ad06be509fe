import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { withClient } from "../client.ts";
import { makeDataFolder } from "../data-folder.ts";
import { findBinaries } from "./binaries.ts";
import { findCluster } from "./cluster.ts";
import { createCluster } from "./create-cluster.ts";
import { acquireInstanceLock } from "./instance-lock.ts";
import { findPostmaster, stopPostmaster } from "./postmaster.ts";
import { acceptsConnections, reachServer } from "./reach-server.ts";
import type { ServerSite } from "./server-process.ts";
import { chooseSocketFolder, removeEmptySocketFolder } from "./socket-folder.ts";
import { type EmbeddedServerEvent, supervise } from "./supervisor.ts";
import { adminTargetOf, type SocketTarget, serviceName, serviceTargetOf } from "./targets.ts";
import { chooseServerUser } from "./unprivileged-user.ts";

export { EmbeddedServerError } from "./embedded-server-error.ts";
export type { EmbeddedServerEvent } from "./supervisor.ts";
export type { SocketTarget } from "./targets.ts";

export interface EmbeddedServerOptions {
  readonly dataFolder: string;
  /** How the error of a second process names this one, such as `florin`. */
  readonly instanceName: string;
  /** PostgreSQL settings that differ from the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onProgress?: (message: string) => void;
  readonly onEvent?: (event: EmbeddedServerEvent) => void;
}

export interface EmbeddedServer {
  /** The service's role and database. */
  readonly target: SocketTarget;
  /** The superuser, for administration only. */
  readonly adminTarget: SocketTarget;
  stop(): Promise<void>;
}

// Only root uses it, so no other user needs write access.
const rootsFolder = "/var/lib/florin";
const shutdownPatience = { fastMs: 60_000, immediateMs: 10_000 };

/** Starts the PostgreSQL of this data folder, or attaches to it when it is still running, and keeps it running. */
export async function openEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { instanceName, onProgress = () => {}, onEvent = () => {} } = options;
  await makeDataFolder(options.dataFolder);
  const dataFolder = await realpath(options.dataFolder);
  const site = await prepareSite(dataFolder, { settings: options.settings ?? {}, onProgress });
  const { socketFolder, isNew } = await reachServer(site);
  if (!isNew) onProgress("PostgreSQL is already running; using it");
  const adminTarget = adminTargetOf(socketFolder);
  const lock = () => acquireInstanceLock({ adminTarget, dataFolder, instanceName });
  const recover = () => reachServer({ ...site, socketFolder }).then(lock);
  const supervisor = supervise(await lock(), recover, onEvent);

  const stop = async (): Promise<void> => {
    const held = await supervisor.rest();
    if (held === undefined) return;
    // The lock is held until the server is down, so that no other process starts in between.
    await stopPostmaster(site.cluster.folder, shutdownPatience);
    await held.release();
    await removeEmptySocketFolder(socketFolder);
  };
  try {
    await provision(adminTarget);
  } catch (error) {
    await stop();
    throw error;
  }
  return { target: serviceTargetOf(socketFolder), adminTarget, stop };
}

/**
 * The service's role owns its database and is not a superuser, so that revoked privileges on append-only tables apply
 * to the service, too. Runs at every start, because a killed process may have left it incomplete.
 */
async function provision(adminTarget: SocketTarget): Promise<void> {
  await withClient(adminTarget, "florin provision", async (client) => {
    const roles = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [serviceName]);
    if (roles.rowCount === 0) await client.query(`CREATE ROLE ${serviceName} LOGIN NOSUPERUSER`);
    const databases = await client.query("SELECT FROM pg_database WHERE datname = $1", [serviceName]);
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${serviceName} OWNER ${serviceName}`);
  });
}

/** For commands that run next to the service: the server that runs in this folder, if any. Takes no lock. */
export async function attachToRunningServer(dataFolder: string): Promise<SocketTarget | undefined> {
  const cluster = await findCluster(dataFolder);
  const running = cluster === undefined ? undefined : await findPostmaster(cluster.folder);
  if (running?.socketFolder === undefined || !(await acceptsConnections(running.socketFolder)))
    return undefined;
  return serviceTargetOf(running.socketFolder);
}

async function prepareSite(
  dataFolder: string,
  { settings, onProgress }: Required<Pick<EmbeddedServerOptions, "settings" | "onProgress">>,
): Promise<ServerSite> {
  const existing = await findCluster(dataFolder);
  const user = existing?.user ?? chooseServerUser();
  const elsewhere = user.isOther ? rootsFolder : dataFolder;
  const binaries = await findBinaries({ user, copyFolder: elsewhere, onProgress });
  const cluster =
    existing ?? (await createCluster(dataFolder, { user, binaries, elsewhere: rootsFolder, onProgress }));
  return {
    cluster,
    binaries,
    socketFolder: await chooseSocketFolder(cluster),
    logFile: join(dataFolder, "postgres.log"),
    settings,
  };
}
