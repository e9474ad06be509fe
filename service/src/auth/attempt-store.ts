import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import { formatInstant, type Instant, instantFromMs } from "../kernel/instant.ts";
import { type AttemptRecord, maxFailures } from "./attempt-memory.ts";
import { failureWindowMs } from "./attempt-policy.ts";
import { attemptRecords } from "./tables.ts";

type AttemptRow = RowOf<typeof attemptRecords>;

// By the primary key, in its order, so that two nodes cannot deadlock. Each failure sees all that were counted before.
const fail = statement<AttemptRow>(`
  INSERT INTO attempt_records (key, failed_ms, succeeded_ms, changed_at)
  SELECT key, ARRAY[$2::bigint], NULL, clock_timestamp() FROM unnest($1::bytea[]) AS failed (key) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    failed_ms = ARRAY(
      SELECT failed FROM unnest(attempt_records.failed_ms || excluded.failed_ms) AS failed
      WHERE failed > $3::bigint ORDER BY failed DESC LIMIT ${maxFailures}),
    succeeded_ms = NULL, changed_at = excluded.changed_at
  RETURNING ${attemptRecords.list()}`);

/** Adds a failure to each record, and returns the records with it. */
export async function addFailures(
  session: Session,
  keys: readonly string[],
  now: Instant,
): Promise<readonly AttemptRecord[]> {
  const windowStart = BigInt(now - failureWindowMs);
  const rows = await session.rows(fail, [keys.map(bytesOf), BigInt(now), windowStart]);
  return rows.map(recordOf);
}

const select = attemptRecords.many({ by: ["key[]"] });

export async function readAttempts(
  session: Session,
  keys: readonly string[],
): Promise<readonly AttemptRecord[]> {
  return (await select(session, { key: keys.map(bytesOf) })).map(recordOf);
}

const succeed = statement(`
  INSERT INTO attempt_records (key, failed_ms, succeeded_ms, changed_at) VALUES ($1, '{}', $2, clock_timestamp())
  ON CONFLICT (key) DO UPDATE SET succeeded_ms = excluded.succeeded_ms, changed_at = excluded.changed_at`);

export async function writeSuccess(session: Session, key: string, now: Instant): Promise<void> {
  await session.run(succeed, [bytesOf(key), BigInt(now)]);
}

function bytesOf(key: string): Buffer {
  return Buffer.from(key, "hex");
}

function recordOf({ key, failedMs, succeededMs, changedAt }: AttemptRow) {
  return {
    key: key.toString("hex"),
    failures: failedMs.map((ms) => instantFromMs(Number(ms))).sort((left, right) => left - right),
    succeededAt: succeededMs === undefined ? undefined : instantFromMs(Number(succeededMs)),
    changedAt,
  };
}

// Index attempt_records_by_change.
const selectChanged = attemptRecords.many({
  by: ["changedAt >"],
  orderBy: ["changedAt DESC"],
  limit: true,
});

/** The records that changed after this moment of the database's clock, latest first. */
export async function selectAttempts(
  session: Session,
  { since, limit }: { readonly since: Instant; readonly limit: number },
): Promise<readonly (AttemptRecord & { readonly changedAt: Instant })[]> {
  return (await selectChanged(session, { changedAt: since, limit })).map(recordOf);
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
