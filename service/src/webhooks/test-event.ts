import type { Json } from "../kernel/canonical-json.ts";
import type { AccountId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { eventTypes } from "./event-types.ts";
import type { SubscriptionId } from "./subscriptions/subscription.ts";
import { webhookTest } from "./webhook-event-types.ts";

interface TestEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Instant;
  readonly data: Json;
}

const message = "This is a test of your webhook subscription.";

/** The content of a test. It is in no event log, and can be rebuilt from the history. */
export function testEventOf(about: {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Instant;
  readonly accountId: AccountId;
  readonly subscriptionId: SubscriptionId;
}): TestEvent {
  const { id, type, createdAt, accountId, subscriptionId } = about;
  const data =
    type === webhookTest.type
      ? { account_id: accountId, subscription_id: subscriptionId, message }
      : sampleOf(type, accountId);
  return { id, type, createdAt, data };
}

/** The example of the catalog, as if it were about this account. */
function sampleOf(type: string, accountId: AccountId): Json {
  const example = (eventTypes.find((each) => each.type === type)?.example ?? {}) as Readonly<
    Record<string, Json>
  >;
  return "account_id" in example ? { ...example, account_id: accountId } : example;
}
