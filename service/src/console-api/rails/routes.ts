import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { fileDeedRoutes } from "./file-deeds.ts";
import { fileRoutes } from "./file-routes.ts";
import { itemRoutes } from "./item-routes.ts";
import { overviewRoute } from "./overview-route.ts";

/** Files to banks and from them, what in them waits for a person, and when banks work. */
export function railRoutes(deps: ConsoleDeps): readonly Route[] {
  return [overviewRoute(deps), ...fileRoutes(deps), ...fileDeedRoutes(deps), ...itemRoutes(deps)];
}
