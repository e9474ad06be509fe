import type { Transaction } from "../db/database.ts";
import type { JobDefinition } from "./define-job.ts";
import { type ClaimedJob, LostJobError } from "./job.ts";
import { removeDoneJobs } from "./settle-store.ts";

/** How a run ended; decides what is written about it. */
export type JobOutcome =
  | { readonly type: "done" }
  /** The handler completed it in its own transaction. */
  | { readonly type: "settled" }
  | { readonly type: "failed"; readonly error: unknown }
  /** Aborted because the process stops; not the job's fault. */
  | { readonly type: "released" }
  /** Another runner has it, or soon will. */
  | { readonly type: "lost" };

export interface RunningJob {
  readonly job: ClaimedJob;
  readonly outcome: Promise<JobOutcome>;
  /** Ends the run now. A handler that ignores its signal continues, but no longer holds the job. */
  abort(outcome: JobOutcome, reason: Error): void;
}

export function startJob(definition: JobDefinition, job: ClaimedJob): RunningJob {
  const aborting = createLazyAbort();
  let resolveOutcome: (outcome: JobOutcome) => void = () => {};
  const outcome = new Promise<JobOutcome>((resolve) => {
    resolveOutcome = resolve;
  });
  const end = (ended: JobOutcome): void => {
    clearTimeout(timer);
    resolveOutcome(ended);
  };
  const abort = (ended: JobOutcome, reason: Error): void => {
    end(ended);
    aborting.abort(reason);
  };
  const timer = setTimeout(() => {
    const error = new JobTimeoutError(`the job took longer than ${definition.timeoutMs} ms`);
    abort({ type: "failed", error }, error);
  }, definition.timeoutMs);
  void handleJob(definition, job, aborting).then(end);
  return { job, outcome, abort };
}

async function handleJob(
  definition: JobDefinition,
  job: ClaimedJob,
  aborting: LazyAbort,
): Promise<JobOutcome> {
  // Each claim counts as an attempt, so every runner that claimed this job was lost before it could report a result.
  if (job.attempt > definition.maxAttempts)
    return { type: "failed", error: new RunnersLostError(lostRunners) };
  let isSettled = false;
  const completeIn = async (tx: Transaction): Promise<void> => {
    const removed = await removeDoneJobs(tx, [job]);
    if (removed.length === 0) throw new LostJobError(`job ${job.id} belongs to another runner`);
    tx.afterCommit(() => {
      isSettled = true;
    });
  };
  try {
    await definition.run({
      job,
      attempt: job.attempt,
      completeIn,
      get signal() {
        return aborting.signal();
      },
    });
    return isSettled ? { type: "settled" } : { type: "done" };
  } catch (error) {
    return error instanceof LostJobError ? { type: "lost" } : { type: "failed", error };
  }
}

interface LazyAbort {
  signal(): AbortSignal;
  abort(reason: Error): void;
}

/** Most handlers are quick and never use their signal, and creating one costs more than the rest of a run. */
function createLazyAbort(): LazyAbort {
  let controller: AbortController | undefined;
  let abortedFor: Error | undefined;
  return {
    signal: () => {
      controller ??= new AbortController();
      if (abortedFor !== undefined) controller.abort(abortedFor);
      return controller.signal;
    },
    abort: (reason) => {
      abortedFor = reason;
      controller?.abort(reason);
    },
  };
}

const lostRunners = "every runner that claimed the job was lost before it finished";

class JobTimeoutError extends Error {
  override readonly name = "JobTimeoutError";
}

class RunnersLostError extends Error {
  override readonly name = "RunnersLostError";
}
