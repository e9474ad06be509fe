import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { connectClient } from "../client.ts";
import { EmbeddedServerError } from "./embedded-server-error.ts";
import { isAlive } from "./process-state.ts";
import type { SocketTarget } from "./targets.ts";

/** One process per data folder. The lock belongs to a session, so it ends with the process and needs no cleanup. */
export interface InstanceLock {
  /** Resolves when the session has ended, most likely because the server has. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/** Another process uses the folder. */
export class InstanceRefusedError extends EmbeddedServerError {}

export interface InstanceLockOptions {
  readonly adminTarget: SocketTarget;
  readonly dataFolder: string;
  readonly instanceName: string;
}

// Any 32-bit number, because pg_locks then shows it in one column.
const lockKey = 730_609_691;
const pollMs = 50;
// The session of a killed process ends within milliseconds; wait up to five seconds for it.
const maxPolls = 100;

export async function acquireInstanceLock(options: InstanceLockOptions): Promise<InstanceLock> {
  const client = await connectClient(options.adminTarget, `${options.instanceName} ${process.pid}`);
  const lost = new Promise<void>((resolve) => client.once("end", () => resolve()));
  try {
    await takeLock(client, options.dataFolder);
  } catch (error) {
    await client.end();
    throw error;
  }
  return { lost, release: () => client.end() };
}

async function takeLock(client: pg.Client, dataFolder: string): Promise<void> {
  for (let polls = 0; polls < maxPolls; polls += 1) {
    const result = await client.query<{ taken: boolean }>(tryLock);
    if (result.rows[0]?.taken === true) return;
    const holder = await findHolder(client);
    if (holder !== undefined && isAlive(holder.pid)) {
      throw new InstanceRefusedError(
        `the data folder ${dataFolder} is already in use by ${holder.name} (process ${holder.pid}); ` +
          "stop that process first, or set DATA_DIR to another folder",
      );
    }
    await sleep(pollMs);
  }
  throw new InstanceRefusedError(`the data folder ${dataFolder} is already in use by another process`);
}

const tryLock = `SELECT pg_try_advisory_lock(${lockKey}) AS taken`;

const selectHolder = `
  SELECT activity.application_name
  FROM pg_locks AS lock
  JOIN pg_stat_activity AS activity ON activity.pid = lock.pid
  WHERE lock.locktype = 'advisory' AND lock.granted AND lock.classid = 0 AND lock.objid = ${lockKey}`;

/** From the application name of the holder's connection: the instance name and the pid. */
async function findHolder(
  client: pg.Client,
): Promise<{ readonly name: string; readonly pid: number } | undefined> {
  const result = await client.query<{ application_name: string }>(selectHolder);
  const match = /^(.*) (\d+)$/.exec(result.rows[0]?.application_name ?? "");
  if (match === null) return undefined;
  const [, name = "", pid = ""] = match;
  return { name, pid: Number(pid) };
}
