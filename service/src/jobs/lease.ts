import type { Database, Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { JobId } from "./job.ts";

/** A runner's lease on its jobs: one row that it renews, whatever the number of jobs it holds. */
export interface Lease {
  /** The token to claim with, or undefined while there is no lease. */
  token(): string | undefined;
  /** Opens the lease when there is none, else renews it. Call it several times within its duration. */
  beat(): Promise<void>;
  close(): Promise<void>;
}

export interface LeaseOptions {
  readonly database: Database;
  readonly leaseMs: number;
  readonly newToken: () => string;
  readonly onOpened: () => void;
  /** The jobs held under this token belong, or may soon belong, to another runner. */
  readonly onLost: (token: string) => void;
}

export function createLease(options: LeaseOptions): Lease {
  const { database, leaseMs } = options;
  let token: string | undefined;
  let expiry: NodeJS.Timeout | undefined;

  const lose = (): void => {
    const lost = token;
    token = undefined;
    clearTimeout(expiry);
    if (lost !== undefined) options.onLost(lost);
  };
  // Measured from before the statement was sent, so this side never trusts the lease longer than the database does.
  const watchSince = (sentAtMs: number): void => {
    clearTimeout(expiry);
    expiry = setTimeout(lose, Math.max(0, sentAtMs + leaseMs - performance.now()));
  };

  const open = async (): Promise<void> => {
    const sentAtMs = performance.now();
    const opened = options.newToken();
    await openLease(database, opened, leaseMs);
    token = opened;
    watchSince(sentAtMs);
    options.onOpened();
  };

  const renew = async (held: string): Promise<void> => {
    const sentAtMs = performance.now();
    const alive = await renewLease(database, held, leaseMs);
    // It may have expired on this side while the statement was in flight; then it stays lost.
    if (token !== held) return;
    if (alive) watchSince(sentAtMs);
    else lose();
  };

  return {
    token: () => token,
    beat: async () => {
      if (token !== undefined) await renew(token);
      if (token === undefined) await open();
    },
    close: async () => {
      const held = token;
      token = undefined;
      clearTimeout(expiry);
      if (held !== undefined) await closeLease(database, held);
    },
  };
}

const maxLeasesAtOnce = 20;

/** Reclaims the jobs of expired leases and makes them ready again; returns how many. */
export async function reclaimLostJobs(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    const tokens = await removeExpiredLeases(tx, maxLeasesAtOnce);
    return tokens.length === 0 ? 0 : putBackLostJobs(tx, tokens);
  });
}

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
  UPDATE job_runners SET expires_at = statement_timestamp() + $2 * interval '1 millisecond' WHERE token = $1`);

async function closeLease(session: Session, token: string): Promise<void> {
  await session.run(closeStatement, [token]);
}

/** Only when it holds no jobs: a lease with jobs must expire, or they would be held permanently. */
const closeStatement = statement(`
  DELETE FROM job_runners
   WHERE token = $1 AND NOT EXISTS (SELECT FROM jobs WHERE state = 'running' AND runner_token = $1)`);

async function removeExpiredLeases(tx: Session, limit: number): Promise<readonly string[]> {
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
async function putBackLostJobs(tx: Session, tokens: readonly string[]): Promise<number> {
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
