import type { Session } from "../db/database.ts";
import { lazyCommit } from "../db/lazy-commit.ts";
import { statement } from "../db/statement.ts";
import type { Instant } from "../kernel/instant.ts";
import type { ClaimedJob, JobId } from "./job.ts";

/*
 * How a job leaves its runner. Every statement here matches the id, the token and the attempt of the claim and does
 * nothing when one of them has changed: a runner that lost a job cannot change it. Index: jobs_pkey.
 */

/** For the handler's own transaction, which commits synchronously. Returns the jobs that the runner still held. */
export async function removeDoneJobs(tx: Session, jobs: readonly ClaimedJob[]): Promise<readonly JobId[]> {
  const rows = await tx.rows(removeStatement, fence(jobs));
  return rows.map(({ id }) => id);
}

/** For a separate statement, which commits asynchronously. */
export async function removeDoneJobsLazily(
  session: Session,
  jobs: readonly ClaimedJob[],
): Promise<readonly JobId[]> {
  const rows = await session.rows(removeLazilyStatement, fence(jobs));
  return rows.map(({ id }) => id);
}

const heldJobs = `unnest($1::text[], $2::text[], $3::integer[]) AS held (id, runner_token, attempts)`;
const isStillHeld = `jobs.id = ANY ($1) AND jobs.id = held.id
     AND jobs.runner_token = held.runner_token AND jobs.attempts = held.attempts`;

const removeStatement = statement<{ readonly id: JobId }>(`
  DELETE FROM jobs USING ${heldJobs} WHERE ${isStillHeld} RETURNING jobs.id`);

const removeLazilyStatement = statement<{ readonly id: JobId }>(`
  WITH ${lazyCommit}
  DELETE FROM jobs USING lazy_commit, ${heldJobs} WHERE ${isStillHeld} RETURNING jobs.id`);

export interface PutBack {
  readonly job: ClaimedJob;
  /** Attempts that count from now on: a job that is released without failing is not charged. */
  readonly attempts: number;
  readonly runAt: Instant;
  readonly lastError: string | undefined;
}

export async function putBackJobs(
  session: Session,
  putBacks: readonly PutBack[],
  now: Instant,
): Promise<readonly JobId[]> {
  const rows = await session.rows(putBackStatement, [
    ...fence(putBacks.map(({ job }) => job)),
    putBacks.map(({ attempts }) => attempts),
    putBacks.map(({ runAt }) => runAt),
    putBacks.map(({ lastError }) => lastError),
    now,
  ]);
  return rows.map(({ id }) => id);
}

/**
 * The row is inserted again instead of updated, because a job with the same key may be waiting by now. Then that one
 * covers both: it was not started yet, so it will see everything that this one left behind.
 */
const putBackStatement = statement<{ readonly id: JobId }>(`
  WITH taken AS (
    DELETE FROM jobs
     USING unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::double precision[], $6::text[])
        AS held (id, runner_token, attempts, next_attempts, run_at_ms, last_error)
     WHERE ${isStillHeld}
    RETURNING jobs.*, held.next_attempts, held.run_at_ms, held.last_error AS new_error
  ), put_back AS (
    INSERT INTO jobs (id, kind, tenant_id, network, payload, dedupe_key, state, run_at, attempts, last_error, created_at)
    SELECT id, kind, tenant_id, network, payload, dedupe_key,
           CASE WHEN run_at_ms <= $7 THEN 'ready' ELSE 'scheduled' END,
           to_timestamp(run_at_ms / 1000), next_attempts, coalesce(new_error, last_error), created_at
      FROM taken
    ON CONFLICT (kind, tenant_id, network, dedupe_key) WHERE dedupe_key IS NOT NULL AND state <> 'running' DO NOTHING
  )
  SELECT id FROM taken`);

export interface Burial {
  readonly job: ClaimedJob;
  readonly lastError: string;
}

export async function markJobsDead(
  session: Session,
  burials: readonly Burial[],
  now: Instant,
): Promise<readonly JobId[]> {
  const rows = await session.rows(markDeadStatement, [
    ...fence(burials.map(({ job }) => job)),
    burials.map(({ lastError }) => lastError),
    now,
  ]);
  return rows.map(({ id }) => id);
}

const markDeadStatement = statement<{ readonly id: JobId }>(`
  WITH taken AS (
    DELETE FROM jobs
     USING unnest($1::text[], $2::text[], $3::integer[], $4::text[]) AS held (id, runner_token, attempts, last_error)
     WHERE ${isStillHeld}
    RETURNING jobs.*, held.last_error AS new_error
  )
  INSERT INTO dead_jobs
    (id, kind, tenant_id, network, payload, dedupe_key, attempts, last_error, created_at, died_at)
  SELECT id, kind, tenant_id, network, payload, dedupe_key, attempts, new_error, created_at,
         to_timestamp($5::double precision / 1000)
    FROM taken
  RETURNING id`);

function fence(jobs: readonly ClaimedJob[]): [string[], string[], number[]] {
  return [jobs.map(({ id }) => id), jobs.map(({ token }) => token), jobs.map(({ attempt }) => attempt)];
}
