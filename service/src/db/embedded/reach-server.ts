import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { connectClient } from "../client.ts";
import { EmbeddedServerError } from "./embedded-server-error.ts";
import { clearStalePidFiles, findPostmaster } from "./postmaster.ts";
import { type ServerProcess, type ServerSite, startServer } from "./server-process.ts";
import { ensureSocketFolder, removeEmptySocketFolder } from "./socket-folder.ts";
import { adminTargetOf } from "./targets.ts";

const pollMs = 25;
// Five minutes: after a crash the server replays its WAL before it accepts connections, which may take long.
const maxPolls = 12_000;
const restartDelayMs = 250;
// Half a minute.
const maxStarts = 120;

// Of two concurrent starts one fails, and the processes of a killed server take a moment to exit.
const transientFaults = /lock file ".*" already exists|pre-existing shared memory block/;

// SQLSTATE of a server that is starting up, recovering or shutting down.
const cannotConnectNow = "57P03";

export interface ReachedServer {
  readonly socketFolder: string;
  /** False when it was already running. */
  readonly isNew: boolean;
}

/** Finds the folder's running server or starts it, and returns once it accepts connections. */
export async function reachServer(site: ServerSite): Promise<ReachedServer> {
  let started: ServerProcess | undefined;
  let starts = 0;
  for (let polls = 0; polls < maxPolls; polls += 1) {
    const running = await findPostmaster(site.cluster.folder);
    if (running?.socketFolder !== undefined && (await acceptsConnections(running.socketFolder))) {
      return { socketFolder: running.socketFolder, isNew: started?.isRunning() === true };
    }
    if (running === undefined && started?.isRunning() !== true) {
      if (started !== undefined) await waitOutFault(site, { started, starts });
      started = await startCleanly(site);
      starts += 1;
    }
    await sleep(pollMs);
  }
  throw new EmbeddedServerError(`PostgreSQL did not accept connections in time; see ${site.logFile}`);
}

export async function acceptsConnections(socketFolder: string): Promise<boolean> {
  try {
    const client = await connectClient(adminTargetOf(socketFolder), "florin probe");
    await client.end();
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code !== cannotConnectNow) throw error;
    return false;
  }
}

async function startCleanly(site: ServerSite): Promise<ServerProcess> {
  await ensureSocketFolder(site.socketFolder, site.cluster.user);
  await clearStalePidFiles(site.cluster.folder, site.socketFolder);
  return startServer(site);
}

async function waitOutFault(
  site: ServerSite,
  { started, starts }: { readonly started: ServerProcess; readonly starts: number },
): Promise<void> {
  const logTail = await started.lastWords();
  if (!transientFaults.test(logTail) || starts >= maxStarts) {
    await removeEmptySocketFolder(site.socketFolder);
    throw new EmbeddedServerError(
      `PostgreSQL does not start; its log (${site.logFile}) ends with: ${logTail}`,
    );
  }
  await sleep(restartDelayMs);
}
