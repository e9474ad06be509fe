import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { balanceCharts } from "./balance-charts.ts";
import { chartRoute } from "./chart-route.ts";
import { developerCharts } from "./developer-charts.ts";
import { supplyCharts } from "./supply-charts.ts";
import { transferCharts } from "./transfer-charts.ts";

/** Charts of a workspace, from its statistics. */
export function chartRoutes(deps: ConsoleDeps): readonly Route[] {
  return [...transferCharts, ...balanceCharts, ...supplyCharts, ...developerCharts].map((chart) =>
    chartRoute(deps, chart),
  );
}
