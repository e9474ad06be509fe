import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { decisionRoutes } from "./decision-routes.ts";
import { readingRoutes } from "./reading-routes.ts";
import { workspacePaymentRoutes } from "./workspace-payments.ts";

/** Payments of a workspace, and payments in suspense. */
export function suspenseRoutes(deps: ConsoleDeps): readonly Route[] {
  return [...workspacePaymentRoutes(deps), ...readingRoutes(deps), ...decisionRoutes(deps)];
}
