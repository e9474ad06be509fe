import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { lowestIdAt, type Network } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { type CountRow, type Period, startOf } from "../../statistics/index.ts";

/** Something of the platform at a time: an open item, or a file. */
export interface DatedRow {
  readonly network: Network;
  readonly at: Instant;
  readonly name: string;
  readonly count: bigint;
}

// Index: payments_held, which has only those.
const heldPayments = statement<DatedRow>(`
  SELECT network, coalesce(held_since, inserted_at) AS at, coalesce(held_reason, '') AS name, 1::bigint AS count FROM payments
   WHERE held_reason IS NOT NULL ORDER BY id LIMIT $1`);

export function selectHeldPayments(session: Session, limit: number): Promise<readonly DatedRow[]> {
  return session.rows(heldPayments, [limit]);
}

// Index: verifications_waiting, which has only those.
const reviews = statement<DatedRow>(`
  SELECT network, coalesce(waiting_since, created_at) AS at, stage AS name, 1::bigint AS count FROM verifications
   WHERE waiting_since IS NOT NULL ORDER BY waiting_since LIMIT $1`);

export function selectWaitingReviews(session: Session, limit: number): Promise<readonly DatedRow[]> {
  return session.rows(reviews, [limit]);
}

// By the primary key: an id begins with its creation time. A bank sends tens of files a day.
const files = statement<DatedRow>(`
  SELECT network, date_trunc('hour', created_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS at, direction AS name,
         count(*) AS count
    FROM bank_files WHERE id >= $1 GROUP BY 1, 2, 3 ORDER BY 2 LIMIT $2`);

export function selectFilesSince(
  session: Session,
  since: Instant,
  limit: number,
): Promise<readonly DatedRow[]> {
  return session.rows(files, [lowestIdAt(since), limit]);
}

// Index: statistics_returns.
const returns = statement<DatedRow>(`
  SELECT network, at, detail AS name, sum(count)::bigint AS count FROM statistics
   WHERE series = 'returns' AND grain = $1 AND at >= $2::timestamptz GROUP BY 1, 2, 3 ORDER BY 2 LIMIT $3`);

// Index: statistics_confirmations.
const confirmations = statement<ConfirmationRow>(`
  SELECT network, ${startOf("$1", "at")} AS at, name, '' AS detail, '' AS asset, bucket::int AS bucket,
         sum(count)::bigint AS count, 0::numeric AS units
    FROM statistics
   WHERE series = 'confirmations' AND grain = $2 AND at >= $3::timestamptz AND at < $4::timestamptz
   GROUP BY 1, 2, 3, bucket ORDER BY 2 LIMIT $5`);

/** Final transactions of a chain, by the time since they were sent. */
export interface ConfirmationRow extends CountRow {
  readonly network: Network;
}

/** Confirmation times of all tenants, by chain and step. */
export function selectConfirmations(
  session: Session,
  { step, starts, end }: Period,
  limit: number,
): Promise<readonly ConfirmationRow[]> {
  const [first = end] = starts;
  const grain = step === "hour" ? "hour" : "day";
  return session.rows(confirmations, [step, grain, formatInstant(first), formatInstant(end), limit]);
}

/** Returned payments of all tenants by code. */
export function selectReturnsSince(
  session: Session,
  grain: "hour" | "day",
  since: Instant,
  limit: number,
): Promise<readonly DatedRow[]> {
  return session.rows(returns, [grain, formatInstant(since), limit]);
}
