import type { Session, Transaction } from "../db/database.ts";
import type { WakeUp } from "../db/wake-up.ts";
import type { Clock } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { type DeadJob, type DecidedJob, discardDeadJob, reviveDeadJob, selectDeadJob } from "./dead-store.ts";
import { jobsTopic } from "./enqueue.ts";
import type { JobId } from "./job.ts";

/** Jobs that failed all their attempts. An operator retries or discards each of them. */
export interface DeadJobs {
  /** Undefined when no dead job with this id awaits a decision. */
  find(session: Session, id: JobId): Promise<DeadJob | undefined>;
  /** Puts it back into the queue, with all its attempts available again. */
  retry(tx: Transaction, id: JobId): Promise<DecidedJob>;
  /** The row stays as a record of the decision. */
  discard(tx: Transaction, id: JobId, reason: string): Promise<DecidedJob>;
}

const maxReasonLength = 500;

export function createDeadJobs(deps: {
  readonly clock: Clock;
  readonly wakeUp: Pick<WakeUp, "nudge">;
}): DeadJobs {
  return {
    find: selectDeadJob,
    retry: async (tx, id) => {
      const job = await reviveDeadJob(tx, id, deps.clock.now());
      if (job === undefined) throw notFound();
      tx.afterCommit(() => deps.wakeUp.nudge(jobsTopic));
      return job;
    },
    discard: async (tx, id, reason) => {
      if (reason.trim() === "" || reason.length > maxReasonLength) throw badReason();
      const job = await discardDeadJob(tx, id, reason, deps.clock.now());
      if (job === undefined) throw notFound();
      return job;
    },
  };
}

function notFound(): RefusalError {
  return new RefusalError(refuse("not_found", "no dead job with this id awaits a decision"));
}

function badReason(): RefusalError {
  const detail = `must be a text of 1 to ${maxReasonLength} characters`;
  return new RefusalError(
    refuse("validation_failed", `the reason ${detail}`, { errors: [{ pointer: "/reason", detail }] }),
  );
}
