import { expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { createGate } from "../../../test/gate.ts";
import {
  createSenderDouble,
  openWebhooks,
  responded,
  type WebhooksEnvironment,
} from "../../../test/webhooks.ts";
import { statement } from "../../db/statement.ts";
import { addMs, type Clock, type Instant, instantFromMs, systemClock } from "../../kernel/instant.ts";
import { idempotencyKeyOf } from "../message.ts";
import { closeQueue, openQueue } from "../subscriptions/store.ts";

test("an event is sent, signed, and its attempt moves from the queue to the attempt log", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  const { id } = await env.subscribe({ accountId, url: "https://one.example/hooks" });
  const sender = createSenderDouble(() => responded(204));
  env.startDispatcher();
  env.startDeliveryWorker({ sender });
  const [event] = await env.happen(accountId, ["transfer.created"]);
  await eventually(async () => expect(await env.attempts()).toHaveLength(1));
  expect(await env.attempts()).toMatchObject([
    { subscriptionId: id, eventId: event?.id, attemptNumber: 1, status: "succeeded", statusCode: 204 },
  ]);
  expect(await env.queued()).toEqual([]);
  const [post] = sender.posts;
  expect(post).toMatchObject({
    url: "https://one.example/hooks",
    headers: { "webhook-id": event?.id, "idempotency-key": idempotencyKeyOf(event?.id ?? "") },
  });
  expect(JSON.parse(post?.body ?? "")).toMatchObject({ id: event?.id, type: "transfer.created" });
  await eventually(async () =>
    expect(await queues(env)).toMatchObject([{ holder: undefined, readyAt: undefined }]),
  );
  expect(env.errors).toEqual([]);
});

test("hundreds of events reach several endpoints, each once, and the queues are empty", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  for (let count = 0; count < 5; count += 1) {
    await env.subscribe({ accountId, url: `https://${count}.example/hooks` });
  }
  const sender = createSenderDouble(() => responded(200));
  env.startDispatcher();
  env.startDeliveryWorker({ sender });
  env.startDeliveryWorker({ sender });
  const batches = Array.from({ length: 20 }, () =>
    env.happen(
      accountId,
      Array.from({ length: 20 }, () => "transfer.created"),
    ),
  );
  const events = (await Promise.all(batches)).flat();
  await eventually(async () => expect(await env.attempts()).toHaveLength(events.length * 5));
  const sent = sender.posts.map(({ url, headers }) => `${url} ${headers["webhook-id"]}`);
  expect(sent).toHaveLength(events.length * 5);
  expect(new Set(sent).size).toBe(sent.length);
  expect(await env.queued()).toEqual([]);
  const counted = { endpoints: 5, attempts: BigInt(sent.length) };
  expect(await env.database.rows(countedAttempts)).toEqual([
    { grain: "day", ...counted },
    { grain: "hour", ...counted },
  ]);
  expect(env.errors).toEqual([]);
});

const countedAttempts = statement(`
  SELECT grain, count(DISTINCT name)::int AS endpoints, sum(count)::bigint AS attempts FROM webhook_statistics
   WHERE series = 'deliveries' AND detail = 'succeeded' GROUP BY grain ORDER BY grain`);

