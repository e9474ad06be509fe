import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { homeRoute } from "./home-route.ts";
import { overviewRoute } from "./overview-route.ts";
import { seriesRoute } from "./series-route.ts";

/** Where people begin: a workspace at a glance, and what waits for those who run the service. */
export function homeRoutes(deps: ConsoleDeps): readonly Route[] {
  return [homeRoute(deps), seriesRoute(deps), overviewRoute(deps)];
}
