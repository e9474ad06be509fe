import type { RowOf } from "../../db/table.ts";
import type { Event } from "../../events/index.ts";
import type { Id, TenantId } from "../../kernel/id.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import type { webhookSubscriptions } from "../tables.ts";

export type SubscriptionId = Id<"webhook_subscription">;

/** Why it is disabled: on request, the endpoint returned 410, or it failed for days. */
export const disabledReasons = ["requested", "gone", "failing"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const subscriptionStatuses = [
  "active",
  /** No events are sent until it is active again. */
  "disabled",
  /** Final. */
  "archived",
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export type SubscriptionState =
  | { readonly status: "active" }
  | { readonly status: "disabled"; readonly because: DisabledReason }
  | { readonly status: "archived" };

/** The owner of subscriptions, on one network. */
export type SubscriberKey = Pick<Subscription, "tenantId" | "network" | "accountId">;

/** Identifies a subscription; with the account, so that it cannot match another account's. */
export type SubscriptionKey = Pick<Subscription, "tenantId" | "network" | "id"> &
  Partial<Pick<Subscription, "accountId">>;

export type SubscriptionRow = RowOf<typeof webhookSubscriptions>;

/** Sends matching events of an account to a URL. Its secrets are stored separately and never returned again. */
export interface Subscription
  extends Omit<SubscriptionRow, "status" | "disabledBecause" | "secret" | "previousSecret" | "addressId"> {
  readonly state: SubscriptionState;
  /** Of a customer's webhook: the bank address whose events it gets, and no others. */
  readonly addressId?: string | undefined;
}

/** The context under which a subscription's secrets are sealed, current and previous. */
export function secretContext({
  tenantId,
  id,
}: {
  readonly tenantId: TenantId;
  readonly id: SubscriptionId;
}): string {
  return `webhook_subscriptions/${tenantId}/${id}`;
}

/**
 * All patterns that match an event of this type: the type itself and each of its wildcards, so
 * `account.verification.completed`, `account.verification.*` and `account.*`.
 */
export function patternsOf(type: string): readonly string[] {
  const words = type.split(".");
  const families = words.slice(0, -1).map((_, index) => `${words.slice(0, index + 1).join(".")}.*`);
  return [type, ...families];
}

/** What a subscription to these types misses, as far as it can cost money. */
export function warningsOf(events: readonly string[]): readonly string[] {
  const isDeafToReturns =
    events.includes("transfer.failed") &&
    !["transfer.reversed", "transfer.*"].some((each) => events.includes(each));
  return isDeafToReturns ? [missesReturns] : [];
}

const missesReturns =
  "events contains transfer.failed but not transfer.reversed: a debit can be returned after its transfer is complete, " +
  "and only transfer.reversed says so; add transfer.reversed or transfer.*";

/** Whether its owner may be sent the event: to a customer, nothing but what concerns the own bank account. */
export function mayReceive(
  { addressId }: Subscription,
  { type, data }: Pick<Event, "type" | "data">,
): boolean {
  return addressId === undefined || isForCustomer(type, data, addressId);
}

export const customerEventType = "address.updated";

function isForCustomer(type: string, data: unknown, addressId: string): boolean {
  return type === customerEventType && addressToUpdate(data) === addressId;
}

/** The address of such an event whose owner must act. */
export function addressToUpdate(data: unknown): string | undefined {
  const { id, needs_update: needsUpdate } = data as { readonly id?: string; readonly needs_update?: boolean };
  return needsUpdate === true ? id : undefined;
}

/** Only active subscriptions are sent to, even on request. */
export function requireActive(subscription: Subscription): Subscription | Refusal {
  const { status } = subscription.state;
  return status === "active" ? subscription : refuse("conflict", `the subscription is ${status}`);
}
