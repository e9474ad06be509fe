import type { Route } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { type Period, periodsOf, selectPlatformLevels, selectReturnsSince } from "../../statistics/index.ts";
import type { OperatorPermission } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";
import {
  type Chart,
  type ChartPeriods,
  ChartSchema,
  type ChartSeries,
  type Measured,
  periodQuery,
  presentChart,
} from "./chart-response.ts";
import { loadConfirmations } from "./confirmation-chart.ts";
import { loadGasBalances, loadGasSpent } from "./gas-charts.ts";
import {
  type DatedRow,
  selectFilesSince,
  selectHeldPayments,
  selectWaitingReviews,
} from "./operator-store.ts";

/** Of each kind of row: above it, a chart says that it is incomplete. */
const maxRows = 20_000;
const dayMs = 86_400_000;

interface OperatorChart {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly permission: OperatorPermission;
  readonly load: (deps: ConsoleDeps, periods: ChartPeriods) => Promise<Chart>;
}

/** Charts over all tenants, with a panel per network. */
const operatorCharts: readonly OperatorChart[] = [
  {
    path: "suspense-age",
    operationId: "getSuspenseAgeChart",
    summary: "Get the payments in suspense by the time since when they are there",
    permission: "suspense.read",
    load: async ({ database }, periods) => ageChart(await selectHeldPayments(database, maxRows), periods),
  },
  {
    path: "review-age",
    operationId: "getReviewAgeChart",
    summary: "Get the accounts in review by the time since when they wait",
    permission: "reviews.read",
    load: async ({ database }, periods) => ageChart(await selectWaitingReviews(database, maxRows), periods),
  },
  {
    path: "bank-files",
    operationId: "getBankFilesChart",
    summary: "Get the number of bank files by direction",
    permission: "rails.read",
    load: async ({ database }, periods) =>
      countChart(await selectFilesSince(database, startOf(periods.previous), maxRows), periods),
  },
  {
    path: "returns",
    operationId: "getReturnsChart",
    summary: "Get the number of returned payments by return code",
    permission: "rails.read",
    load: async ({ database }, periods) => {
      const grain = periods.current.step === "hour" ? "hour" : "day";
      return countChart(
        await selectReturnsSince(database, grain, startOf(periods.previous), maxRows),
        periods,
      );
    },
  },
  {
    path: "return-rates",
    operationId: "getReturnRatesChart",
    summary: "Get the return rates of ACH debits over 60 days",
    permission: "rails.read",
    load: async ({ database }, periods) => {
      const since = instantFromMs(Math.max(0, startOf(periods.previous) - dayMs));
      const query = { series: "return_rates", grain: "day", since } as const;
      return rateChart(await selectPlatformLevels(database, query, maxRows), periods);
    },
  },
  {
    path: "confirmation-time",
    operationId: "getConfirmationTimeChart",
    summary: "Get the time until transactions are final, by chain",
    permission: "chains.read",
    load: loadConfirmations,
  },
  {
    path: "gas",
    operationId: "getGasChart",
    summary: "Get the balances of gas wallets over time",
    permission: "chains.read",
    load: loadGasBalances,
  },
  {
    path: "gas-spent",
    operationId: "getGasSpentChart",
    summary: "Get what gas wallets spent",
    permission: "chains.read",
    load: loadGasSpent,
  },
];

export function operatorChartRoutes(deps: ConsoleDeps): readonly Route[] {
  return operatorCharts.map(({ path, operationId, summary, permission, load }) =>
    consoleRead(`GET ${consolePath}/charts/${path}`, {
      operationId,
      summary,
      access: { permission },
      query: strictObject(periodQuery),
      response: { description: "By step, with the period before.", schema: ChartSchema },
      handle: async ({ query: { period = "30d" } }) => {
        const periods = { name: period, ...periodsOf(period, deps.clock.now()) };
        return presentChart(periods, await load(deps, periods));
      },
    }),
  );
}

function startOf({ starts, end }: Period): Instant {
  return starts[0] ?? end;
}

type SeriesMaker = (rows: readonly DatedRow[]) => readonly ChartSeries[];

/** A panel for each network with rows; mainnet first. */
function byNetwork(rows: readonly DatedRow[], unit: string, seriesOf: SeriesMaker): Chart {
  const panels = networks.toReversed().flatMap((network) => {
    const own = rows.filter((row) => row.network === network);
    return own.length === 0 ? [] : [{ name: network, unit, series: seriesOf(own) }];
  });
  return { panels, isComplete: rows.length < maxRows };
}

function countChart(rows: readonly DatedRow[], { current, previous }: ChartPeriods): Chart {
  return byNetwork(rows, "count", (own) =>
    namesOf(own).map((name) => {
      const named = own.filter((row) => row.name === name);
      return { name, current: counted(named, current), previous: counted(named, previous) };
    }),
  );
}

/** Open items by the step in which they came; those of earlier times are in the first one. There is no past to compare. */
function ageChart(rows: readonly DatedRow[], { current }: ChartPeriods): Chart {
  const first = startOf(current);
  const moved = rows.map((row) => (row.at < first ? { ...row, at: first } : row));
  return byNetwork(moved, "count", (own) =>
    namesOf(own).map((name) => {
      const named = own.filter((row) => row.name === name);
      return { name, current: counted(named, current), previous: { values: [], total: undefined } };
    }),
  );
}

function namesOf(rows: readonly DatedRow[]): readonly string[] {
  return [...new Set(rows.map(({ name }) => name))].toSorted();
}

function counted(rows: readonly DatedRow[], { starts, end }: Period): Measured {
  const counts = starts.map((start, place) => {
    const next = starts[place + 1] ?? end;
    return sumOf(rows.filter(({ at }) => at >= start && at < next));
  });
  return { values: counts.map(String), total: `${counts.reduce((sum, count) => sum + count, 0n)}` };
}

function sumOf(rows: readonly DatedRow[]): bigint {
  return rows.reduce((sum, { count }) => sum + count, 0n);
}

/** Nacha's thresholds, as `payments/return-rates` measures them. */
const rateLabels: Readonly<Record<string, string>> = {
  unauthorized: "Unauthorized (limit 0.5 %)",
  administrative: "Administrative (limit 3 %)",
  overall: "Overall (limit 15 %)",
};

function rateChart(rows: readonly DatedRow[], { current, previous }: ChartPeriods): Chart {
  return byNetwork(rows, "percent", (own) =>
    Object.entries(rateLabels).map(([name, label]) => {
      const rates = (period: Period): Measured => {
        const values = period.starts.map((start, place) => {
          const next = period.starts[place + 1] ?? period.end;
          return rateAt(own, name, { from: Math.floor(start / dayMs) * dayMs, to: next });
        });
        return { values, total: values.findLast((value) => value !== undefined) };
      };
      return { name, label, current: rates(current), previous: rates(previous) };
    }),
  );
}

/** The last measurement of the step: a rate is of 60 days, so it is not summed. */
function rateAt(
  rows: readonly DatedRow[],
  name: string,
  { from, to }: { readonly from: number; readonly to: number },
): string | undefined {
  const within = rows.filter(({ at }) => at >= from && at < to);
  const entries = within.findLast((row) => row.name === "entries")?.count ?? 0n;
  if (entries === 0n) return undefined;
  const returned = within.findLast((row) => row.name === name)?.count ?? 0n;
  return formatAmount({ units: (returned * 10_000n) / entries, asset: { code: "percent", scale: 2 } });
}
