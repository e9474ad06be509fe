import type { AccountId, Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";

export type SubscriptionId = Id<"webhook_subscription">;

/** Why nothing is sent: the client said so, the endpoint said that it is gone, or it failed for days. */
export const disabledReasons = ["asked", "gone", "failing"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const subscriptionStatuses = [
  "active",
  /** Nothing is sent until it is active again. */
  "disabled",
  /** For ever. */
  "archived",
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export type SubscriptionState =
  | { readonly status: "active" }
  | { readonly status: "disabled"; readonly because: DisabledReason }
  | { readonly status: "archived" };

/** Whose subscriptions they are, in one network. */
export interface SubscriberKey {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
}

/** Which subscription; told the account as well, it is none of another one's. */
export interface SubscriptionKey {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId?: AccountId;
  readonly id: SubscriptionId;
}

/** Who wants to be told of which events, and where. Its secrets are kept apart and never shown again. */
export interface Subscription {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly id: SubscriptionId;
  /** Whose it is. That of a managing account is told of the accounts that it manages, too. */
  readonly accountId: AccountId;
  readonly url: string;
  /** Types such as `transfer.created` and families such as `transfer.*`. */
  readonly events: readonly string[];
  readonly description: string | undefined;
  readonly state: SubscriptionState;
  /** During a rotation: until when the secret before signs as well. It may have passed. */
  readonly previousSecretUntil: Instant | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Under which a subscription's secrets are sealed, the current one as well as the one before. */
export function secretContext({ tenantId, id }: Pick<Subscription, "tenantId" | "id">): string {
  return `webhook_subscriptions/${tenantId}/${id}`;
}
