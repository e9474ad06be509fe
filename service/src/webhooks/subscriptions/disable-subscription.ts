import type { AuditDeps } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import { type EventLog, type NewEvent, newEvent } from "../../events/index.ts";
import { systemCause } from "../../kernel/cause.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { subscriptionDisabled } from "../webhook-event-types.ts";
import { giveUpOn } from "./change-subscription.ts";
import { closeQueue, lockSubscription, updateSubscription } from "./store.ts";
import type { DisabledReason, Subscription, SubscriptionKey } from "./subscription.ts";
import { auditSubscription, hostOf } from "./subscription-audit.ts";

export interface DisableSubscriptionDeps extends AuditDeps {
  readonly eventLog: Pick<EventLog, "append">;
}

export type GivenUpReason = Exclude<DisabledReason, "requested">;

/**
 * The service disables a failing endpoint and publishes an event, which the owner's other subscriptions may get. False
 * when it was disabled or archived in the meantime, or its URL has changed.
 */
export async function disableSubscription(
  deps: DisableSubscriptionDeps,
  tx: Transaction,
  endpoint: SubscriptionKey & Pick<Subscription, "url">,
  because: GivenUpReason,
): Promise<boolean> {
  const before = await lockSubscription(tx, endpoint);
  if (before?.url !== endpoint.url) return false;
  const after = giveUpOn(before, because, deps.clock.now());
  if (after === undefined) return false;
  await updateSubscription(tx, after);
  const cause = systemCause("webhooks.deliver");
  await auditSubscription(deps, tx, { cause, action: "webhook_subscription.disable", before, after });
  await deps.eventLog.append(tx, after, [disabledEvent(after, because)]);
  // Last: while an endpoint queue is locked, no event that matches it can be dispatched.
  await closeQueue(tx, { ...after, subscriptionId: after.id });
  return true;
}

function disabledEvent({ accountId, id, url, updatedAt }: Subscription, reason: GivenUpReason): NewEvent {
  return newEvent(subscriptionDisabled, accountId, {
    account_id: accountId,
    subscription_id: id,
    url_host: hostOf(url),
    reason,
    updated_at: formatInstant(updatedAt),
  });
}
