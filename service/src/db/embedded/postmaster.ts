import { spawnSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { socketPort } from "../pool.ts";

/** The server's first process, as its pid file tells of it. */
export interface Postmaster {
  readonly pid: number;
  /** Undefined while it is starting and has no socket yet. */
  readonly socketFolder?: string;
}

const pollMs = 20;

/** The living server of this folder, whoever started it. */
export async function findPostmaster(clusterFolder: string): Promise<Postmaster | undefined> {
  const noted = await readPidFile(clusterFolder);
  return noted !== undefined && (await isPostmasterOf(clusterFolder, noted.pid)) ? noted : undefined;
}

/**
 * PostgreSQL itself sees through the pid file of a dead process. But when the number has gone to another process of
 * the same user, as happens when a container restarts, it would refuse to start.
 */
export async function clearStalePidFiles(clusterFolder: string, socketFolder: string): Promise<void> {
  const noted = await readPidFile(clusterFolder);
  if (noted === undefined || (await isPostmasterOf(clusterFolder, noted.pid))) return;
  await rm(pidFile(clusterFolder), { force: true });
  await rm(join(socketFolder, `.s.PGSQL.${socketPort}.lock`), { force: true });
}

/** Fast shutdown: open transactions are rolled back, what was committed is written out. */
export async function stopPostmaster(
  clusterFolder: string,
  patience: { readonly fastMs: number; readonly immediateMs: number },
): Promise<void> {
  const running = await findPostmaster(clusterFolder);
  if (running === undefined) return;
  const gone = (waitMs: number) => waitUntilGone(clusterFolder, running.pid, waitMs);
  signal(running.pid, "SIGINT");
  if (await gone(patience.fastMs)) return;
  // An immediate shutdown loses nothing either: the next start replays the log.
  signal(running.pid, "SIGQUIT");
  await gone(patience.immediateMs);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in the meantime, which is what was wanted.
  }
}

async function waitUntilGone(clusterFolder: string, pid: number, waitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += pollMs) {
    if (!(await isPostmasterOf(clusterFolder, pid))) return true;
    await sleep(pollMs);
  }
  return false;
}

/** Its lines are: pid, folder, start time, port, socket folder, address, shared memory, status. */
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

/** A number alone proves nothing, since it may be used again; the command line names the folder. */
async function isPostmasterOf(clusterFolder: string, pid: number): Promise<boolean> {
  if (process.platform === "linux") {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return line.split("\0").includes(clusterFolder);
  }
  const answer = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return answer.stdout.includes(clusterFolder);
}
