import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { formatInstant, type Instant, instantFromMs } from "../kernel/instant.ts";
import type { AttemptChange, AttemptRecord } from "./attempt-memory.ts";
import { failureLimits, failureWindowMs } from "./attempt-policy.ts";

const maxFailures = Math.max(...Object.values(failureLimits));

// By the primary key, in its order, so that two nodes cannot deadlock.
const write = statement(`
  INSERT INTO attempt_records (key, failed_ms, succeeded_ms, changed_at)
  SELECT decode(key, 'hex'), ARRAY(SELECT jsonb_array_elements_text(failed_ms)::bigint), succeeded_ms, clock_timestamp()
  FROM jsonb_to_recordset($1::jsonb) AS changed (key text, failed_ms jsonb, succeeded_ms bigint) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    failed_ms = ARRAY(
      SELECT failed FROM unnest(attempt_records.failed_ms || excluded.failed_ms) AS failed
      WHERE failed > $2::bigint ORDER BY failed DESC LIMIT ${maxFailures}),
    succeeded_ms = excluded.succeeded_ms, changed_at = excluded.changed_at`);

export async function writeAttempts(
  session: Session,
  changes: readonly AttemptChange[],
  now: Instant,
): Promise<void> {
  const rows = changes.map(({ key, failures, succeededAt }) => ({
    key,
    failed_ms: failures,
    succeeded_ms: succeededAt ?? null,
  }));
  await session.run(write, [JSON.stringify(rows), BigInt(Math.trunc(now - failureWindowMs))]);
}

interface AttemptRow {
  readonly key: Buffer;
  readonly failedMs: readonly bigint[];
  readonly succeededMs: bigint | undefined;
  readonly changedAt: Instant;
}

// Index attempt_records_by_change.
const changed = statement<AttemptRow>(`
  SELECT key, failed_ms, succeeded_ms, changed_at FROM attempt_records
  WHERE changed_at > $1::timestamptz ORDER BY changed_at DESC LIMIT $2`);

/** The records that changed after this moment of the database's clock, latest first. */
export async function selectAttempts(
  session: Session,
  { since, limit }: { readonly since: Instant; readonly limit: number },
): Promise<readonly (AttemptRecord & { readonly changedAt: Instant })[]> {
  const rows = await session.rows(changed, [formatInstant(since), limit]);
  return rows.map(({ key, failedMs, succeededMs, changedAt }) => ({
    key: key.toString("hex"),
    failures: failedMs.map((ms) => instantFromMs(Number(ms))),
    succeededAt: succeededMs === undefined ? undefined : instantFromMs(Number(succeededMs)),
    changedAt,
  }));
}

// Index attempt_records_by_change.
const remove = statement(`
  DELETE FROM attempt_records WHERE key IN (
    SELECT key FROM attempt_records
    WHERE changed_at < $1::timestamptz AND (succeeded_ms IS NULL OR changed_at < $2::timestamptz) LIMIT $3)`);

/** Deletes failures of before the first moment, and known pairs of before the second. */
export function deleteOldAttempts(
  session: Session,
  before: { readonly failures: Instant; readonly known: Instant },
  limit: number,
): Promise<number> {
  return session.run(remove, [formatInstant(before.failures), formatInstant(before.known), limit]);
}
