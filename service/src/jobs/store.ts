import type { Session } from "../db/database.ts";
import { lazyCommit } from "../db/lazy-commit.ts";
import { statement } from "../db/statement.ts";
import type { TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { ClaimedJob, JobId, NewJob } from "./job.ts";
import type { GrantedShare, ReadyShare } from "./share-out.ts";

/** The share of platform work. Tenant ids have 26 characters, so it never collides with one. */
const platformShare = "platform";

/** The tenant whose share of the runners a job uses. */
export function shareName(tenantId: TenantId | undefined): string {
  return tenantId ?? platformShare;
}

export function tenantOfShare(share: string): TenantId | undefined {
  return share === platformShare ? undefined : (share as TenantId);
}

export type JobToInsert = NewJob & { readonly id: JobId; readonly runAt: Instant };

/** Jobs with a key must be sorted and each key must be unique: the statement locks their rows in this order. */
export async function insertJobs(tx: Session, jobs: readonly JobToInsert[], now: Instant): Promise<void> {
  await tx.run(insertStatement, [
    jobs.map((job) => job.id),
    jobs.map((job) => job.kind),
    jobs.map((job) => shareName(job.tenantId)),
    jobs.map((job) => job.network),
    jobs.map((job) => JSON.stringify(job.payload)),
    jobs.map((job) => job.dedupeKey),
    jobs.map((job) => job.runAt),
    now,
  ]);
}

/**
 * A waiting job with the same key is updated even when nothing changes, because that locks it until the caller commits:
 * otherwise a runner could claim it now, miss what the caller is about to commit, and no later run would pick it up.
 * Index: jobs_pending_key.
 */
const insertStatement = statement(`
  INSERT INTO jobs (id, kind, tenant_id, network, payload, dedupe_key, state, run_at, attempts, created_at)
  SELECT id, kind, tenant_id, network, payload::jsonb, dedupe_key,
         CASE WHEN run_at_ms <= $8 THEN 'ready' ELSE 'scheduled' END,
         to_timestamp(run_at_ms / 1000), 0, to_timestamp($8::double precision / 1000)
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::double precision[])
      AS new_job (id, kind, tenant_id, network, payload, dedupe_key, run_at_ms)
  ON CONFLICT (kind, tenant_id, network, dedupe_key) WHERE dedupe_key IS NOT NULL AND state <> 'running'
  DO UPDATE SET run_at = least(jobs.run_at, excluded.run_at),
                state = CASE WHEN excluded.state = 'ready' THEN 'ready' ELSE jobs.state END`);

/** Makes due scheduled jobs ready; returns how many. */
export async function promoteDueJobs(session: Session, now: Instant, limit: number): Promise<number> {
  return session.run(promoteStatement, [formatInstant(now), limit]);
}

/** Index: jobs_scheduled. */
const promoteStatement = statement(`
  UPDATE jobs SET state = 'ready'
   WHERE id = ANY (ARRAY(
     SELECT id FROM jobs
      WHERE state = 'scheduled' AND run_at <= $1::timestamptz
      ORDER BY run_at LIMIT $2
        FOR UPDATE SKIP LOCKED))`);

/** When the next scheduled job is due; undefined if there is none. */
export async function selectNextScheduledAt(session: Session): Promise<Instant | undefined> {
  const row = await session.first(nextScheduledStatement);
  return row?.runAt;
}

/** Index: jobs_scheduled. */
const nextScheduledStatement = statement<{ readonly runAt: Instant | undefined }>(
  `SELECT min(run_at) AS run_at FROM jobs WHERE state = 'scheduled'`,
);

export interface ScanRequest {
  /** Each job type, and the tenant after which the scan continues. */
  readonly cursors: readonly { readonly kind: string; readonly after: string }[];
  readonly skippedTenants: readonly string[];
  readonly limit: number;
}

/** Which tenants have ready jobs of which type: one index probe per row, however many jobs each has. */
export async function findReadyShares(
  session: Session,
  request: ScanRequest,
): Promise<readonly ReadyShare[]> {
  return session.rows(scanStatement, [
    request.cursors.map(({ kind }) => kind),
    request.cursors.map(({ after }) => after),
    request.skippedTenants,
    request.limit,
  ]);
}

/** Goes tenant by tenant, all job types side by side, and stops as soon as the limit is reached. Index: jobs_ready. */
const scanStatement = statement<ReadyShare>(`
  WITH RECURSIVE share AS (
    SELECT cursor.kind, next.tenant_id
      FROM unnest($1::text[], $2::text[]) AS cursor (kind, after_tenant)
     CROSS JOIN LATERAL (
       SELECT tenant_id FROM jobs
        WHERE state = 'ready' AND jobs.kind = cursor.kind AND tenant_id > cursor.after_tenant
        ORDER BY tenant_id LIMIT 1) AS next
    UNION ALL
    SELECT share.kind, next.tenant_id
      FROM share
     CROSS JOIN LATERAL (
       SELECT tenant_id FROM jobs
        WHERE state = 'ready' AND jobs.kind = share.kind AND jobs.tenant_id > share.tenant_id
        ORDER BY tenant_id LIMIT 1) AS next
  )
  SELECT kind, tenant_id FROM share WHERE tenant_id <> ALL ($3::text[]) LIMIT $4`);

type ClaimedRow = Omit<ClaimedJob, "tenantId" | "token"> & { readonly tenantId: string };

/** Claims the ready jobs of each share. Claims none when the lease behind the token is gone. */
export async function claimJobs(
  session: Session,
  token: string,
  shares: readonly GrantedShare[],
): Promise<readonly ClaimedJob[]> {
  const rows = await session.rows(claimStatement, [
    token,
    shares.map(({ kind }) => kind),
    shares.map(({ tenantId }) => tenantId),
    shares.map(({ quota }) => quota),
  ]);
  // Copied field by field, because copying whole rows would dominate the cost of a claim.
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    tenantId: tenantOfShare(row.tenantId),
    network: row.network,
    payload: row.payload,
    runAt: row.runAt,
    createdAt: row.createdAt,
    attempt: row.attempt,
    token,
  }));
}

/**
 * The lock on the lease keeps it from being removed before these jobs, which name it, are visible; it does not block
 * heartbeats. Index: jobs_ready.
 */
const claimStatement = statement<ClaimedRow>(`
  WITH ${lazyCommit}, lease AS (
    SELECT token FROM job_runners WHERE token = $1 FOR KEY SHARE
  )
  UPDATE jobs SET state = 'running', attempts = attempts + 1, runner_token = lease.token
    FROM lazy_commit, lease
   WHERE id = ANY (ARRAY(
     SELECT ready.id
       FROM unnest($2::text[], $3::text[], $4::integer[]) AS share (kind, tenant_id, quota)
      CROSS JOIN LATERAL (
        SELECT id FROM jobs
         WHERE state = 'ready' AND jobs.kind = share.kind AND jobs.tenant_id = share.tenant_id
         ORDER BY run_at, id LIMIT share.quota
           FOR UPDATE SKIP LOCKED) AS ready))
  RETURNING id, kind, tenant_id, network, payload, attempts AS attempt, run_at,
            created_at`);

/**
 * Every job leaves dead rows behind, and a scan walks over them until they are vacuumed. At thousands of jobs a second,
 * autovacuum runs too seldom.
 */
export async function sweepJobs(session: Session): Promise<void> {
  await session.run(sweepStatement);
}

const sweepStatement = statement(`VACUUM (SKIP_LOCKED, TRUNCATE FALSE) jobs`);
