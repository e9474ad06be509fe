import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Instant } from "../kernel/instant.ts";

/** Number of jobs of one type, for metrics. */
export interface JobCounts {
  readonly kind: string;
  readonly scheduled: number;
  readonly ready: number;
  readonly running: number;
  readonly dead: number;
}

export async function countJobs(session: Session): Promise<readonly JobCounts[]> {
  return session.rows(countStatement);
}

/** Reads the whole queue, which is short in normal operation; for metrics, not for every request. */
const countStatement = statement<JobCounts>(`
  SELECT kind,
         (count(*) FILTER (WHERE state = 'scheduled'))::integer AS scheduled,
         (count(*) FILTER (WHERE state = 'ready'))::integer AS ready,
         (count(*) FILTER (WHERE state = 'running'))::integer AS running,
         (count(*) FILTER (WHERE state = 'dead'))::integer AS dead
    FROM (SELECT kind, state FROM jobs
          UNION ALL
          SELECT kind, 'dead' FROM dead_jobs WHERE discarded_at IS NULL) AS job
   GROUP BY kind ORDER BY kind`);

/** Status of the jobs of one type, for operators. */
export interface JobTypeStatus {
  readonly kind: string;
  readonly scheduled: number;
  readonly ready: number;
  readonly running: number;
  /** Waiting jobs that have failed before. */
  readonly failing: number;
  readonly dead: number;
  /** Since when the oldest ready job has been due. */
  readonly readySince: Instant | undefined;
}

export interface JobTypeStatuses {
  readonly kinds: readonly JobTypeStatus[];
  /** False when there are more jobs than were counted. */
  readonly isComplete: boolean;
}

/** Counts at most `limit` waiting and `limit` dead jobs: a backlog must not slow down the page that shows it. */
export async function countJobsUpTo(session: Session, limit: number): Promise<JobTypeStatuses> {
  const kinds = await session.rows(statusStatement, [limit]);
  const waiting = kinds.reduce((sum, { scheduled, ready, running }) => sum + scheduled + ready + running, 0);
  const dead = kinds.reduce((sum, kind) => sum + kind.dead, 0);
  return { kinds, isComplete: waiting < limit && dead < limit };
}

/** Index for dead jobs: dead_jobs_undecided. The queue itself is read in physical order. */
const statusStatement = statement<JobTypeStatus>(`
  SELECT kind,
         (count(*) FILTER (WHERE state = 'scheduled'))::integer AS scheduled,
         (count(*) FILTER (WHERE state = 'ready'))::integer AS ready,
         (count(*) FILTER (WHERE state = 'running'))::integer AS running,
         (count(*) FILTER (WHERE has_failed AND state IN ('scheduled', 'ready')))::integer AS failing,
         (count(*) FILTER (WHERE state = 'dead'))::integer AS dead,
         min(run_at) FILTER (WHERE state = 'ready') AS ready_since
    FROM ((SELECT kind, state, last_error IS NOT NULL AS has_failed, run_at FROM jobs LIMIT $1)
          UNION ALL
          (SELECT kind, 'dead', true, NULL FROM dead_jobs WHERE discarded_at IS NULL LIMIT $1)) AS job
   GROUP BY kind ORDER BY kind`);
