import type { Route } from "../../http/route.ts";
import { type DeliveryRouteDeps, deliveryRoutes } from "./delivery-routes.ts";
import { type SendAgainRouteDeps, sendAgainRoutes } from "./send-again-routes.ts";

export type HistoryRouteDeps = DeliveryRouteDeps & SendAgainRouteDeps;

/** Delivery attempts, resends, replays and tests. */
export function historyRoutes(deps: HistoryRouteDeps): readonly Route[] {
  return [...deliveryRoutes(deps), ...sendAgainRoutes(deps)];
}
