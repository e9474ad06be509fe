import { requireVisibleAccount } from "../../accounts/index.ts";
import type { Session, Transaction } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { lockSubscription, selectSubscription } from "./store.ts";
import type { SubscriberKey, Subscription, SubscriptionKey } from "./subscription.ts";

/** The subscription that a request refers to. */
export interface NamedSubscription {
  readonly principal: Principal;
  readonly accountId: string;
  readonly subscriptionId: string;
}

/** The subscription, or 404 when the caller cannot see one. */
export async function getSubscription(session: Session, named: NamedSubscription): Promise<Subscription> {
  const key = await keyOf(session, named);
  return orNotFound(key === undefined ? undefined : await selectSubscription(session, key));
}

/** The same, locked until this transaction ends. */
export async function lockNamedSubscription(
  tx: Transaction,
  named: NamedSubscription,
): Promise<Subscription> {
  const key = await keyOf(tx, named);
  return orNotFound(key === undefined ? undefined : await lockSubscription(tx, key));
}

async function keyOf(
  session: Session,
  { principal, accountId, subscriptionId }: NamedSubscription,
): Promise<SubscriptionKey | undefined> {
  const owner = await requireOwner(session, principal, accountId);
  const id = parseId<"webhook_subscription">(subscriptionId);
  return id === undefined ? undefined : { ...owner, id };
}

/** The account of subscriptions, or 404. */
export async function requireOwner(
  session: Session,
  principal: Principal,
  accountId: string,
): Promise<SubscriberKey> {
  const { id, tenantId } = await requireVisibleAccount(session, principal, accountId);
  return { tenantId, network: principal.network, accountId: id };
}

function orNotFound(subscription: Subscription | undefined): Subscription {
  if (subscription === undefined) {
    throw new RefusalError(refuse("not_found", "there is no webhook subscription with this id"));
  }
  return subscription;
}
