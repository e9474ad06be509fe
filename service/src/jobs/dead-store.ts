import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Json } from "../kernel/canonical-json.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { JobId } from "./job.ts";
import { tenantOfShare } from "./store.ts";

export interface DeadJob {
  readonly id: JobId;
  readonly kind: string;
  readonly tenantId: TenantId | undefined;
  readonly network: Network | undefined;
  readonly payload: Json;
  readonly attempts: number;
  readonly lastError: string;
  readonly createdAt: Instant;
  readonly diedAt: Instant;
}

export interface DeadJobPage {
  readonly kind?: string;
  /** Only jobs older than this one: the last of the previous page. */
  readonly before?: JobId;
  /** Only jobs newer than this one, oldest first: nearest to it. */
  readonly after?: JobId;
  readonly limit: number;
}

type DeadRow = Omit<DeadJob, "tenantId"> & { readonly tenantId: string };

export async function selectDeadJobs(session: Session, page: DeadJobPage): Promise<readonly DeadJob[]> {
  const { before, after, kind, limit } = page;
  const rows = await (after === undefined
    ? session.rows(selectOlder, [before, kind, limit])
    : session.rows(selectNewer, [after, kind, limit]));
  return rows.map(toDeadJob);
}

const columns = `id, kind, tenant_id, network, payload, attempts, last_error,
         created_at, died_at`;

/** Index: dead_jobs_undecided. */
const selectOlder = statement<DeadRow>(`
  SELECT ${columns} FROM dead_jobs
   WHERE discarded_at IS NULL AND ($1::text IS NULL OR id < $1) AND ($2::text IS NULL OR kind = $2)
   ORDER BY id DESC LIMIT $3`);

/** Index: dead_jobs_undecided. */
const selectNewer = statement<DeadRow>(`
  SELECT ${columns} FROM dead_jobs
   WHERE discarded_at IS NULL AND id > $1 AND ($2::text IS NULL OR kind = $2)
   ORDER BY id LIMIT $3`);

/** A dead job without a decision. */
export async function selectDeadJob(session: Session, id: JobId): Promise<DeadJob | undefined> {
  const row = await session.first(selectOne, [id]);
  return row === undefined ? undefined : toDeadJob(row);
}

/** By the primary key. */
const selectOne = statement<DeadRow>(
  `SELECT ${columns} FROM dead_jobs WHERE id = $1 AND discarded_at IS NULL`,
);

function toDeadJob(row: DeadRow): DeadJob {
  return { ...row, tenantId: tenantOfShare(row.tenantId) };
}

/** A dead job that an operator has retried or discarded, for the audit log. */
export type DecidedJob = Pick<DeadJob, "id" | "kind" | "tenantId" | "network">;

type DecidedRow = Pick<DeadRow, "id" | "kind" | "tenantId" | "network">;

/** Undefined when there is none, or it was already retried or discarded. */
export async function reviveDeadJob(tx: Session, id: JobId, now: Instant): Promise<DecidedJob | undefined> {
  return toDecided(await tx.first(reviveStatement, [id, now]));
}

/** When a job with the same key is waiting, that one covers both. */
const reviveStatement = statement<DecidedRow>(`
  WITH revived AS (
    DELETE FROM dead_jobs WHERE id = $1 AND discarded_at IS NULL
    RETURNING *
  ), put_back AS (
    INSERT INTO jobs (id, kind, tenant_id, network, payload, dedupe_key, state, run_at, attempts, last_error, created_at)
    SELECT id, kind, tenant_id, network, payload, dedupe_key, 'ready', to_timestamp($2::double precision / 1000),
           0, last_error, created_at
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
  return toDecided(await tx.first(discardStatement, [id, reason, now]));
}

const discardStatement = statement<DecidedRow>(`
  UPDATE dead_jobs SET discarded_at = to_timestamp($3::double precision / 1000), discard_reason = $2
   WHERE id = $1 AND discarded_at IS NULL
  RETURNING id, kind, tenant_id, network`);

function toDecided(row: DecidedRow | undefined): DecidedJob | undefined {
  if (row === undefined) return undefined;
  return { ...row, tenantId: tenantOfShare(row.tenantId) };
}
