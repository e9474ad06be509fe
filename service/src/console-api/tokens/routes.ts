import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { catalogueRoute } from "./catalogue-route.ts";
import { freezeRoutes } from "./freeze-routes.ts";
import { reconciliationRoutes } from "./reconciliation-routes.ts";
import { tokenSeriesRoute } from "./series-route.ts";

/** What the API does not tell of tokens: freezes, comparisons with the chains, the past of a supply. */
export function tokenRoutes(deps: ConsoleDeps): readonly Route[] {
  return [catalogueRoute(deps), ...freezeRoutes(deps), ...reconciliationRoutes(deps), tokenSeriesRoute(deps)];
}
