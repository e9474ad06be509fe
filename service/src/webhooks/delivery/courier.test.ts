import { expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { createGate } from "../../../test/gate.ts";
import { answered, createSenderDouble, openWebhooks, type WebhooksWorld } from "../../../test/webhooks.ts";
import { statement } from "../../db/statement.ts";
import { addMs, type Clock, type Instant, instantFromMs, systemClock } from "../../kernel/instant.ts";
import { idempotencyKeyOf } from "../message/idempotency-key.ts";
import { closeLane, openLane } from "./lane-store.ts";

test("an event is posted, signed, and its attempt is moved from the queue to the log", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  const { id } = await world.subscribe({ accountId, url: "https://one.example/hooks" });
  const sender = createSenderDouble(() => answered(204));
  world.startDispatcher();
  world.startCourier({ sender });
  const [event] = await world.happen(accountId, ["transfer.created"]);
  await eventually(async () => expect(await world.attempts()).toHaveLength(1));
  expect(await world.attempts()).toMatchObject([
    { subscription_id: id, event_id: event?.id, attempt_number: 1, status: "succeeded", status_code: 204 },
  ]);
  expect(await world.queued()).toEqual([]);
  const [post] = sender.posts;
  expect(post).toMatchObject({
    url: "https://one.example/hooks",
    headers: { "webhook-id": event?.id, "idempotency-key": idempotencyKeyOf(event?.id ?? "") },
  });
  expect(JSON.parse(post?.body ?? "")).toMatchObject({ id: event?.id, type: "transfer.created" });
  await eventually(async () => expect(await lanes(world)).toMatchObject([{ holder: null, ready_at: null }]));
  expect(world.errors).toEqual([]);
});

test("hundreds of events reach several endpoints, each once, and nothing is left behind", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  for (let count = 0; count < 5; count += 1) {
    await world.subscribe({ accountId, url: `https://${count}.example/hooks` });
  }
  const sender = createSenderDouble(() => answered(200));
  world.startDispatcher();
  world.startCourier({ sender });
  world.startCourier({ sender });
  const batches = Array.from({ length: 20 }, () =>
    world.happen(
      accountId,
      Array.from({ length: 20 }, () => "transfer.created"),
    ),
  );
  const events = (await Promise.all(batches)).flat();
  await eventually(async () => expect(await world.attempts()).toHaveLength(events.length * 5));
  const sent = sender.posts.map(({ url, headers }) => `${url} ${headers["webhook-id"]}`);
  expect(sent).toHaveLength(events.length * 5);
  expect(new Set(sent).size).toBe(sent.length);
  expect(await world.queued()).toEqual([]);
  expect(world.errors).toEqual([]);
});

test("a failed attempt is made again on schedule, until it is exhausted", async () => {
  const clock = manualClock();
  await using world = await openWebhooks(clock);
  const accountId = await world.addAccount();
  await world.subscribe({ accountId });
  const sender = createSenderDouble(() => answered(500));
  const [event] = await world.happen(accountId, ["transfer.failed"]);
  await world.handOut();
  world.startCourier({ sender, random: () => 0 });
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
    await eventually(async () => expect(await world.attempts()).toHaveLength(index + 1));
    const last = (await world.attempts()).at(-1);
    expect(last).toMatchObject({
      status: "failed",
      attempt_number: index + 1,
      failure_message: "answered 500",
    });
    expect((last?.next_attempt_at ?? 0) - (last?.ended_at ?? 0)).toBe(wait);
    await untilReleased(world);
    // The circuit breaker may hold it for up to a minute longer.
    clock.advance(wait + minute);
  }
  await eventually(async () => expect(await world.attempts()).toHaveLength(11));
  expect((await world.attempts()).at(-1)).toMatchObject({ status: "exhausted", next_attempt_at: null });
  expect(await world.queued()).toEqual([]);
  const ids = new Set(sender.posts.map(({ headers }) => headers["webhook-id"]));
  expect(ids).toEqual(new Set([event?.id]));
  expect(new Set(sender.posts.map(({ body }) => body)).size).toBe(1);
});

test("Retry-After puts the next attempt off", async () => {
  const clock = manualClock();
  await using world = await openWebhooks(clock);
  const accountId = await world.addAccount();
  await world.subscribe({ accountId });
  await world.happen(accountId, ["transfer.created"]);
  await world.handOut();
  world.startCourier({
    sender: createSenderDouble(() => answered(429, { retryAfterMs: 90_000 })),
    random: () => 0,
  });
  await eventually(async () => expect(await world.attempts()).toHaveLength(1));
  const [attempt] = await world.attempts();
  expect((attempt?.next_attempt_at ?? 0) - (attempt?.ended_at ?? 0)).toBe(90_000);
});

