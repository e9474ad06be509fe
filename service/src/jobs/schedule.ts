import type { Database, Session } from "../db/database.ts";
import { createPollLoop, type Turn } from "../db/poll-loop.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import { type Clock, formatInstant, type Instant, instantFromMs } from "../kernel/instant.ts";
import type { JobQueue } from "./enqueue.ts";
import type { NewJob } from "./job.ts";
import { jobSchedules } from "./tables.ts";

/** A recurring job, at the multiples of its period since 1970 in UTC. */
export interface Schedule {
  readonly name: string;
  readonly everyMs: number;
  /** When the job of the last tick is still waiting, a new tick adds none. */
  readonly job: Omit<NewJob, "runAt" | "dedupeKey">;
}

export function defineSchedule(schedule: Schedule): Schedule {
  assert(schedule.everyMs >= minPeriodMs, `schedule ${schedule.name} comes too often`);
  return schedule;
}

export interface Scheduler {
  start(): void;
  stop(): Promise<void>;
}

export interface SchedulerOptions {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly clock: Clock;
  readonly schedules: readonly Schedule[];
  readonly pollMs?: number;
  /** The longest pause between two checks; `pollMs` by default. */
  readonly idleMs?: number;
  readonly onError: (error: unknown) => void;
}

const minPeriodMs = 100;
const defaultPollMs = 500;

/**
 * Every node runs one. A tick belongs to the node that moves its row forward, and the job is added in that transaction;
 * ticks missed while no node was up are made up for by one job. A new schedule begins with its next tick.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { database, queue, clock, schedules } = options;
  const settledTicks = new Map<string, Instant>();
  let isRegistered = false;

  const registerAll = async (): Promise<void> => {
    const now = clock.now();
    const ticks = schedules.map(({ name, everyMs }) => ({ name, tickAt: tickBefore(now, everyMs) }));
    // A new schedule is at its last tick already.
    for (const { name, tickAt } of await registerSchedules(database, ticks)) settledTicks.set(name, tickAt);
    isRegistered = true;
  };
  const tick = async ({ name, everyMs, job }: Schedule): Promise<void> => {
    const tickAt = tickBefore(clock.now(), everyMs);
    if (tickAt <= (settledTicks.get(name) ?? 0)) return;
    await database.transaction(async (tx) => {
      const count = await advanceSchedule(tx, { name, lastTickAt: tickAt });
      if (count === 1) await queue.enqueue(tx, { ...job, dedupeKey: `schedule:${name}` });
    });
    settledTicks.set(name, tickAt);
  };
  const turn = async (): Promise<Turn> => {
    if (!isRegistered) await registerAll();
    for (const schedule of schedules) await tick(schedule);
    return { dueInMs: nextTickInMs(schedules, clock.now()) };
  };
  return createPollLoop({
    name: "jobs.schedule",
    turn,
    pollMs: options.pollMs ?? defaultPollMs,
    idleMs: options.idleMs,
    onError: options.onError,
  });
}

function nextTickInMs(schedules: readonly Schedule[], now: Instant): number {
  return Math.min(...schedules.map(({ everyMs }) => tickBefore(now, everyMs) + everyMs - now));
}

function tickBefore(now: Instant, everyMs: number): Instant {
  return instantFromMs(Math.floor(now / everyMs) * everyMs);
}

export interface Tick {
  readonly name: string;
  readonly tickAt: Instant;
}

/** Returns the ticks of the schedules that are new. */
async function registerSchedules(session: Session, ticks: readonly Tick[]): Promise<readonly Tick[]> {
  const values = [ticks.map(({ name }) => name), ticks.map(({ tickAt }) => formatInstant(tickAt))];
  const added = new Set((await session.rows(registerStatement, values)).map(({ name }) => name));
  return ticks.filter(({ name }) => added.has(name));
}

const registerStatement = statement<{ readonly name: string }>(`
  INSERT INTO job_schedules (name, last_tick_at)
  SELECT name, tick_at FROM unnest($1::text[], $2::timestamptz[]) AS tick (name, tick_at) ORDER BY name
  ON CONFLICT (name) DO NOTHING
  RETURNING name`);

/** One caller moves the schedule to this tick; its row stays locked until that caller commits. */
const advanceSchedule = jobSchedules.update({ by: ["name", "lastTickAt <"], set: ["lastTickAt"] });
