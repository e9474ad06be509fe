import { expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { createGate } from "../../../test/gate.ts";
import {
  createSenderDouble,
  openWebhooks,
  responded,
  type WebhooksEnvironment,
} from "../../../test/webhooks.ts";
import type { Database } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { addMs, systemClock } from "../../kernel/instant.ts";
import type { WebhookPost } from "../sender.ts";
import { closeQueue } from "../subscriptions/store.ts";

/** So long that no heartbeat, poll or expired lease helps within a test. */
const never = { leaseMs: 600_000, pollMs: 600_000 };

test("deliveries of the node's own fan-out are sent without a claim and without a read", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId, url: "https://one.example/" });
  await env.subscribe({ accountId, url: "https://two.example/" });
  const texts: string[] = [];
  const sender = createSenderDouble(() => responded(204));
  const worker = env.startDeliveryWorker({ ...never, sender, database: recording(env.database, texts) });
  await eventually(() => expect(worker.health().lastClaimAt).toBeDefined());
  env.startDispatcher(worker.handOver);
  for (let count = 0; count < 3; count += 1) await env.happen(accountId, ["transfer.created"]);
  await eventually(async () => expect(await env.count()).toEqual({ queued: 0, succeeded: 6 }));
  expect(texts.filter((text) => text.includes("queue.capacity"))).toEqual([]);
  expect(await readyWithoutHolder(env)).toBe(0);
  await worker.stop(1_000);
  expect(worker.handOver.offer()).toBeUndefined();
  expect(sender.posts).toHaveLength(6);
});

test("an account's events are handed over and sent in order", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  const sender = createSenderDouble(() => responded(200));
  const worker = env.startDeliveryWorker({ ...never, sender, endpointConcurrency: 1 });
  env.startDispatcher(worker.handOver);
  const ids: string[] = [];
  for (let count = 0; count < 30; count += 1) {
    const events = await env.happen(accountId, ["transfer.created", "transfer.completed"]);
    ids.push(...events.map(({ id }) => id));
  }
  await eventually(() => expect(sender.posts).toHaveLength(60));
  expect(sender.posts.map(eventIdOf)).toEqual(ids);
});

test("what does not fit into memory is read later, and everything is sent once", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  const gate = createGate();
  const sender = createSenderDouble(async () => {
    await gate.opened;
    return responded(200);
  });
  const worker = env.startDeliveryWorker({ ...never, sender });
  env.startDispatcher(worker.handOver);
  const count = 2_600;
  const types = Array.from({ length: 100 }, () => "transfer.created");
  for (let happened = 0; happened < count; happened += types.length) await env.happen(accountId, types);
  await eventually(async () => expect((await env.count()).queued).toBe(count));
  gate.open();
  await eventually(async () => expect(await env.count()).toEqual({ queued: 0, succeeded: count }));
  expect(new Set(sender.posts.map(eventIdOf)).size).toBe(count);
  expect(sender.posts).toHaveLength(count);
});

test("deliveries handed to a node that dies are sent by another one when the lease expires", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  env.startDispatcher({
    offer: () => ({ holder: "dead/1", until: addMs(systemClock.now(), 1_000) }),
    accept: () => {},
  });
  await env.happen(accountId, ["transfer.created"]);
  await eventually(async () => expect(await holder(env)).toBe("dead/1"));
  const sender = createSenderDouble(() => responded(200));
  env.startDeliveryWorker({ sender });
  await eventually(async () => expect(await env.count()).toEqual({ queued: 0, succeeded: 1 }));
  expect(sender.posts).toHaveLength(1);
});

test("a node that lost its lease does not settle what another node has settled", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  const gate = createGate();
  const slow = createSenderDouble(async () => {
    await gate.opened;
    return responded(500);
  });
  const first = env.startDeliveryWorker({ ...never, sender: slow });
  env.startDispatcher(first.handOver);
  await env.happen(accountId, ["transfer.created"]);
  await eventually(() => expect(slow.posts).toHaveLength(1));
  await env.database.run(
    statement("UPDATE webhook_endpoint_queues SET ready_at = now() - interval '1 second'"),
  );
  env.startDeliveryWorker({ sender: createSenderDouble(() => responded(200)) });
  await eventually(async () => expect(await env.attempts()).toMatchObject([{ status: "succeeded" }]));
  gate.open();
  await eventually(() => expect(first.health().posting).toBe(0));
  expect(await env.attempts()).toHaveLength(1);
  expect(await env.queued()).toEqual([]);
});

