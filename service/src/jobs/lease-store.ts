import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { JobId } from "./job.ts";

/*
 * Leases use the database clock, the only one that all nodes share: a node whose own clock is wrong neither loses its
 * jobs early nor keeps them too long.
 */

export async function openLease(session: Session, token: string, leaseMs: number): Promise<void> {
  await session.run(openStatement, [token, leaseMs]);
}

const openStatement = statement(`
  INSERT INTO job_runners (token, expires_at)
  VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')`);

/** False when the lease is gone. An expired lease that was not removed is still valid: its jobs were not touched. */
export async function renewLease(session: Session, token: string, leaseMs: number): Promise<boolean> {
  return (await session.run(renewStatement, [token, leaseMs])) === 1;
}

const renewStatement = statement(`
  UPDATE job_runners SET expires_at = clock_timestamp() + $2 * interval '1 millisecond' WHERE token = $1`);

export async function closeLease(session: Session, token: string): Promise<void> {
  await session.run(closeStatement, [token]);
}

/** Only when it holds no jobs: a lease with jobs must expire, or they would be held permanently. */
const closeStatement = statement(`
  DELETE FROM job_runners
   WHERE token = $1 AND NOT EXISTS (SELECT FROM jobs WHERE state = 'running' AND runner_token = $1)`);

export async function removeExpiredLeases(tx: Session, limit: number): Promise<readonly string[]> {
  const rows = await tx.rows(removeExpiredStatement, [limit]);
  return rows.map(({ token }) => token);
}

const removeExpiredStatement = statement<{ readonly token: string }>(`
  DELETE FROM job_runners
   WHERE token = ANY (ARRAY(
     SELECT token FROM job_runners
      WHERE expires_at < clock_timestamp()
      LIMIT $1
        FOR UPDATE SKIP LOCKED))
  RETURNING token`);

/** Makes the jobs of removed leases ready again; their attempts count, so a job that kills its runners dies too. */
export async function putBackLostJobs(tx: Session, tokens: readonly string[]): Promise<number> {
  const counted = await tx.first(putBackLostStatement, [tokens]);
  return Number(counted?.count ?? 0n);
}

/** Inserted again for the same reason as any job that is put back. Index: jobs_running. */
const putBackLostStatement = statement<{ readonly count: bigint }>(`
  WITH taken AS (
    DELETE FROM jobs WHERE state = 'running' AND runner_token = ANY ($1::text[])
    RETURNING *
  ), put_back AS (
    INSERT INTO jobs (id, kind, tenant_id, network, payload, dedupe_key, state, run_at, attempts, last_error, created_at)
    SELECT id, kind, tenant_id, network, payload, dedupe_key, 'ready', run_at, attempts, last_error, created_at
      FROM taken
    ON CONFLICT (kind, tenant_id, network, dedupe_key) WHERE dedupe_key IS NOT NULL AND state <> 'running' DO NOTHING
  )
  SELECT count(*) AS count FROM taken`);

/** Makes jobs ready again that name this lease although its runner does not hold them; returns how many. */
export async function putBackStrayJobs(
  session: Session,
  token: string,
  heldIds: readonly JobId[],
): Promise<number> {
  const counted = await session.first(putBackStrayStatement, [token, heldIds]);
  return Number(counted?.count ?? 0n);
}

/** They were never started, so the attempt is not counted. Index: jobs_running. */
const putBackStrayStatement = statement<{ readonly count: bigint }>(`
  WITH taken AS (
    DELETE FROM jobs WHERE state = 'running' AND runner_token = $1 AND id <> ALL ($2::text[])
    RETURNING *
  ), put_back AS (
    INSERT INTO jobs (id, kind, tenant_id, network, payload, dedupe_key, state, run_at, attempts, last_error, created_at)
    SELECT id, kind, tenant_id, network, payload, dedupe_key, 'ready', run_at, attempts - 1, last_error, created_at
      FROM taken
    ON CONFLICT (kind, tenant_id, network, dedupe_key) WHERE dedupe_key IS NOT NULL AND state <> 'running' DO NOTHING
  )
  SELECT count(*) AS count FROM taken`);
