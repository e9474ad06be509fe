import type { Session } from "../db/database.ts";
import { createPollLoop } from "../db/poll-loop.ts";
import { addMs, type Clock, type Instant } from "../kernel/instant.ts";
import { backoffMs } from "./backoff.ts";
import type { JobDefinition } from "./define-job.ts";
import { errorText } from "./error-text.ts";
import type { ClaimedJob, JobId } from "./job.ts";
import type { JobReport } from "./report.ts";
import type { JobOutcome } from "./run-job.ts";
import {
  type Burial,
  markJobsDead,
  type PutBack,
  putBackJobs,
  removeDoneJobsLazily,
} from "./settle-store.ts";

/** Writes the results of jobs, many at once: while one write is in flight, the next results are collected. */
export interface ResultWriter {
  add(ended: EndedJob): void;
  start(): void;
  /** Ends after the write in flight; unwritten results are left to the expiry of the lease. */
  stop(): Promise<void>;
}

export interface ResultWriterOptions {
  readonly session: Session;
  readonly clock: Clock;
  readonly random: () => number;
  readonly report: (report: JobReport) => void;
  /** Jobs are ready again, or scheduled for a retry. */
  readonly onPutBack: () => void;
  readonly onSettled: (jobs: readonly ClaimedJob[]) => void;
}

const maxAtOnce = 1_000;
// Nothing arrives here without a wake-up, so the poll is only a heartbeat of the loop itself.
const pollMs = 60_000;

export function createResultWriter(options: ResultWriterOptions): ResultWriter {
  let waiting: EndedJob[] = [];

  const settleSome = async (): Promise<"again" | "wait"> => {
    const ended = waiting.slice(0, maxAtOnce);
    if (ended.length === 0) return "wait";
    // Retrying after an error is safe: jobs already written are no longer the runner's and are not touched.
    await settleBatch(options, ended);
    waiting = waiting.slice(ended.length);
    options.onSettled(ended.map(({ job }) => job));
    return "again";
  };

  const loop = createPollLoop({
    name: "jobs.results",
    turn: settleSome,
    pollMs,
    onError: (error) => options.report({ type: "unavailable", error }),
  });
  return {
    add: (ended) => {
      waiting.push(ended);
      loop.wake();
    },
    start: () => loop.start(),
    stop: () => loop.stop(),
  };
}

interface Decided {
  readonly ended: EndedJob;
  readonly settlement: Settlement;
}

async function settleBatch(options: ResultWriterOptions, batch: readonly EndedJob[]): Promise<void> {
  const now = options.clock.now();
  const decided = batch.map((ended) => ({
    ended,
    settlement: decideSettlement(ended, now, options.random()),
  }));
  const written = await writeSettlements(options.session, decided, now);
  if (decided.some(({ settlement }) => settlement.type === "put_back")) options.onPutBack();
  for (const settled of decided) reportSettled(settled, written, options.report);
}

/** Returns the jobs that this runner still held. */
async function writeSettlements(
  session: Session,
  decided: readonly Decided[],
  now: Instant,
): Promise<ReadonlySet<JobId>> {
  const done = decided.filter(({ settlement }) => settlement.type === "remove").map(({ ended }) => ended.job);
  const settlements = decided.map(({ settlement }) => settlement);
  const putBacks = settlements.filter((settlement) => settlement.type === "put_back");
  const burials = settlements.filter((settlement) => settlement.type === "mark_dead");
  return new Set([
    ...(done.length === 0 ? [] : await removeDoneJobsLazily(session, done)),
    ...(putBacks.length === 0 ? [] : await putBackJobs(session, putBacks, now)),
    ...(burials.length === 0 ? [] : await markJobsDead(session, burials, now)),
  ]);
}

function reportSettled(
  { ended, settlement }: Decided,
  written: ReadonlySet<JobId>,
  report: (report: JobReport) => void,
): void {
  const { job, outcome } = ended;
  const { id: jobId, kind, attempt } = job;
  if (outcome.type === "failed") {
    const { error } = outcome;
    if (settlement.type === "mark_dead") {
      report({ type: "died", jobId, kind, attempt, errorText: settlement.lastError, error });
    } else if (settlement.type === "put_back") {
      const { lastError: errorText = "", runAt: nextRunAt } = settlement;
      report({ type: "failed", jobId, kind, attempt, errorText, error, nextRunAt });
    }
  }
  if (outcome.type === "lost" || (settlement.type !== "nothing" && !written.has(jobId))) {
    report({ type: "lost", jobId, kind });
  }
}

export interface EndedJob {
  readonly definition: JobDefinition;
  readonly job: ClaimedJob;
  readonly outcome: JobOutcome;
}

/** The write that ends a run. */
type Settlement =
  | { readonly type: "nothing" }
  | { readonly type: "remove" }
  | ({ readonly type: "put_back" } & PutBack)
  | ({ readonly type: "mark_dead" } & Burial);

function decideSettlement(ended: EndedJob, now: Instant, random: number): Settlement {
  const { definition, job, outcome } = ended;
  switch (outcome.type) {
    case "done":
      return { type: "remove" };
    case "settled":
    case "lost":
      return { type: "nothing" };
    case "released":
      return { type: "put_back", job, attempts: job.attempt - 1, runAt: job.runAt, lastError: undefined };
    case "failed": {
      const lastError = errorText(outcome.error, job.payload);
      if (job.attempt >= definition.maxAttempts) return { type: "mark_dead", job, lastError };
      const runAt = addMs(now, backoffMs(definition.backoff, job.attempt, random));
      return { type: "put_back", job, attempts: job.attempt, runAt, lastError };
    }
  }
}
