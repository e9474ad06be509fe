import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { balanceCharts, treasuryChartRoute } from "./balance-charts.ts";
import { chartRoute } from "./chart-route.ts";
import { developerCharts } from "./developer-charts.ts";
import { operatorChartRoutes } from "./operator-charts.ts";
import { supplyCharts } from "./supply-charts.ts";
import { transferCharts } from "./transfer-charts.ts";

/** Charts of a workspace, from its statistics, and of the platform. */
export function chartRoutes(deps: ConsoleDeps): readonly Route[] {
  const charts = [...transferCharts, ...balanceCharts, ...supplyCharts, ...developerCharts];
  return [
    ...charts.map((chart) => chartRoute(deps, chart)),
    treasuryChartRoute(deps),
    ...operatorChartRoutes(deps),
  ];
}
