import type { AuditDeps } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import { type EventLog, type NewEvent, newEvent } from "../../events/index.ts";
import { systemCause } from "../../kernel/cause.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { closeLane } from "../delivery/lane-store.ts";
import { subscriptionDisabled } from "../webhook-event-types.ts";
import { giveUpOn } from "./change-subscription.ts";
import { lockSubscription, updateSubscription } from "./store.ts";
import type { DisabledReason, Subscription, SubscriptionKey } from "./subscription.ts";
import { auditSubscription, hostOf } from "./subscription-audit.ts";

export interface DisableSubscriptionDeps extends AuditDeps {
  readonly eventLog: Pick<EventLog, "append">;
}

export type GivenUpReason = Exclude<DisabledReason, "asked">;

/**
 * The service gives up on an endpoint and tells the owner, whose other subscriptions may hear it. False where there was
 * nothing to stop: it was disabled or archived meanwhile, or has another address by now.
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
  // Last: while a lane is locked no event of anybody is handed out that would go there.
  await closeLane(tx, after);
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
