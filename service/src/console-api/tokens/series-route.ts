import { principalOf, type Route } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead, workspacePath } from "../console-route.ts";
import { loadSeries } from "../home/load-series.ts";
import { daysQuery, presentSeries, TokenSeriesSchema } from "../home/series-response.ts";

const Query = strictObject(daysQuery);

export function tokenSeriesRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${workspacePath}/tokens/{value_type}/series`, {
    operationId: "getTokenSeries",
    summary: "Get the daily supply of a token per chain",
    description: "From this workspace's ledger; without points if nothing was minted in it.",
    access: { permission: "workspace.read" },
    query: Query,
    response: { description: "Oldest day first.", schema: TokenSeriesSchema },
    handle: async (request) => {
      const { days = 30 } = request.query;
      const valueType = request.params["value_type"] ?? "";
      const { series } = await loadSeries(deps, principalOf(request), days);
      const tokenSeries = series.find((each) => each.valueType === valueType);
      return presentSeries(tokenSeries ?? { valueType, isBacked: false, points: [] });
    },
  });
}