test("the holder also sends what another node has queued, before its own newer deliveries", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  const gate = createGate();
  const sender = createSenderDouble(async ({ body }) => {
    if (body.includes("transfer.created")) await gate.opened;
    return responded(200);
  });
  const worker = env.startDeliveryWorker({ ...never, sender, endpointConcurrency: 2 });
  const other = createSenderDouble(() => responded(200));
  env.startDeliveryWorker({ sender: other });
  await eventually(() => expect(worker.health().lastClaimAt).toBeDefined());
  const [first] = await env.happen(accountId, ["transfer.created"]);
  let isOwn = true;
  env.startDispatcher({
    // Without an offer it is like the fan-out of another node.
    offer: () => (isOwn ? worker.handOver.offer() : undefined),
    accept: (events, queues) => (isOwn ? worker.handOver.accept(events, queues) : undefined),
  });
  await eventually(() => expect(sender.posts.map(eventIdOf)).toEqual([first?.id]));
  isOwn = false;
  const [second] = await env.happen(accountId, ["transfer.failed"]);
  await eventually(async () => expect(await env.queued()).toHaveLength(2));
  isOwn = true;
  const [third] = await env.happen(accountId, ["transfer.completed"]);
  await eventually(() => expect(sender.posts.map(eventIdOf)).toEqual([first?.id, second?.id, third?.id]));
  gate.open();
  await eventually(async () => expect(await env.count()).toEqual({ queued: 0, succeeded: 3 }));
  expect(other.posts).toEqual([]);
});

test("deliveries that wait in memory are not sent once the subscription is disabled", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  const subscription = await env.subscribe({ accountId });
  const gate = createGate();
  const sender = createSenderDouble(async () => {
    await gate.opened;
    return responded(200);
  });
  const worker = env.startDeliveryWorker({ sender, endpointConcurrency: 1, leaseMs: 4_000 });
  env.startDispatcher(worker.handOver);
  await env.happen(
    accountId,
    Array.from({ length: 5 }, () => "transfer.created"),
  );
  await eventually(() => expect(sender.posts).toHaveLength(1));
  await env.database.run(
    statement("UPDATE webhook_subscriptions SET status = 'disabled', disabled_because = 'requested'"),
  );
  await closeQueue(env.database, { ...subscription, subscriptionId: subscription.id });
  const disabledAt = systemClock.now();
  // A heartbeat has seen it when the lease ends later than at that time.
  await eventually(async () => expect(await leaseEnd(env)).toBeGreaterThan(disabledAt + 4_000));
  gate.open();
  await eventually(async () => expect(await env.count()).toEqual({ queued: 4, succeeded: 1 }));
  await eventually(() => expect(worker.health()).toMatchObject({ held: 0, posting: 0 }));
  expect(sender.posts).toHaveLength(1);
});

test("deliveries to a paused endpoint are not handed over, and wait for the end of the pause", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  await env.database.run(
    statement("UPDATE webhook_endpoint_queues SET paused_until = now() + interval '1 hour'"),
  );
  const sender = createSenderDouble(() => responded(200));
  const worker = env.startDeliveryWorker({ sender });
  env.startDispatcher(worker.handOver);
  await env.happen(accountId, ["transfer.created"]);
  await eventually(async () => expect(await env.queued()).toHaveLength(1));
  expect(await holder(env)).toBeUndefined();
  expect(await leaseEnd(env)).toBeGreaterThan(systemClock.now() + 3_000_000);
  expect(sender.posts).toEqual([]);
});

test("an attempt whose row has moved is found by its key", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  const gate = createGate();
  const sender = createSenderDouble(async () => {
    await gate.opened;
    return responded(200);
  });
  const worker = env.startDeliveryWorker({ ...never, sender });
  env.startDispatcher(worker.handOver);
  await env.happen(accountId, ["transfer.created", "transfer.completed"]);
  await eventually(() => expect(sender.posts).toHaveLength(2));
  await env.database.run(
    statement("UPDATE webhook_queue SET due_at = due_at WHERE event_type = 'transfer.created'"),
  );
  gate.open();
  await eventually(async () => expect(await env.count()).toEqual({ queued: 0, succeeded: 2 }));
  expect(await env.attempts()).toHaveLength(2);
});

function eventIdOf({ headers }: WebhookPost): string | undefined {
  return headers["webhook-id"];
}

function recording(database: Database, texts: string[]): Database {
  return {
    ...database,
    rows: (requested, values) => {
      texts.push(requested.text);
      return database.rows(requested, values);
    },
  };
}

async function holder({ database }: WebhooksEnvironment): Promise<string | undefined> {
  const row = await database.first(
    statement<{ readonly holder: string | undefined }>("SELECT holder FROM webhook_endpoint_queues"),
  );
  return row?.holder;
}

async function leaseEnd({ database }: WebhooksEnvironment): Promise<number | undefined> {
  const row = await database.first(
    statement<{ readonly readyAt: number | undefined }>("SELECT ready_at FROM webhook_endpoint_queues"),
  );
  return row?.readyAt;
}

async function readyWithoutHolder({ database }: WebhooksEnvironment): Promise<number> {
  const row = await database.first(
    statement<{ readonly count: number }>(
      "SELECT count(*)::integer AS count FROM webhook_endpoint_queues WHERE holder IS NULL AND ready_at IS NOT NULL",
    ),
  );
  return row?.count ?? 0;
}
