import type { Transaction } from "../db/database.ts";
import type { WakeUp } from "../db/wake-up.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { NewJob } from "./job.ts";
import { insertJobs, type JobToInsert, shareName } from "./store.ts";

/** Adds jobs in the caller's transaction: they exist if and only if it commits. */
export interface JobQueue {
  /** A job whose key is already waiting is merged with the waiting one, at the earlier of the two times. */
  enqueue(tx: Transaction, job: NewJob): Promise<void>;
  /** Many in one statement. */
  enqueueAll(tx: Transaction, jobs: readonly NewJob[]): Promise<void>;
}

export interface JobQueueOptions {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly wakeUp: Pick<WakeUp, "nudge">;
}

/** The wake-up topic of the runners: jobs are ready. */
export const jobsTopic = "jobs";
/** Jobs are scheduled for later, perhaps before the time that the runners wait for. */
export const scheduledJobsTopic = "scheduled-jobs";

export function createJobQueue({ clock, newId, wakeUp }: JobQueueOptions): JobQueue {
  const enqueueAll = async (tx: Transaction, jobs: readonly NewJob[]): Promise<void> => {
    if (jobs.length === 0) return;
    const now = clock.now();
    const added = jobs.map((job) => ({ ...job, id: newId<"job">(), runAt: job.runAt ?? now }));
    await insertJobs(tx, oncePerKey(added), now);
    if (added.some(({ runAt }) => runAt <= now)) tx.afterCommit(() => wakeUp.nudge(jobsTopic));
    if (added.some(({ runAt }) => runAt > now)) tx.afterCommit(() => wakeUp.nudge(scheduledJobsTopic));
  };
  return { enqueue: (tx, job) => enqueueAll(tx, [job]), enqueueAll };
}

/** Each key once, at its earliest time, and in the same order everywhere, so that two callers cannot deadlock. */
function oncePerKey(jobs: readonly JobToInsert[]): readonly JobToInsert[] {
  const soonest = new Map<string, JobToInsert>();
  const unkeyed: JobToInsert[] = [];
  for (const job of jobs) {
    if (job.dedupeKey === undefined) {
      unkeyed.push(job);
      continue;
    }
    const identity = JSON.stringify([job.kind, shareName(job.tenantId), job.network ?? "", job.dedupeKey]);
    const known = soonest.get(identity);
    if (known === undefined || job.runAt < known.runAt) soonest.set(identity, job);
  }
  const keyed = [...soonest].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, job]) => job);
  return [...keyed, ...unkeyed];
}