test("an endpoint that says 410 is disabled, its owner is told, and nothing more is sent", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  const gone = await world.subscribe({ accountId, url: "https://gone.example/" });
  await world.subscribe({ accountId, url: "https://other.example/", events: ["webhook.*"] });
  const sender = createSenderDouble(({ url }) => answered(url.includes("gone") ? 410 : 200));
  world.startDispatcher();
  world.startCourier({ sender });
  await world.happen(accountId, ["transfer.created"]);
  await eventually(async () => expect(await statusOf(world, gone.id)).toEqual(["disabled", "gone"]));
  await eventually(() => expect(sender.posts.map(({ url }) => url)).toContain("https://other.example/"));
  const told = sender.posts.find(({ url }) => url === "https://other.example/");
  expect(JSON.parse(told?.body ?? "")).toMatchObject({
    type: "webhook.subscription.disabled",
    data: { account_id: accountId, subscription_id: gone.id, reason: "gone" },
  });
  await world.happen(accountId, ["transfer.completed"]);
  await world.handOut();
  expect(sender.posts.filter(({ url }) => url === gone.url)).toHaveLength(1);
});

test("an endpoint that only fails for five days is given up", async () => {
  const clock = manualClock();
  await using world = await openWebhooks(clock);
  const accountId = await world.addAccount();
  const { id } = await world.subscribe({ accountId });
  const sender = createSenderDouble(() => answered(503));
  await world.happen(accountId, ["transfer.created"]);
  await world.handOut();
  world.startCourier({ sender });
  await eventually(async () => expect(await world.attempts()).toHaveLength(1));
  await untilReleased(world);
  clock.advance(5 * 86_400_000 - 1_000);
  await eventually(async () => expect(await world.attempts()).toHaveLength(2));
  expect(await statusOf(world, id)).toEqual(["active", null]);
  await untilReleased(world);
  clock.advance(60_000);
  await eventually(async () => expect(await statusOf(world, id)).toEqual(["disabled", "failing"]));
  // What waits is kept: an endpoint that is mended gets it.
  expect(await world.queued()).toHaveLength(1);
});

test("after failures in a row the breaker opens, and one attempt at a time probes", async () => {
  const clock = manualClock();
  await using world = await openWebhooks(clock);
  const accountId = await world.addAccount();
  await world.subscribe({ accountId });
  const state = { isUp: false };
  const sender = createSenderDouble(() => answered(state.isUp ? 200 : 500));
  await world.happen(
    accountId,
    Array.from({ length: 60 }, () => "transfer.created"),
  );
  await world.handOut();
  world.startCourier({ sender });
  const isPaused = [{ holder: null, paused_until: expect.any(Number) }];
  await eventually(async () => expect(await lanes(world)).toMatchObject(isPaused));
  const untilOpen = sender.posts.length;
  expect(untilOpen).toBeGreaterThanOrEqual(5);
  expect(untilOpen).toBeLessThan(20);
  clock.advance(6_000);
  await eventually(() => expect(sender.posts.length).toBe(untilOpen + 1));
  await eventually(async () => expect(await lanes(world)).toMatchObject(isPaused));
  expect(sender.posts.length).toBe(untilOpen + 1);
  state.isUp = true;
  clock.advance(61_000);
  await eventually(async () => expect(await world.queued()).toEqual([]));
});

test("a hanging endpoint delays nobody else", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  await world.subscribe({ accountId, url: "https://hanging.example/" });
  await world.subscribe({ accountId, url: "https://quick.example/" });
  const gate = createGate();
  const sender = createSenderDouble(async ({ url }) => {
    if (url.includes("hanging")) await gate.opened;
    return answered(200);
  });
  world.startDispatcher();
  world.startCourier({ sender, concurrency: 16, endpointConcurrency: 8 });
  const count = 200;
  for (let times = 0; times < count / 20; times += 1) {
    await world.happen(
      accountId,
      Array.from({ length: 20 }, () => "transfer.created"),
    );
  }
  await eventually(async () => expect(await world.attempts()).toHaveLength(count));
  const hanging = sender.posts.filter(({ url }) => url.includes("hanging"));
  expect(hanging.length).toBeLessThanOrEqual(8);
  gate.open();
  await eventually(async () => expect(await world.attempts()).toHaveLength(2 * count));
});

test("what waits for a disabled subscription stays, and goes on when it is active again", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  const subscription = await world.subscribe({ accountId });
  await world.happen(accountId, ["transfer.created"]);
  await world.handOut();
  await setStatus(world, subscription.id, "disabled");
  await closeLane(world.database, subscription);
  const sender = createSenderDouble(() => answered(200));
  const courier = world.startCourier({ sender });
  await eventually(() => expect(courier.health().lastClaimAt).toBeDefined());
  expect(sender.posts).toEqual([]);
  await setStatus(world, subscription.id, "active");
  await openLane(world.database, subscription, systemClock.now());
  await eventually(async () => expect(await world.attempts()).toHaveLength(1));
});

