import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { exportTransfersRoute, listTransfersRoute } from "./list-routes.ts";
import { timelineRoute } from "./timeline-routes.ts";

export function workspaceTransferRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listTransfersRoute(deps), exportTransfersRoute(deps), timelineRoute(deps)];
}
