import type { Session } from "../../db/database.ts";
import type { CountRow } from "../../statistics/index.ts";
import { tokenScale } from "../../tokens/index.ts";
import type { ChartDefinition, ChartInput } from "./chart-route.ts";
import {
  amountIn,
  type Counted,
  countOf,
  distinct,
  loadCounts,
  percentileOf,
  seriesOf,
  shareOf,
} from "./measure.ts";

/** More reasons are one series. */
const maxReasons = 8;
const failed = "failed/";

const isCompleted = ({ detail }: CountRow): boolean => detail === "completed";
const isFailed = ({ detail }: CountRow): boolean => detail.startsWith(failed);
const isEnded = (row: CountRow): boolean => isCompleted(row) || isFailed(row);
const reasonOf = ({ detail }: CountRow): string => detail.slice(failed.length);

/** Transfers, mints and burns of a workspace. Each event counts at its own time. */
export const transferCharts: readonly ChartDefinition[] = [
  {
    path: "transfer-volume",
    operationId: "getTransferVolumeChart",
    summary: "Get the amount of completed transfers by flow",
    permission: "workspace.read",
    load: async ({ database }, input) => {
      const counted = await loadTransfers(database, input);
      const assets = distinct(onlyRows(counted, isCompleted), ({ asset }) => asset);
      return {
        panels: assets.map((code) => {
          const matches = (row: CountRow): boolean => isCompleted(row) && row.asset === code;
          const flows = distinct(onlyRows(counted, matches), ({ name }) => name);
          // A transfer has its amount in millionths, whatever its currency.
          const measure = amountIn({ code, scale: tokenScale });
          return {
            name: code,
            unit: code,
            series: flows.map((name) =>
              seriesOf(counted, { name }, (row) => matches(row) && row.name === name, measure),
            ),
          };
        }),
      };
    },
  },
  {
    path: "transfer-success",
    operationId: "getTransferSuccessChart",
    summary: "Get the share of completed transfers among those that completed or failed",
    permission: "workspace.read",
    load: async ({ database }, input) => {
      const counted = await loadTransfers(database, input);
      const series = [seriesOf(counted, { name: "success_rate" }, isEnded, shareOf(isCompleted))];
      return { panels: [{ name: "percent", unit: "percent", series }] };
    },
  },
  {
    path: "transfer-failures",
    operationId: "getTransferFailuresChart",
    summary: "Get the number of failed transfers by reason",
    permission: "workspace.read",
    load: async ({ database }, input) => {
      const counted = onlyRows(await loadTransfers(database, input), isFailed);
      const reasons = mostFrequent(counted).slice(0, maxReasons);
      const series = reasons.map((name) =>
        seriesOf(counted, { name }, (row) => reasonOf(row) === name, countOf),
      );
      const isOther = (row: CountRow): boolean => !reasons.includes(reasonOf(row));
      const hasOthers = [...counted.current.rows, ...counted.previous.rows].some(isOther);
      const others = hasOthers ? [seriesOf(counted, { name: "other" }, isOther, countOf)] : [];
      return { panels: [{ name: "count", unit: "count", series: [...series, ...others] }] };
    },
  },
  {
    path: "transfer-time",
    operationId: "getTransferTimeChart",
    summary: "Get the time from creation to completion of transfers",
    permission: "workspace.read",
    load: async ({ database }, input) => {
      const counted = await loadCounts(
        database,
        { ...input.scope, series: "transfers", withDurations: true },
        input.periods,
      );
      return {
        panels: [
          {
            name: "ms",
            unit: "ms",
            series: [50, 95].map((percent) =>
              seriesOf(counted, { name: `p${percent}` }, isCompleted, percentileOf(percent)),
            ),
          },
        ],
      };
    },
  },
];

async function loadTransfers(database: Session, { scope, periods }: ChartInput): Promise<Counted> {
  const { current, previous } = await loadCounts(database, { ...scope, series: "transfers" }, periods);
  return {
    current: { ...current, rows: withoutReversed(current.rows) },
    previous: { ...previous, rows: withoutReversed(previous.rows) },
  };
}

/** What came back later is subtracted from what completed. */
function withoutReversed(rows: readonly CountRow[]): readonly CountRow[] {
  return rows.map((row) =>
    row.detail === "reversed" ? { ...row, detail: "completed", count: -row.count, units: -row.units } : row,
  );
}

function onlyRows({ current, previous }: Counted, matches: (row: CountRow) => boolean): Counted {
  return {
    current: { ...current, rows: current.rows.filter(matches) },
    previous: { ...previous, rows: previous.rows.filter(matches) },
  };
}

/** Reasons of both periods, the most frequent first. */
function mostFrequent({ current, previous }: Counted): readonly string[] {
  const counts = new Map<string, bigint>();
  for (const row of [...current.rows, ...previous.rows]) {
    counts.set(reasonOf(row), (counts.get(reasonOf(row)) ?? 0n) + row.count);
  }
  return [...counts]
    .toSorted(([leftName, left], [rightName, right]) =>
      left === right ? leftName.localeCompare(rightName) : left < right ? 1 : -1,
    )
    .map(([reason]) => reason);
}
