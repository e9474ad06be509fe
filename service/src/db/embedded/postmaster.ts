import { spawnSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { socketPort } from "../pool.ts";

/** The server's main process, from its pid file. */
export interface Postmaster {
  readonly pid: number;
  /** Undefined while it is starting and has no socket yet. */
  readonly socketFolder?: string;
}

const pollMs = 20;

/** The running server of this folder, whichever process started it. */
export async function findPostmaster(clusterFolder: string): Promise<Postmaster | undefined> {
  const recorded = await readPidFile(clusterFolder);
  return recorded !== undefined && (await isPostmasterOf(clusterFolder, recorded.pid)) ? recorded : undefined;
}

/**
 * PostgreSQL ignores the pid file of a dead process. But when the pid was reused by another process of the same user,
 * as happens when a container restarts, it would refuse to start.
 */
export async function clearStalePidFiles(clusterFolder: string, socketFolder: string): Promise<void> {
  const recorded = await readPidFile(clusterFolder);
  if (recorded === undefined || (await isPostmasterOf(clusterFolder, recorded.pid))) return;
  await rm(pidFile(clusterFolder), { force: true });
  await rm(join(socketFolder, `.s.PGSQL.${socketPort}.lock`), { force: true });
}

/** Fast shutdown: open transactions are rolled back, committed data is written out. */
export async function stopPostmaster(
  clusterFolder: string,
  patience: { readonly fastMs: number; readonly immediateMs: number },
): Promise<void> {
  const running = await findPostmaster(clusterFolder);
  if (running === undefined) return;
  const gone = (waitMs: number) => waitUntilGone(clusterFolder, running.pid, waitMs);
  signal(running.pid, "SIGINT");
  if (await gone(patience.fastMs)) return;
  // An immediate shutdown loses nothing either: the next start replays the WAL.
  signal(running.pid, "SIGQUIT");
  await gone(patience.immediateMs);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already exited.
  }
}

async function waitUntilGone(clusterFolder: string, pid: number, waitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += pollMs) {
    if (!(await isPostmasterOf(clusterFolder, pid))) return true;
    await sleep(pollMs);
  }
  return false;
}

/** Lines: pid, folder, start time, port, socket folder, address, shared memory, status. */
async function readPidFile(clusterFolder: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(clusterFolder), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number.parseInt(lines[0] ?? "", 10);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const socketFolder = lines[4]?.trim() ?? "";
  return socketFolder === "" ? { pid } : { pid, socketFolder };
}

function pidFile(clusterFolder: string): string {
  return join(clusterFolder, "postmaster.pid");
}

/** A pid alone proves nothing, since it may be reused; the command line names the folder. */
async function isPostmasterOf(clusterFolder: string, pid: number): Promise<boolean> {
  if (process.platform === "linux") {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return line.split("\0").includes(clusterFolder);
  }
  const result = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return result.stdout.includes(clusterFolder);
}
