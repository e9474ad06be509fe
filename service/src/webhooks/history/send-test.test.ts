import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { createGate } from "../../../test/gate.ts";
import {
  answered,
  type HistoryWorld,
  openHistory,
  type TestSubscription,
} from "../../../test/webhook-history.ts";
import { statement } from "../../db/statement.ts";
import type { SendOutcome } from "../sender.ts";

let world: HistoryWorld;

beforeAll(async () => {
  world = await openHistory();
});

beforeEach(() => world.answerWith(answered(204)));

afterAll(() => world.stop());

const tryOut = ({ id }: Pick<TestSubscription, "id">, as = world.client) =>
  world.send("POST", `/subscriptions/${id}/test`, undefined, as);

test("a signed test goes out at once, and what came of it is answered and kept", async () => {
  const subscription = await world.addSubscription();
  const { status, body } = await tryOut(subscription);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    event_type: "webhook.test",
    subscription_id: subscription.id,
    reason: "test",
    attempt_number: 1,
    status: "succeeded",
    retriable: false,
    status_code: 204,
    failure_message: null,
    request_url: subscription.url,
    duration_ms: 12,
    next_attempt_at: null,
  });
  const listed = await world.send("GET", `/deliveries?subscription_id=${subscription.id}`);
  expect(listed.body.deliveries).toEqual([body]);
  const post = world.posts.at(-1);
  expect(JSON.parse(post?.body ?? "")).toEqual({
    id: body.event_id,
    type: "webhook.test",
    created: body.inserted_at,
    data: {
      account_id: world.client.accountId,
      subscription_id: subscription.id,
      message: expect.any(String),
    },
  });
  const key = Buffer.from(subscription.sharedSecret, "base64url");
  const signature = createHmac("sha256", key)
    .update(post?.body ?? "")
    .digest("hex");
  expect(post?.headers["x-request-signature-sha-256"]).toBe(signature);
  expect(post?.url).toBe(subscription.url);
});

test.each<[string, SendOutcome, object]>([
  [
    "an endpoint that fails",
    answered(500, "broken"),
    { status_code: 500, failure_message: "answered 500", response_body_excerpt: "broken" },
  ],
  ["an endpoint that is gone", answered(410), { status_code: 410, failure_message: "answered 410" }],
  [
    "an endpoint that is not there",
    { type: "unanswered", message: "connection refused", durationMs: 3 },
    { status_code: null, failure_message: "connection refused", duration_ms: 3 },
  ],
])("%s is shown as it is, and changes nothing", async (_what, outcome, shown) => {
  const subscription = await world.addSubscription();
  world.answerWith(outcome);
  const { status, body } = await tryOut(subscription);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: "exhausted", retriable: false, ...shown });
  const waiting = await world.send("GET", `/deliveries?subscription_id=${subscription.id}&status=pending`);
  expect(waiting.body.deliveries).toEqual([]);
  const kept = await world.deps.database.first(
    statement(`
      SELECT status, failures_in_a_row AS failures FROM webhook_subscriptions AS subscription
        JOIN webhook_lanes AS lane ON lane.subscription_id = subscription.id WHERE subscription.id = $1`),
    [subscription.id],
  );
  expect(kept).toEqual({ status: "active", failures: 0 });
});

test("a disabled subscription can be tested, an archived one cannot", async () => {
  const disabled = await world.addSubscription({ state: { status: "disabled", because: "failing" } });
  expect((await tryOut(disabled)).status).toBe(200);
  const archived = await world.addSubscription({ state: { status: "archived" } });
  const sent = world.posts.length;
  expect(await tryOut(archived)).toMatchObject({
    status: 409,
    body: { detail: "the subscription is archived" },
  });
  expect(world.posts).toHaveLength(sent);
});

test("one test of a subscription at a time, and four of a tenant; others are not held up", async () => {
  const gate = createGate();
  world.answerWith(gate.opened.then(() => answered(200)));
  const subscriptions = await Promise.all(Array.from({ length: 5 }, () => world.addSubscription()));
  const [first, second, third, fourth, fifth] = subscriptions as [
    TestSubscription,
    TestSubscription,
    TestSubscription,
    TestSubscription,
    TestSubscription,
  ];
  const sent = world.posts.length;
  const underWay = [first, second, third, fourth].map((each) => tryOut(each));
  await eventually(() => expect(world.posts).toHaveLength(sent + 4));
  expect((await tryOut(first)).body.detail).toBe("a test of this subscription is under way");
  expect(await tryOut(fifth)).toMatchObject({
    status: 409,
    body: { detail: "4 tests of your subscriptions are under way" },
  });
  const other = await world.api.createClient();
  const theirs = await world.addSubscription({ accountId: other.accountId });
  const theirTest = tryOut(theirs, other);
  await eventually(() => expect(world.posts).toHaveLength(sent + 5));
  gate.open();
  for (const { status } of await Promise.all([...underWay, theirTest])) expect(status).toBe(200);
  expect((await tryOut(first)).status).toBe(200);
});

test("no connection to the database is held while the endpoint takes its time", async () => {
  const gate = createGate();
  world.answerWith(gate.opened.then(() => answered(200)));
  const sent = world.posts.length;
  const underWay = tryOut(await world.addSubscription());
  await eventually(() => expect(world.posts).toHaveLength(sent + 1));
  await eventually(() => {
    const { open, idle } = world.deps.database.load();
    expect(open - idle).toBe(0);
  });
  gate.open();
  expect((await underWay).status).toBe(200);
});

test("subscriptions of others, of the other network, and scopes", async () => {
  const subscription = await world.addSubscription();
  const other = await world.api.createClient();
  const { accountId } = world.client;
  const mainnet = await world.api.createClient({ accountId, network: "mainnet" });
  const reader = await world.api.createClient({ accountId, scopes: ["webhooks:read"] });
  expect((await tryOut(subscription, other)).status).toBe(404);
  expect((await tryOut(subscription, mainnet)).status).toBe(404);
  expect((await tryOut(subscription, { ...other, accountId })).status).toBe(404);
  expect((await tryOut({ id: world.deps.newId() })).status).toBe(404);
  expect((await tryOut(subscription, reader)).status).toBe(403);
});
