import type { Database } from "../src/db/database.ts";
import type { ConnectionTarget } from "../src/db/pool.ts";
import { statement } from "../src/db/statement.ts";
import { createWakeUp, type WakeUp } from "../src/db/wake-up.ts";
import {
  createJobQueue,
  createJobRunner,
  type JobQueue,
  type JobReport,
  type JobRunner,
} from "../src/jobs/index.ts";
import type { JobRunnerOptions } from "../src/jobs/runner.ts";
import { createIdFactory, type NewId } from "../src/kernel/id.ts";
import { type Clock, systemClock } from "../src/kernel/instant.ts";
import { createTestDatabase } from "./database.ts";

/** A separate database with a job queue; runners that were started are stopped at its end. */
export interface JobsEnvironment {
  readonly database: Database;
  readonly target: ConnectionTarget;
  readonly wakeUp: WakeUp;
  readonly queue: JobQueue;
  readonly newId: NewId;
  readonly reports: readonly JobReport[];
  startRunner(options: RunnerSettings): JobRunner;
  waitingJobs(): Promise<readonly WaitingJob[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type RunnerSettings = Pick<JobRunnerOptions, "definitions"> & Partial<JobRunnerOptions>;

export interface WaitingJob {
  readonly id: string;
  readonly kind: string;
  readonly state: "scheduled" | "ready" | "running";
  readonly attempts: number;
  readonly runAt: number;
  readonly lastError: string | undefined;
}

export async function openJobs(clock: Clock = systemClock): Promise<JobsEnvironment> {
  const { database, target, drop } = await createTestDatabase();
  const wakeUp = createWakeUp({ connection: target, applicationName: "florin test", onError: () => {} });
  const newId = createIdFactory(systemClock);
  const reports: JobReport[] = [];
  const runners: JobRunner[] = [];
  const defaults = { database, wakeUp, clock, newId, concurrency: 10, pollMs: 20 };
  return {
    database,
    target,
    wakeUp,
    newId,
    reports,
    queue: createJobQueue({ clock, newId, wakeUp }),
    startRunner: (settings) => {
      const runner = createJobRunner({
        ...defaults,
        report: (report) => reports.push(report),
        ...settings,
      });
      runners.push(runner);
      runner.start();
      return runner;
    },
    waitingJobs: () => database.rows(selectJobs),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(runners.map((runner) => runner.stop({ graceMs: 0 })));
      await wakeUp.close();
      await drop();
    },
  };
}

const selectJobs = statement<WaitingJob>(`
  SELECT id, kind, state, attempts, run_at, last_error FROM jobs ORDER BY id`);
