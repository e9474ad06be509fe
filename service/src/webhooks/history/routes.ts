import type { Route } from "../../http/route.ts";
import { type DeliveryRouteDeps, deliveryRoutes } from "./delivery-routes.ts";
import { type SendAgainRouteDeps, sendAgainRoutes } from "./send-again-routes.ts";

export type HistoryRouteDeps = DeliveryRouteDeps & SendAgainRouteDeps;

/** What was sent and what came of it, and sending it again. */
export function historyRoutes(deps: HistoryRouteDeps): readonly Route[] {
  return [...deliveryRoutes(deps), ...sendAgainRoutes(deps)];
}
