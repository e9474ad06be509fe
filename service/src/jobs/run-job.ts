import type { Transaction } from "../db/database.ts";
import type { JobDefinition } from "./define-job.ts";
import { type ClaimedJob, LostJobError } from "./job.ts";
import { removeDoneJobs } from "./settle-store.ts";

/** How a run ended, and so what is left to write about it. */
export type JobOutcome =
  | { readonly type: "done" }
  /** The handler completed it in its own transaction. */
  | { readonly type: "settled" }
  | { readonly type: "failed"; readonly error: unknown }
  /** Cut short because the process stops; not the job's fault. */
  | { readonly type: "released" }
  /** Another runner has it, or soon will. */
  | { readonly type: "lost" };

export interface RunningJob {
  readonly job: ClaimedJob;
  readonly outcome: Promise<JobOutcome>;
  /** Ends the run now. A handler that does not heed its signal goes on, but has no claim to the job any more. */
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
    const error = new JobTimeoutError(`it took longer than ${definition.timeoutMs} ms`);
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
  // Each claim counts as an attempt, so this job was claimed too often without anybody living to tell how it ended.
  if (job.attempt > definition.maxAttempts)
    return { type: "failed", error: new RunnersLostError(lostRunners) };
  let isSettled = false;
  const completeIn = async (tx: Transaction): Promise<void> => {
    const removed = await removeDoneJobs(tx, [job]);
    if (removed.length === 0) throw new LostJobError(`job ${job.id} belongs to another runner by now`);
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

/** Most handlers are quick and never ask for their signal, and making one costs more than all the rest of a run. */
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

const lostRunners = "each runner that took it was lost before the job ended";

class JobTimeoutError extends Error {
  override readonly name = "JobTimeoutError";
}

class RunnersLostError extends Error {
  override readonly name = "RunnersLostError";
}
