import type { Session } from "../../db/database.ts";
import type { Route } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import { networks, parseId } from "../../kernel/id.ts";
import { formatAmount } from "../../kernel/money.ts";
import { orNotFound } from "../../kernel/refusal.ts";
import { type LedgerAccount, type LedgerScope, listAssets } from "../../ledger/index.ts";
import { type Period, periodsOf, selectCounts, selectSumsBefore } from "../../statistics/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";
import {
  type Chart,
  type ChartPeriods,
  ChartSchema,
  type Measured,
  periodQuery,
  presentChart,
} from "./chart-response.ts";
import type { ChartDefinition } from "./chart-route.ts";
import { groupByStart } from "./measure.ts";

const maxAssets = 100;

/** Balances of a workspace at the end of each step. */
export const balanceCharts: readonly ChartDefinition[] = [
  {
    path: "balances",
    operationId: "getBalancesChart",
    summary: "Get the total balance of custodial addresses over time",
    permission: "workspace.read",
    load: ({ database }, { scope, periods }) => loadBalances(database, { scope, periods, kind: "wallet" }),
  },
];

/** For operators: the treasury of a tenant is not in its workspace. */
export function treasuryChartRoute({ database, clock }: ConsoleDeps): Route {
  return consoleRead(`GET ${consolePath}/treasury/{tenant_id}/{network}/charts/balances`, {
    operationId: "getTreasuryChart",
    summary: "Get the balances of a treasury over time",
    access: { permission: "treasury.read" },
    query: strictObject(periodQuery),
    response: { description: "By step, with the period before.", schema: ChartSchema },
    refusals: ["not_found"],
    handle: async ({ params, query: { period = "30d" } }) => {
      const scope = {
        tenantId: orNotFound(parseId<"tenant">(params["tenant_id"] ?? ""), "there is no such tenant"),
        network: orNotFound(
          networks.find((name) => name === params["network"]),
          "there is no such network",
        ),
      };
      const periods = { name: period, ...periodsOf(period, clock.now()) };
      return presentChart(periods, await loadBalances(database, { scope, periods, kind: "treasury" }));
    },
  });
}

interface BalanceQuery {
  readonly scope: LedgerScope;
  readonly periods: ChartPeriods;
  readonly kind: LedgerAccount["kind"];
}

/** A panel per asset: the sum of all changes before the period, plus the changes of each step. */
async function loadBalances(database: Session, { scope, periods, kind }: BalanceQuery): Promise<Chart> {
  const query = { ...scope, series: "balances", name: kind };
  const changes = [
    ...(await selectCounts(database, query, periods.previous)),
    ...(await selectCounts(database, query, periods.current)),
  ];
  const opening = await selectSumsBefore(database, query, periods.previous.starts[0] ?? periods.previous.end);
  const assets = await listAssets(database, { ...scope, limit: maxAssets });
  const sumOf = (rows: readonly { readonly units: bigint }[]): bigint =>
    rows.reduce((sum, { units }) => sum + units, 0n);
  const panels = assets.flatMap((asset) => {
    const own = changes.filter((row) => row.asset === asset.code);
    const opened = opening.filter((row) => row.asset === asset.code);
    if (own.length === 0 && opened.length === 0) return [];
    const byStart = groupByStart(own);
    let units = sumOf(opened);
    const measured = (period: Period): Measured => {
      const values = period.starts.map((start) => {
        units += sumOf(byStart.get(start) ?? []);
        return formatAmount({ units, asset });
      });
      return { values, total: values.at(-1) };
    };
    const previous = measured(periods.previous);
    const series = [{ name: "balance", previous, current: measured(periods.current) }];
    return [{ name: asset.code, unit: asset.code, series }];
  });
  return { panels };
}