test("what waits for an archived subscription is ended, and the log says why", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  const subscription = await world.subscribe({ accountId });
  await world.happen(accountId, ["transfer.created", "transfer.completed"]);
  await world.handOut();
  await setStatus(world, subscription.id, "archived");
  await openLane(world.database, subscription, systemClock.now());
  const sender = createSenderDouble(() => answered(200));
  world.startCourier({ sender });
  await eventually(async () => expect(await world.attempts()).toHaveLength(2));
  expect(await world.attempts()).toMatchObject([
    { status: "exhausted", failure_message: expect.stringContaining("archived") },
    { status: "exhausted" },
  ]);
  expect(sender.posts).toEqual([]);
});

test("a courier that stops lets what is being sent end, and another goes on at once", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  await world.subscribe({ accountId });
  const gate = createGate();
  const slow = createSenderDouble(async () => {
    await gate.opened;
    return answered(200);
  });
  world.startDispatcher();
  const first = world.startCourier({ sender: slow, leaseMs: 600_000 });
  await world.happen(
    accountId,
    Array.from({ length: 30 }, () => "transfer.created"),
  );
  await eventually(() => expect(slow.posts.length).toBeGreaterThan(0));
  const stopped = first.stop(10_000);
  gate.open();
  await stopped;
  const begun = slow.posts.length;
  expect(begun).toBeLessThan(30);
  expect(await world.attempts()).toHaveLength(begun);
  const second = createSenderDouble(() => answered(200));
  world.startCourier({ sender: second });
  await eventually(async () => expect(await world.attempts()).toHaveLength(30));
  expect(second.posts).toHaveLength(30 - begun);
});

test("the lanes of a silent courier go to others when its lease ends", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  const subscription = await world.subscribe({ accountId });
  await world.happen(accountId, ["transfer.created"]);
  await world.handOut();
  await world.database.run(
    statement(
      "UPDATE webhook_lanes SET holder = 'somebody', ready_at = now() + interval '300 ms' WHERE subscription_id = $1",
    ),
    [subscription.id],
  );
  const sender = createSenderDouble(() => answered(200));
  world.startCourier({ sender });
  await eventually(async () => expect(await world.attempts()).toHaveLength(1));
});

test("an attempt that is posted twice, because its lane was lost and came back, gives both places back", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  await world.subscribe({ accountId });
  await world.happen(accountId, ["transfer.created"]);
  await world.handOut();
  const gate = createGate();
  const sender = createSenderDouble(async () => {
    await gate.opened;
    return answered(200);
  });
  const courier = world.startCourier({ sender, leaseMs: 400 });
  await eventually(() => expect(sender.posts).toHaveLength(1));
  await world.database.run(
    statement("UPDATE webhook_lanes SET holder = 'somebody', ready_at = now() + interval '1 s'"),
  );
  await eventually(() => expect(sender.posts).toHaveLength(2));
  gate.open();
  await eventually(() => expect(courier.health()).toMatchObject({ posting: 0, held: 0 }));
  expect(await world.attempts()).toHaveLength(1);
});

test("a new address and a new secret are used for what is sent after they were set", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  const { id } = await world.subscribe({ accountId, url: "https://old.example/" });
  const sender = createSenderDouble(() => answered(200));
  world.startDispatcher();
  world.startCourier({ sender });
  await world.happen(accountId, ["transfer.created"]);
  await eventually(() => expect(sender.posts).toHaveLength(1));
  await world.database.run(
    statement("UPDATE webhook_subscriptions SET url = 'https://new.example/' WHERE id = $1"),
    [id],
  );
  await eventually(async () => expect(await lanes(world)).toMatchObject([{ holder: null }]));
  await world.happen(accountId, ["transfer.completed"]);
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

interface LaneRow {
  readonly holder: string | null;
  readonly ready_at: number | null;
  readonly paused_until: number | null;
}

/** A clock that jumps ends leases, so nobody should hold the lane then. */
async function untilReleased(world: WebhooksWorld): Promise<void> {
  await eventually(async () => expect(await lanes(world)).toMatchObject([{ holder: null }]));
}

function lanes(world: WebhooksWorld) {
  return world.database.rows<LaneRow>(statement("SELECT holder, ready_at, paused_until FROM webhook_lanes"));
}

async function statusOf(world: WebhooksWorld, id: string): Promise<readonly (string | null | undefined)[]> {
  const row = await world.database.first<{ readonly status: string; readonly because: string | null }>(
    statement("SELECT status, disabled_because AS because FROM webhook_subscriptions WHERE id = $1"),
    [id],
  );
  return [row?.status, row?.because];
}

async function setStatus(
  world: WebhooksWorld,
  id: string,
  status: "active" | "disabled" | "archived",
): Promise<void> {
  await world.database.run(
    statement("UPDATE webhook_subscriptions SET status = $2, disabled_because = $3 WHERE id = $1"),
    [id, status, status === "disabled" ? "asked" : null],
  );
}
