import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { fileActionRoutes } from "./file-actions.ts";
import { fileRoutes } from "./file-routes.ts";
import { itemRoutes } from "./item-routes.ts";
import { overviewRoute } from "./overview-route.ts";

/** Bank files, items that need manual action, and the banking calendar. */
export function railRoutes(deps: ConsoleDeps): readonly Route[] {
  return [overviewRoute(deps), ...fileRoutes(deps), ...fileActionRoutes(deps), ...itemRoutes(deps)];
}
