import type { Json } from "../../kernel/canonical-json.ts";
import type { AccountId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { SubscriptionId } from "../subscriptions/subscription.ts";
import { webhookTest } from "../webhook-event-types.ts";

export interface TestEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Instant;
  readonly data: Json;
}

const message = "This is a test of your webhook subscription.";

/** The content of a test. It is in no event log, and can be rebuilt from the history. */
export function testEventOf(about: {
  readonly id: string;
  readonly createdAt: Instant;
  readonly accountId: AccountId;
  readonly subscriptionId: SubscriptionId;
}): TestEvent {
  const { id, createdAt, accountId, subscriptionId } = about;
  const data = { account_id: accountId, subscription_id: subscriptionId, message };
  return { id, type: webhookTest.type, createdAt, data };
}
