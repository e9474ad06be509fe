import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Network } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { LedgerScope } from "../ledger/index.ts";
import { startOf } from "./count-store.ts";
import type { Period } from "./period.ts";

/** What was counted in one step of a period. */
export interface CountRow {
  /** Start of the step. */
  readonly at: Instant;
  readonly name: string;
  readonly detail: string;
  readonly asset: string;
  /** 0 unless durations were requested. */
  readonly bucket: number;
  readonly count: bigint;
  readonly units: bigint;
}

export type StatisticsTable = "statistics" | "webhook_statistics";

export interface CountQuery extends LedgerScope {
  readonly table?: StatisticsTable;
  readonly series: string;
  /** Only this one. */
  readonly name?: string | undefined;
  readonly withDurations?: boolean;
}

const stepsOf = (table: StatisticsTable) =>
  statement<CountRow>(`
    SELECT ${startOf("$5", "at")} AS at, name, detail, asset,
           CASE WHEN $9::boolean THEN bucket::int ELSE 0 END AS bucket,
           sum(count)::bigint AS count, sum(units)::numeric(38, 0) AS units
      FROM ${table}
     WHERE tenant_id = $1 AND network = $2 AND series = $3 AND grain = $4
       AND at >= $6::timestamptz AND at < $7::timestamptz AND ($8::text IS NULL OR name = $8)
     GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`);
const steps = { statistics: stepsOf("statistics"), webhook_statistics: stepsOf("webhook_statistics") };

/** Counts and sums by step, for the steps that have any. Index: the primary key. */
export function selectCounts(
  session: Session,
  { tenantId, network, table = "statistics", series, name, withDurations = false }: CountQuery,
  { step, starts, end }: Period,
): Promise<readonly CountRow[]> {
  const [first = end] = starts;
  const grain = step === "hour" ? "hour" : "day";
  const range = [formatInstant(first), formatInstant(end)];
  return session.rows(steps[table], [tenantId, network, series, grain, step, ...range, name, withDurations]);
}

type SumRow = Pick<CountRow, "name" | "detail" | "asset" | "units">;

// Days before the day of the time, and hours of that day.
const before = statement<SumRow>(`
  SELECT name, detail, asset, sum(units)::numeric(38, 0) AS units FROM statistics
   WHERE tenant_id = $1 AND network = $2 AND series = $3 AND name = $4
     AND (grain = 'day' AND at < ${startOf("'day'", "$5::timestamptz")}
       OR grain = 'hour' AND at >= ${startOf("'day'", "$5::timestamptz")} AND at < $5::timestamptz)
   GROUP BY name, detail, asset`);

/** Sums of everything before a time. Index: statistics_pkey, a row per day. */
export function selectSumsBefore(
  session: Session,
  { tenantId, network, series, name }: CountQuery & { readonly name: string },
  at: Instant,
): Promise<readonly SumRow[]> {
  return session.rows(before, [tenantId, network, series, name, formatInstant(at)]);
}

type ReturnRow = Pick<CountRow, "at" | "name" | "count"> & { readonly network: Network };

// Index: statistics_returns.
const returns = statement<ReturnRow>(`
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
): Promise<readonly ReturnRow[]> {
  return session.rows(returns, [grain, formatInstant(since), limit]);
}
