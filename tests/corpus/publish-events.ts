import { statement } from "../../service/src/db/statement.ts";
import { createEventDispatcher } from "../../service/src/events/index.ts";
import type { AccountId, TenantId } from "../../service/src/kernel/id.ts";
import type { Instant } from "../../service/src/kernel/instant.ts";
import { createDeliveryWorker } from "../../service/src/webhooks/delivery/delivery-worker.ts";
import { eventTypeNames } from "../../service/src/webhooks/event-types.ts";
import { createFanOut } from "../../service/src/webhooks/fan-out/fan-out.ts";
import { createFeedConsumer } from "../../service/src/webhooks/feed/feed-consumer.ts";
import type { WebhookPost } from "../../service/src/webhooks/sender.ts";
import { makeSecret } from "../../service/src/webhooks/subscriptions/shared-secret.ts";
import { insertSubscription } from "../../service/src/webhooks/subscriptions/store.ts";
import type { Subscription } from "../../service/src/webhooks/subscriptions/subscription.ts";
import type { Business } from "../../service/test/business/open-business.ts";
import { eventually } from "../../service/test/eventually.ts";
import { unaudited } from "../../service/test/unaudited.ts";
import { createSenderDouble, responded } from "../../service/test/webhooks.ts";

const allEvents = [...new Set(eventTypeNames.map((name) => `${name.split(".")[0]}.*`))];

/** Subscriptions of a tenant and of its accounts to every event, as if they had existed from the beginning. */
export async function subscribeToAll(
  { testDatabase: { database }, newId, keyRing }: Business,
  createdAt: Instant,
): Promise<void> {
  for (const { id, tenantId } of await database.rows(selectAccounts)) {
    const subscription: Subscription = {
      tenantId,
      network: "testnet",
      id: newId<"webhook_subscription">(),
      accountId: id,
      url: `https://receiver.example/${id}`,
      events: allEvents,
      description: undefined,
      state: { status: "active" },
      previousSecretUntil: undefined,
      createdAt,
      updatedAt: createdAt,
    };
    const { sealed } = makeSecret(keyRing, subscription);
    await database.transaction((tx) => insertSubscription(unaudited(tx), subscription, sealed));
  }
}

const noWakeUp = { nudge: () => {}, listen: () => () => {}, close: async () => {} };
const pollMs = 5;

/** Puts the events of the outbox into the feeds and the queues, and delivers them; returns the requests. */
export async function publishEvents({
  testDatabase,
  clock,
  newId,
  keyRing,
}: Business): Promise<readonly WebhookPost[]> {
  const { database } = testDatabase;
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const common = { database, wakeUp: noWakeUp, clock, newId, pollMs, onError };
  const isEmpty = (count: typeof countOutbox): Promise<void> =>
    eventually(async () => {
      if (errors.length > 0) throw errors[0];
      if ((await database.first(count))?.count !== 0) throw new Error("events are left");
    });
  const consumers = [createFanOut(common), createFeedConsumer(common)];
  const dispatcher = createEventDispatcher({ ...common, consumers });
  dispatcher.start();
  await isEmpty(countOutbox);
  await dispatcher.stop();
  const sender = createSenderDouble(() => responded(204));
  // One after the other, so that the results are written in the order of the queue.
  const worker = createDeliveryWorker({
    ...common,
    keyRing,
    sender,
    concurrency: 1,
    endpointConcurrency: 1,
    random: () => 0,
    disable: () => Promise.resolve(),
  });
  worker.start();
  await isEmpty(countQueue);
  await worker.stop(60_000);
  return sender.posts;
}

const selectAccounts = statement<{ readonly id: AccountId; readonly tenantId: TenantId }>(
  "SELECT id, tenant_id FROM accounts ORDER BY id",
);
const countOutbox = statement<{ readonly count: number }>(
  "SELECT count(*)::integer AS count FROM event_outbox",
);
const countQueue = statement<{ readonly count: number }>(
  "SELECT count(*)::integer AS count FROM webhook_queue",
);
