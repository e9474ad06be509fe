import type { Session } from "../../db/database.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Asset, formatAmount } from "../../kernel/money.ts";
import {
  type CountQuery,
  type CountRow,
  type Period,
  percentileMs,
  selectCounts,
} from "../../statistics/index.ts";
import type { ChartPeriods, ChartSeries, Measured } from "./chart-response.ts";

/** What was counted in a period and in the one before it. */
export interface Counted {
  readonly current: PeriodRows;
  readonly previous: PeriodRows;
}

export interface PeriodRows {
  readonly period: Period;
  readonly rows: readonly CountRow[];
}

export async function loadCounts(
  session: Session,
  query: CountQuery,
  { current, previous }: ChartPeriods,
): Promise<Counted> {
  return {
    current: { period: current, rows: await selectCounts(session, query, current) },
    previous: { period: previous, rows: await selectCounts(session, query, previous) },
  };
}

/** Distinct values of the rows of both periods, in order. */
export function distinct({ current, previous }: Counted, of: (row: CountRow) => string): readonly string[] {
  return [...new Set([...current.rows, ...previous.rows].map(of))].toSorted();
}

/** Measures rows of one step, or of all steps for the total. */
export type Measure = (rows: readonly CountRow[]) => string | undefined;

/** Rows by the start of their step. */
export function groupByStart(rows: readonly CountRow[]): ReadonlyMap<Instant, readonly CountRow[]> {
  const groups = new Map<Instant, CountRow[]>();
  for (const row of rows) {
    const group = groups.get(row.at);
    if (group === undefined) groups.set(row.at, [row]);
    else group.push(row);
  }
  return groups;
}

/** A series of the rows that match, measured by step. */
export function seriesOf(
  counted: Counted,
  { name, label }: { readonly name: string; readonly label?: string | undefined },
  matches: (row: CountRow) => boolean,
  measure: Measure,
): ChartSeries {
  const measured = ({ period, rows }: PeriodRows): Measured => {
    const matching = rows.filter(matches);
    const byStart = groupByStart(matching);
    return {
      values: period.starts.map((start) => measure(byStart.get(start) ?? [])),
      total: measure(matching),
    };
  };
  return { name, label, current: measured(counted.current), previous: measured(counted.previous) };
}

export const countOf: Measure = (rows) => `${total(rows)}`;

export function amountIn(asset: Asset): Measure {
  return (rows) => formatAmount({ units: rows.reduce((sum, { units }) => sum + units, 0n), asset });
}

/** Share of the matching rows, in percent with two decimals, rounded down; undefined without rows. */
export function shareOf(matches: (row: CountRow) => boolean): Measure {
  return (rows) => {
    const all = total(rows);
    if (all === 0n) return undefined;
    const share = total(rows.filter(matches));
    return formatAmount({ units: (share * 10_000n) / all, asset: percent });
  };
}

export function percentileOf(percentage: number): Measure {
  return (rows) => {
    const counts = new Map<number, bigint>();
    for (const { bucket, count } of rows) counts.set(bucket, (counts.get(bucket) ?? 0n) + count);
    const ms = percentileMs(counts, percentage);
    return ms === undefined ? undefined : `${ms}`;
  };
}

const percent: Asset = { code: "percent", scale: 2 };

function total(rows: readonly CountRow[]): bigint {
  return rows.reduce((sum, { count }) => sum + count, 0n);
}
