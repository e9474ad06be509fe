import type { Session } from "../db/database.ts";
import { list } from "../db/list.ts";
import type { Queue } from "../db/queue.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import type { TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { JobId } from "./job.ts";
import { tenantOfShare } from "./store.ts";
import { deadJobs } from "./tables.ts";

type DeadRow = RowOf<typeof deadJobs>;

export interface DeadJob extends Omit<DeadRow, "tenantId"> {
  readonly tenantId: TenantId | undefined;
}

/** Dead jobs without a decision, newest first. Index: dead_jobs_undecided. */
export const deadJobList = list<DeadRow, { readonly kind?: string | undefined }, DeadJob>({
  from: deadJobs,
  where: ["discarded_at IS NULL"],
  filters: { kind: "kind" },
  toItem: ofTenant,
});

const selectUndecided = deadJobs.one({ by: ["id"], where: "discarded_at IS NULL" });

/** A dead job without a decision. */
export async function selectDeadJob(session: Session, id: JobId): Promise<DeadJob | undefined> {
  const row = await selectUndecided(session, { id });
  return row && ofTenant(row);
}

function ofTenant<Row extends Pick<DeadRow, "tenantId">>(row: Row) {
  return { ...row, tenantId: tenantOfShare(row.tenantId) };
}

/** A dead job that an operator has retried or discarded, for the audit log. */
export type DecidedJob = Pick<DeadJob, "id" | "kind" | "tenantId" | "network">;

type DecidedRow = Pick<DeadRow, "id" | "kind" | "tenantId" | "network">;

/** Undefined when there is none, or it was already retried or discarded. */
export async function reviveDeadJob(tx: Session, id: JobId, now: Instant): Promise<DecidedJob | undefined> {
  const row = await tx.first(reviveStatement, [id, formatInstant(now)]);
  return row && ofTenant(row);
}

/** When a job with the same key is waiting, that one covers both. */
const reviveStatement = statement<DecidedRow>(`
  WITH revived AS (
    DELETE FROM dead_jobs WHERE id = $1 AND discarded_at IS NULL
    RETURNING *
  ), put_back AS (
    INSERT INTO jobs (id, kind, tenant_id, network, payload, dedupe_key, state, run_at, attempts, last_error, created_at)
    SELECT id, kind, tenant_id, network, payload, dedupe_key, 'ready', $2::timestamptz, 0, last_error, created_at
      FROM revived
    ON CONFLICT (kind, tenant_id, network, dedupe_key) WHERE dedupe_key IS NOT NULL AND state <> 'running'
    DO UPDATE SET run_at = least(jobs.run_at, excluded.run_at), state = 'ready'
  )
  SELECT id, kind, tenant_id, network FROM revived`);

/** Undefined when there is none, or it was already retried or discarded. */
export async function discardDeadJob(
  tx: Session,
  id: JobId,
  reason: string,
  now: Instant,
): Promise<DecidedJob | undefined> {
  const row = await tx.first(discardStatement, [id, reason, formatInstant(now)]);
  return row && ofTenant(row);
}

const discardStatement = statement<DecidedRow>(`
  UPDATE dead_jobs SET discarded_at = $3::timestamptz, discard_reason = $2
   WHERE id = $1 AND discarded_at IS NULL
  RETURNING id, kind, tenant_id, network`);

/** Index: dead_jobs_undecided. */
export const deadJobQueue: Queue = {
  from: deadJobs,
  where: "discarded_at IS NULL",
  orderBy: "id",
  since: "died_at",
};
