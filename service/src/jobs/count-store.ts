import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";

/** How many jobs of one kind there are, for metrics. */
export interface JobCounts {
  readonly kind: string;
  readonly scheduled: number;
  readonly ready: number;
  readonly running: number;
  readonly dead: number;
}

export async function countJobs(session: Session): Promise<readonly JobCounts[]> {
  return session.rows<JobCounts>(countStatement);
}

/** Reads the whole queue, which is short when all is well; for metrics, not for every request. */
const countStatement = statement(`
  SELECT kind,
         (count(*) FILTER (WHERE state = 'scheduled'))::integer AS scheduled,
         (count(*) FILTER (WHERE state = 'ready'))::integer AS ready,
         (count(*) FILTER (WHERE state = 'running'))::integer AS running,
         (count(*) FILTER (WHERE state = 'dead'))::integer AS dead
    FROM (SELECT kind, state FROM jobs
          UNION ALL
          SELECT kind, 'dead' FROM dead_jobs WHERE discarded_at IS NULL) AS job
   GROUP BY kind ORDER BY kind`);
