import Type from "typebox";
import { principalOf, queryOf, type Route } from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleTag, workspacePath } from "../console-tag.ts";
import { loadSeries } from "./load-series.ts";
import { daysQuery, presentSeries, TokenSeriesSchema } from "./series-answer.ts";

const Query = strictObject(daysQuery);
const SeriesSchema = named(
  "ConsoleHomeSeries",
  Type.Object({
    tokens: Type.Array(TokenSeriesSchema),
    is_complete: Type.Boolean({ description: "False when there are more tokens than are told of." }),
  }),
);

export function seriesRoute(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: `${workspacePath}/home/series`,
    operationId: "getHomeSeries",
    tag: consoleTag,
    summary: "Supply and reserve of each token, day by day",
    description: "As the books of this workspace have them.",
    access: { permission: "workspace.read" },
    query: Query,
    answers: { 200: { description: "By value type.", schema: SeriesSchema } },
    work: {
      kind: "read",
      handle: async (request) => {
        const { days = 30 } = queryOf(Query, request);
        const { series, isComplete } = await loadSeries(deps, principalOf(request), days);
        return { status: 200, body: { tokens: series.map(presentSeries), is_complete: isComplete } };
      },
    },
  };
}
