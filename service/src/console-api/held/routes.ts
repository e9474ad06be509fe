import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { heldDepositRoutes } from "./deposit-routes.ts";
import { failedRefundRoutes } from "./refund-routes.ts";
import { heldTransferRoutes } from "./transfer-routes.ts";

export function heldRoutes(deps: ConsoleDeps): readonly Route[] {
  return [...heldTransferRoutes(deps), ...heldDepositRoutes(deps), ...failedRefundRoutes(deps)];
}
