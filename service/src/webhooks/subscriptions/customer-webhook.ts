import type { AuditDeps } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { addSubscription, type SubscriptionWithSecret } from "./create-subscription.ts";
import { selectCustomerWebhooks } from "./store.ts";
import { customerEventType, type SubscriberKey } from "./subscription.ts";
import { type ArchiveSubscriptionDeps, endSubscriptionOf } from "./update-subscription.ts";

export interface CustomerWebhookDeps extends AuditDeps, Pick<ArchiveSubscriptionDeps, "wakeUp"> {
  readonly keyRing: KeyRing;
}

export interface NewCustomerWebhook {
  readonly owner: SubscriberKey;
  readonly addressId: string;
  /** Valid, as for any subscription. */
  readonly url: string;
  readonly cause: Cause;
}

/**
 * Sends what concerns one bank address to the customer who linked it: a subscription for that address alone, so that it is
 * signed, retried, shown and ended as any other. A new URL gets a new secret; undefined if the URL is the same.
 */
export async function subscribeCustomer(
  deps: CustomerWebhookDeps,
  tx: Transaction,
  { owner, addressId, url, cause }: NewCustomerWebhook,
): Promise<SubscriptionWithSecret | undefined> {
  const [present] = await selectCustomerWebhooks(tx, owner, [addressId]);
  if (present?.url === url && present.state.status === "active") return undefined;
  if (present !== undefined) await endSubscriptionOf(deps, tx, { subscription: present, cause });
  const description = `Customer webhook of bank address ${addressId}`;
  const fields = { ...owner, url, events: [customerEventType], description, addressId };
  return addSubscription(deps, tx, { cause, fields });
}