test("a failed attempt is made again on schedule, until it is exhausted", async () => {
  const clock = manualClock();
  await using env = await openWebhooks(clock);
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  const sender = createSenderDouble(() => responded(500));
  const [event] = await env.happen(accountId, ["transfer.failed"]);
  await env.handOut();
  env.startDeliveryWorker({ sender, random: () => 0 });
  const minute = 60_000;
  const hour = 60 * minute;
  const waits = [
    5_000,
    30_000,
    2 * minute,
    10 * minute,
    hour,
    3 * hour,
    6 * hour,
    12 * hour,
    24 * hour,
    24 * hour,
  ];
  for (const [index, wait] of waits.entries()) {
    await eventually(async () => expect(await env.attempts()).toHaveLength(index + 1));
    const last = (await env.attempts()).at(-1);
    expect(last).toMatchObject({
      status: "failed",
      attemptNumber: index + 1,
      failureMessage: "HTTP 500",
    });
    expect((last?.nextAttemptAt ?? 0) - (last?.endedAt ?? 0)).toBe(wait);
    await untilReleased(env);
    // The circuit breaker may delay it for up to a minute.
    clock.advance(wait + minute);
  }
  await eventually(async () => expect(await env.attempts()).toHaveLength(11));
  expect((await env.attempts()).at(-1)).toMatchObject({ status: "exhausted", nextAttemptAt: undefined });
  expect(await env.queued()).toEqual([]);
  const ids = new Set(sender.posts.map(({ headers }) => headers["webhook-id"]));
  expect(ids).toEqual(new Set([event?.id]));
  expect(new Set(sender.posts.map(({ body }) => body)).size).toBe(1);
});

test("Retry-After delays the next attempt", async () => {
  const clock = manualClock();
  await using env = await openWebhooks(clock);
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  await env.happen(accountId, ["transfer.created"]);
  await env.handOut();
  env.startDeliveryWorker({
    sender: createSenderDouble(() => responded(429, { retryAfterMs: 90_000 })),
    random: () => 0,
  });
  await eventually(async () => expect(await env.attempts()).toHaveLength(1));
  const [attempt] = await env.attempts();
  expect((attempt?.nextAttemptAt ?? 0) - (attempt?.endedAt ?? 0)).toBe(90_000);
});

test("an endpoint that returns 410 is disabled, an event is published, and nothing more is sent", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  const gone = await env.subscribe({ accountId, url: "https://gone.example/" });
  await env.subscribe({ accountId, url: "https://other.example/", events: ["webhook.*"] });
  const sender = createSenderDouble(({ url }) => responded(url.includes("gone") ? 410 : 200));
  env.startDispatcher();
  env.startDeliveryWorker({ sender });
  await env.happen(accountId, ["transfer.created"]);
  await eventually(async () => expect(await statusOf(env, gone.id)).toEqual(["disabled", "gone"]));
  await eventually(() => expect(sender.posts.map(({ url }) => url)).toContain("https://other.example/"));
  const reported = sender.posts.find(({ url }) => url === "https://other.example/");
  expect(JSON.parse(reported?.body ?? "")).toMatchObject({
    type: "webhook.subscription.disabled",
    data: { account_id: accountId, subscription_id: gone.id, reason: "gone" },
  });
  await env.happen(accountId, ["transfer.completed"]);
  await env.handOut();
  expect(sender.posts.filter(({ url }) => url === gone.url)).toHaveLength(1);
});

test("an endpoint that only fails for five days is disabled", async () => {
  const clock = manualClock();
  await using env = await openWebhooks(clock);
  const accountId = await env.addAccount();
  const { id } = await env.subscribe({ accountId });
  const sender = createSenderDouble(() => responded(503));
  await env.happen(accountId, ["transfer.created"]);
  await env.handOut();
  env.startDeliveryWorker({ sender });
  await eventually(async () => expect(await env.attempts()).toHaveLength(1));
  await untilReleased(env);
  clock.advance(5 * 86_400_000 - 1_000);
  await eventually(async () => expect(await env.attempts()).toHaveLength(2));
  expect(await statusOf(env, id)).toEqual(["active", undefined]);
  await untilReleased(env);
  clock.advance(60_000);
  await eventually(async () => expect(await statusOf(env, id)).toEqual(["disabled", "failing"]));
  // Waiting deliveries are kept: an endpoint that is fixed gets them.
  expect(await env.queued()).toHaveLength(1);
});

