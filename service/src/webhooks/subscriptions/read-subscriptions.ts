import type { Session } from "../../db/database.ts";
import type { Clock } from "../../kernel/instant.ts";
import { selectFailing } from "./store.ts";
import type { Subscription } from "./subscription.ts";
import type { Surrounding } from "./subscription-response.ts";

export interface ReadSubscriptionsDeps {
  readonly database: Session;
  readonly clock: Clock;
}

/** Displayed data that is not in the subscription rows; all of one tenant. */
export async function lookAround(
  { database, clock }: ReadSubscriptionsDeps,
  subscriptions: readonly Subscription[],
): Promise<Surrounding> {
  const [first] = subscriptions;
  const ids = subscriptions.map(({ id }) => id);
  const failing = first
    ? await selectFailing(database, { tenantId: first.tenantId, subscriptionId: ids })
    : [];
  return {
    now: clock.now(),
    failingSince: new Map(failing.map(({ subscriptionId, failingSince }) => [subscriptionId, failingSince])),
  };
}
