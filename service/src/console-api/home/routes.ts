import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { homeRoute } from "./home-route.ts";
import { overviewRoute } from "./overview-route.ts";
import { seriesRoute } from "./series-route.ts";

/** Start pages: the workspace overview and the operator overview. */
export function homeRoutes(deps: ConsoleDeps): readonly Route[] {
  return [homeRoute(deps), seriesRoute(deps), overviewRoute(deps)];
}