test("after failures in a row the breaker opens, and one attempt at a time probes", async () => {
  const clock = manualClock();
  await using env = await openWebhooks(clock);
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  const state = { isUp: false };
  const sender = createSenderDouble(() => responded(state.isUp ? 200 : 500));
  await env.happen(
    accountId,
    Array.from({ length: 60 }, () => "transfer.created"),
  );
  await env.handOut();
  env.startDeliveryWorker({ sender });
  const isPaused = [{ holder: undefined, pausedUntil: expect.any(Number) }];
  await eventually(async () => expect(await queues(env)).toMatchObject(isPaused));
  const untilOpen = sender.posts.length;
  expect(untilOpen).toBeGreaterThanOrEqual(5);
  expect(untilOpen).toBeLessThan(20);
  clock.advance(6_000);
  await eventually(() => expect(sender.posts.length).toBe(untilOpen + 1));
  await eventually(async () => expect(await queues(env)).toMatchObject(isPaused));
  expect(sender.posts.length).toBe(untilOpen + 1);
  state.isUp = true;
  clock.advance(61_000);
  await eventually(async () => expect(await env.queued()).toEqual([]));
});

test("a hanging endpoint delays no other", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId, url: "https://hanging.example/" });
  await env.subscribe({ accountId, url: "https://quick.example/" });
  const gate = createGate();
  const sender = createSenderDouble(async ({ url }) => {
    if (url.includes("hanging")) await gate.opened;
    return responded(200);
  });
  env.startDispatcher();
  env.startDeliveryWorker({ sender, concurrency: 16, endpointConcurrency: 8 });
  const count = 200;
  for (let times = 0; times < count / 20; times += 1) {
    await env.happen(
      accountId,
      Array.from({ length: 20 }, () => "transfer.created"),
    );
  }
  await eventually(async () => expect(await env.attempts()).toHaveLength(count));
  const hanging = sender.posts.filter(({ url }) => url.includes("hanging"));
  expect(hanging.length).toBeLessThanOrEqual(8);
  gate.open();
  await eventually(async () => expect(await env.attempts()).toHaveLength(2 * count));
});

test("deliveries of a disabled subscription keep waiting, and are sent when it is active again", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  const subscription = await env.subscribe({ accountId });
  await env.happen(accountId, ["transfer.created"]);
  await env.handOut();
  await setStatus(env, subscription.id, "disabled");
  await closeQueue(env.database, { ...subscription, subscriptionId: subscription.id });
  const sender = createSenderDouble(() => responded(200));
  const deliveryWorker = env.startDeliveryWorker({ sender });
  await eventually(() => expect(deliveryWorker.health().lastClaimAt).toBeDefined());
  expect(sender.posts).toEqual([]);
  await setStatus(env, subscription.id, "active");
  await openQueue(env.database, subscription, systemClock.now());
  await eventually(async () => expect(await env.attempts()).toHaveLength(1));
});

test("deliveries of an archived subscription are ended, and the attempt log says why", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  const subscription = await env.subscribe({ accountId });
  await env.happen(accountId, ["transfer.created", "transfer.completed"]);
  await env.handOut();
  await setStatus(env, subscription.id, "archived");
  await openQueue(env.database, subscription, systemClock.now());
  const sender = createSenderDouble(() => responded(200));
  env.startDeliveryWorker({ sender });
  await eventually(async () => expect(await env.attempts()).toHaveLength(2));
  expect(await env.attempts()).toMatchObject([
    { status: "exhausted", failureMessage: expect.stringContaining("archived") },
    { status: "exhausted" },
  ]);
  expect(sender.posts).toEqual([]);
});

test("a stopping worker lets requests in flight finish, and another continues immediately", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  const gate = createGate();
  const slow = createSenderDouble(async () => {
    await gate.opened;
    return responded(200);
  });
  env.startDispatcher();
  const first = env.startDeliveryWorker({ sender: slow, leaseMs: 600_000 });
  await env.happen(
    accountId,
    Array.from({ length: 30 }, () => "transfer.created"),
  );
  await eventually(() => expect(slow.posts.length).toBeGreaterThan(0));
  const stopped = first.stop(240_000);
  gate.open();
  await stopped;
  const begun = slow.posts.length;
  expect(begun).toBeLessThan(30);
  expect(await env.attempts()).toHaveLength(begun);
  const second = createSenderDouble(() => responded(200));
  env.startDeliveryWorker({ sender: second });
  await eventually(async () => expect(await env.attempts()).toHaveLength(30));
  expect(second.posts).toHaveLength(30 - begun);
});

