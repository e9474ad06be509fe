import Type from "typebox";
import { principalOf, type Route } from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead, workspacePath } from "../console-route.ts";
import { loadSeries } from "./load-series.ts";
import { daysQuery, presentSeries, TokenSeriesSchema } from "./series-response.ts";

const Query = strictObject(daysQuery);
const SeriesSchema = named(
  "ConsoleHomeSeries",
  Type.Object({
    tokens: Type.Array(TokenSeriesSchema),
    is_complete: Type.Boolean({ description: "False if there are more tokens than returned." }),
  }),
);

export function seriesRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${workspacePath}/home/series`, {
    operationId: "getHomeSeries",
    summary: "Get the daily supply and reserve of each token",
    description: "From this workspace's ledger.",
    access: { permission: "workspace.read" },
    query: Query,
    response: { description: "By value type.", schema: SeriesSchema },
    handle: async (request) => {
      const { days = 30 } = request.query;
      const { series, isComplete } = await loadSeries(deps, principalOf(request), days);
      return { tokens: series.map(presentSeries), is_complete: isComplete };
    },
  });
}
