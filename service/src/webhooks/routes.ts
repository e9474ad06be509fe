import type { Route } from "../http/route.ts";
import { type EventTypeRouteDeps, eventTypeRoutes } from "./event-type-routes.ts";
import { eventTypeNames } from "./event-types.ts";
import { type FeedRouteDeps, feedRoutes } from "./feed/routes.ts";
import { type DeliveryRouteDeps, deliveryRoutes } from "./history/delivery-routes.ts";
import { type SendAgainRouteDeps, sendAgainRoutes } from "./history/send-again-routes.ts";
import { type SubscriptionRouteDeps, subscriptionRoutes } from "./subscriptions/routes.ts";

/** The event catalog is provided here, not by the caller. */
type Catalogue = "eventTypes" | "eventTypeNames";

export type WebhookRouteDeps = Omit<
  SubscriptionRouteDeps & DeliveryRouteDeps & SendAgainRouteDeps & EventTypeRouteDeps & FeedRouteDeps,
  Catalogue
>;

export function webhookRoutes(given: WebhookRouteDeps): readonly Route[] {
  const deps = { ...given, eventTypes: eventTypeNames, eventTypeNames };
  return [
    ...eventTypeRoutes(deps),
    ...subscriptionRoutes(deps),
    ...deliveryRoutes(deps),
    ...sendAgainRoutes(deps),
    ...feedRoutes(deps),
  ];
}