test("the queues of a silent worker go to others when its lease expires", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  const subscription = await env.subscribe({ accountId });
  await env.happen(accountId, ["transfer.created"]);
  await env.handOut();
  await env.database.run(
    statement(
      "UPDATE webhook_endpoint_queues SET holder = 'stranger', ready_at = now() + interval '300 ms' WHERE subscription_id = $1",
    ),
    [subscription.id],
  );
  const sender = createSenderDouble(() => responded(200));
  env.startDeliveryWorker({ sender });
  await eventually(async () => expect(await env.attempts()).toHaveLength(1));
});

test("an attempt that is sent twice, because its queue was lost and claimed again, frees both slots", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  await env.happen(accountId, ["transfer.created"]);
  await env.handOut();
  const gate = createGate();
  const sender = createSenderDouble(async () => {
    await gate.opened;
    return responded(200);
  });
  const deliveryWorker = env.startDeliveryWorker({ sender, leaseMs: 4_000 });
  await eventually(() => expect(sender.posts).toHaveLength(1));
  await env.database.run(
    statement("UPDATE webhook_endpoint_queues SET holder = 'stranger', ready_at = now() + interval '1 s'"),
  );
  await eventually(() => expect(sender.posts).toHaveLength(2));
  gate.open();
  await eventually(() => expect(deliveryWorker.health()).toMatchObject({ posting: 0, held: 0 }));
  expect(await env.attempts()).toHaveLength(1);
});

test("a new URL and a new secret are used for later deliveries", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  const { id } = await env.subscribe({ accountId, url: "https://old.example/" });
  const sender = createSenderDouble(() => responded(200));
  env.startDispatcher();
  env.startDeliveryWorker({ sender });
  await env.happen(accountId, ["transfer.created"]);
  await eventually(() => expect(sender.posts).toHaveLength(1));
  await env.database.run(
    statement("UPDATE webhook_subscriptions SET url = 'https://new.example/' WHERE id = $1"),
    [id],
  );
  await eventually(async () => expect(await queues(env)).toMatchObject([{ holder: undefined }]));
  await env.happen(accountId, ["transfer.completed"]);
  await eventually(() =>
    expect(sender.posts.map(({ url }) => url)).toEqual(["https://old.example/", "https://new.example/"]),
  );
});

function manualClock(): Clock & { advance(ms: number): void } {
  let now: Instant = instantFromMs(1_700_000_000_000);
  return {
    now: () => now,
    advance: (ms) => {
      now = addMs(now, ms);
    },
  };
}

interface QueueRow {
  readonly holder: string | undefined;
  readonly readyAt: number | undefined;
  readonly pausedUntil: number | undefined;
}

/** A clock that jumps expires leases, so the queue must not be held then. */
async function untilReleased(env: WebhooksEnvironment): Promise<void> {
  await eventually(async () => expect(await queues(env)).toMatchObject([{ holder: undefined }]));
}

function queues(env: WebhooksEnvironment) {
  return env.database.rows(
    statement<QueueRow>("SELECT holder, ready_at, paused_until FROM webhook_endpoint_queues"),
  );
}

async function statusOf(env: WebhooksEnvironment, id: string): Promise<readonly (string | undefined)[]> {
  const row = await env.database.first(
    statement<{ readonly status: string; readonly because: string | undefined }>(
      "SELECT status, disabled_because AS because FROM webhook_subscriptions WHERE id = $1",
    ),
    [id],
  );
  return [row?.status, row?.because];
}

async function setStatus(
  env: WebhooksEnvironment,
  id: string,
  status: "active" | "disabled" | "archived",
): Promise<void> {
  await env.database.run(
    statement("UPDATE webhook_subscriptions SET status = $2, disabled_because = $3 WHERE id = $1"),
    [id, status, status === "disabled" ? "requested" : null],
  );
}
