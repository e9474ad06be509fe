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
  const controller = new AbortController();
  let endWith: (outcome: JobOutcome) => void = () => {};
  const cutShort = new Promise<JobOutcome>((resolve) => {
    endWith = resolve;
  });
  const abort = (outcome: JobOutcome, reason: Error): void => {
    endWith(outcome);
    controller.abort(reason);
  };
  const timer = setTimeout(() => {
    const error = new JobTimeoutError(`it took longer than ${definition.timeoutMs} ms`);
    abort({ type: "failed", error }, error);
  }, definition.timeoutMs);
  const outcome = Promise.race([handleJob(definition, job, controller.signal), cutShort]);
  return { job, abort, outcome: outcome.finally(() => clearTimeout(timer)) };
}

async function handleJob(
  definition: JobDefinition,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<JobOutcome> {
  // Each claim counts as an attempt, so this job was claimed too often without anybody living to tell how it ended.
  if (job.attempt > definition.maxAttempts)
    return { type: "failed", error: new RunnersLostError(lostRunners) };
  let isSettled = false;
  const completeIn: Parameters<JobDefinition["run"]>[0]["completeIn"] = async (tx) => {
    const removed = await removeDoneJobs(tx, [job]);
    if (removed.length === 0) throw new LostJobError(`job ${job.id} belongs to another runner by now`);
    tx.afterCommit(() => {
      isSettled = true;
    });
  };
  try {
    await definition.run({ job, attempt: job.attempt, signal, completeIn });
    return isSettled ? { type: "settled" } : { type: "done" };
  } catch (error) {
    return error instanceof LostJobError ? { type: "lost" } : { type: "failed", error };
  }
}

const lostRunners = "each runner that took it was lost before the job ended";

class JobTimeoutError extends Error {
  override readonly name = "JobTimeoutError";
}

class RunnersLostError extends Error {
  override readonly name = "RunnersLostError";
}
