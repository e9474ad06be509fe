import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { catalogueRoute } from "./catalogue-route.ts";
import { freezeRoutes } from "./freeze-routes.ts";
import { reconciliationRoutes } from "./reconciliation-routes.ts";
import { tokenSeriesRoute } from "./series-route.ts";

/** Token endpoints that the API doesn't have: freezes, reconciliation, supply history. */
export function tokenRoutes(deps: ConsoleDeps): readonly Route[] {
  return [catalogueRoute(deps), ...freezeRoutes(deps), ...reconciliationRoutes(deps), tokenSeriesRoute(deps)];
}
