import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { connectClient } from "../client.ts";
import { EmbeddedServerError } from "./embedded-server-error.ts";
import { isAlive } from "./process-state.ts";
import type { SocketTarget } from "./targets.ts";

/** One process per data folder. The lock lives in a session, so it falls with the process and needs no cleaning. */
export interface InstanceLock {
  /** Resolves when the session is gone, most likely with the server. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/** Somebody else uses the folder; they were not disturbed. */
export class InstanceRefusedError extends EmbeddedServerError {}

export interface InstanceLockOptions {
  readonly adminTarget: SocketTarget;
  readonly dataFolder: string;
  readonly instanceName: string;
}

// Any number that fits in 32 bits, as pg_locks then shows it in one column.
const lockKey = 730_609_691;
const pollMs = 50;
// A killed process's session ends within milliseconds of it; five seconds are waited for that.
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
    const answer = await client.query<{ taken: boolean }>(tryLock);
    if (answer.rows[0]?.taken === true) return;
    const holder = await findHolder(client);
    if (holder !== undefined && isAlive(holder.pid)) {
      throw new InstanceRefusedError(
        `the data folder ${dataFolder} is already in use by ${holder.name} (process ${holder.pid}); ` +
          "stop that process first, or give this one a folder of its own with DATA_DIR",
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

/** The name that the holder's connection bears: its own and, last, its process. */
async function findHolder(
  client: pg.Client,
): Promise<{ readonly name: string; readonly pid: number } | undefined> {
  const answer = await client.query<{ application_name: string }>(selectHolder);
  const match = /^(.*) (\d+)$/.exec(answer.rows[0]?.application_name ?? "");
  if (match === null) return undefined;
  const [, name = "", pid = ""] = match;
  return { name, pid: Number(pid) };
}
