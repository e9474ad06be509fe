import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { auditRoutes } from "./audit-routes.ts";
import { chainRoute } from "./chain-route.ts";
import { jobRoutes } from "./job-routes.ts";
import { nodeRoute } from "./node-route.ts";
import { settingsRoute } from "./settings-route.ts";

/** Jobs, nodes, chains, settings and the audit log. */
export function operationRoutes(deps: ConsoleDeps): readonly Route[] {
  return [...jobRoutes(deps), nodeRoute(deps), chainRoute(deps), ...auditRoutes(deps), settingsRoute(deps)];
}
