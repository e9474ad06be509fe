import type { Database } from "../db/database.ts";
import { createPollLoop } from "../db/poll-loop.ts";
import type { WakeUp } from "../db/wake-up.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import { systemRandom } from "../kernel/random.ts";
import { type ClaimerOptions, createClaimer } from "./claimer.ts";
import type { JobDefinition } from "./define-job.ts";
import { jobsTopic, scheduledJobsTopic } from "./enqueue.ts";
import { createLease } from "./lease.ts";
import type { JobReport } from "./report.ts";
import { createRunningJobs, type RunningJobs } from "./running-jobs.ts";
import { createResultWriter } from "./settle.ts";
import { createUpkeep } from "./upkeep.ts";

export interface JobRunner {
  start(): void;
  /** Claims no more, lets running jobs finish for this long, then releases the rest without counting the attempt. */
  stop(options: { readonly graceMs: number }): Promise<void>;
  health(): JobRunnerHealth;
}

export interface JobRunnerHealth {
  /** When the last claim succeeded, with or without jobs; undefined before the first one. */
  readonly lastClaimAt: Instant | undefined;
  readonly running: number;
}

export interface JobRunnerOptions {
  readonly database: Database;
  readonly wakeUp: WakeUp;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Put slow job types into a separate runner, so that they do not take the slots of quick ones. */
  readonly definitions: readonly JobDefinition[];
  /** How many jobs are held at once. */
  readonly concurrency: number;
  /** How many of them may belong to one tenant; defaults to three quarters, so that others always find a free slot. */
  readonly maxPerTenant?: number;
  readonly batchSize?: number;
  /** How long a runner may be silent before its jobs are reclaimed. */
  readonly leaseMs?: number;
  readonly pollMs?: number;
  /** The longest pause between two polls while there is no work; `pollMs` by default. */
  readonly idleMs?: number;
  readonly random?: () => number;
  readonly report: (report: JobReport) => void;
}

const defaultBatchSize = 100;
const defaultLeaseMs = 30_000;
const defaultPollMs = 500;
const defaultTenantShare = 0.75;
// How long the last writes of a stopping runner may take; after that its lease expires.
const lastWritesMs = 5_000;

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { database, clock, report } = options;
  const leaseMs = options.leaseMs ?? defaultLeaseMs;
  const pollMs = options.pollMs ?? defaultPollMs;
  const idleMs = options.idleMs ?? pollMs;
  const { nudge, listen } = options.wakeUp;

  const resultWriter = createResultWriter({
    session: database,
    clock,
    random: options.random ?? systemRandom,
    report,
    onPutBack: () => {
      for (const topic of [jobsTopic, scheduledJobsTopic]) nudge(topic);
    },
    onSettled: (jobs) => {
      running.forget(jobs);
      upkeep.countSettled(jobs.length);
      claiming.wake();
    },
  });
  const running = createRunningJobs(options.definitions, resultWriter.add);
  const lease = createLease({
    database,
    leaseMs,
    newToken: () => options.newId<"job_runner">(),
    onOpened: () => claiming.wake(),
    onLost: (token) => {
      report({ type: "lease_lost", runningCount: running.count() });
      running.lose(token);
    },
  });
  const kinds = options.definitions.map(({ kind }) => kind);
  const slots = slotsOf(options);
  const claimer = createClaimer({ database, clock, kinds, slots, running, lease, leaseMs });
  const claiming = createPollLoop({
    name: "jobs.claim",
    turn: claimer.claimSome,
    pollMs,
    idleMs,
    onError: (error) => report({ type: "unavailable", error }),
  });
  const onReady = (): void => nudge(jobsTopic);
  const upkeep = createUpkeep({ database, clock, lease, leaseMs, pollMs, idleMs, onReady, report });
  const stopListening = [listen(jobsTopic, claiming.wake), listen(scheduledJobsTopic, upkeep.lookForDue)];

  return {
    start: () => {
      for (const part of [resultWriter, upkeep, claiming]) part.start();
    },
    stop: async ({ graceMs }) => {
      for (const stop of stopListening) stop();
      await claiming.stop();
      await finishJobs(running, graceMs);
      await Promise.all([resultWriter.stop(), upkeep.stop()]);
      await lease.close().catch((error: unknown) => report({ type: "unavailable", error }));
    },
    health: () => ({ lastClaimAt: claimer.lastClaimAt(), running: running.count() }),
  };
}

function slotsOf({
  concurrency,
  maxPerTenant,
  batchSize = defaultBatchSize,
}: JobRunnerOptions): ClaimerOptions["slots"] {
  return {
    concurrency,
    maxPerTenant: maxPerTenant ?? Math.ceil(concurrency * defaultTenantShare),
    batchSize,
  };
}

/** Lets jobs finish for this long, then releases the rest. */
async function finishJobs(running: RunningJobs, graceMs: number): Promise<void> {
  await running.whenIdle(graceMs);
  running.release();
  await running.whenIdle(lastWritesMs);
}
