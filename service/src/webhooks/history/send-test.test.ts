import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { createGate } from "../../../test/gate.ts";
import {
  openHistory,
  responded,
  type TestSubscription,
  type WebhookHistoryEnvironment,
} from "../../../test/webhook-history.ts";
import { statement } from "../../db/statement.ts";
import type { SendOutcome } from "../sender.ts";

let env: WebhookHistoryEnvironment;

beforeAll(async () => {
  env = await openHistory();
});

beforeEach(() => env.respondWith(responded(204)));

afterAll(() => env.stop());

const tryOut = ({ id }: Pick<TestSubscription, "id">, as = env.client) =>
  env.send("POST", `/subscriptions/${id}/test`, undefined, as);

test("a signed test is sent immediately, and its result is returned and stored", async () => {
  const subscription = await env.addSubscription();
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
  const items = await env.send("GET", `/deliveries?subscription_id=${subscription.id}`);
  expect(items.body.deliveries).toEqual([body]);
  const post = env.posts.at(-1);
  expect(JSON.parse(post?.body ?? "")).toEqual({
    id: body.event_id,
    type: "webhook.test",
    created: body.inserted_at,
    data: {
      account_id: env.client.accountId,
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
    responded(500, "broken"),
    { status_code: 500, failure_message: "HTTP 500", response_body_excerpt: "broken" },
  ],
  ["an endpoint that is gone", responded(410), { status_code: 410, failure_message: "HTTP 410" }],
  [
    "an unreachable endpoint",
    { type: "no_response", message: "connection refused", durationMs: 3 },
    { status_code: null, failure_message: "connection refused", duration_ms: 3 },
  ],
])("%s is shown in the result, and changes nothing", async (_what, outcome, shown) => {
  const subscription = await env.addSubscription();
  env.respondWith(outcome);
  const { status, body } = await tryOut(subscription);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: "exhausted", retriable: false, ...shown });
  const waiting = await env.send("GET", `/deliveries?subscription_id=${subscription.id}&status=pending`);
  expect(waiting.body.deliveries).toEqual([]);
  const kept = await env.deps.database.first(
    statement(`
      SELECT status, failures_in_a_row AS failures FROM webhook_subscriptions AS subscription
        JOIN webhook_endpoint_queues AS queue ON queue.subscription_id = subscription.id WHERE subscription.id = $1`),
    [subscription.id],
  );
  expect(kept).toEqual({ status: "active", failures: 0 });
});

test("a disabled subscription can be tested, an archived one cannot", async () => {
  const disabled = await env.addSubscription({ state: { status: "disabled", because: "failing" } });
  expect((await tryOut(disabled)).status).toBe(200);
  const archived = await env.addSubscription({ state: { status: "archived" } });
  const sent = env.posts.length;
  expect(await tryOut(archived)).toMatchObject({
    status: 409,
    body: { detail: "the subscription is archived" },
  });
  expect(env.posts).toHaveLength(sent);
});

test("one test per subscription at a time, and four per tenant; others are not delayed", async () => {
  const gate = createGate();
  env.respondWith(gate.opened.then(() => responded(200)));
  const subscriptions = await Promise.all(Array.from({ length: 5 }, () => env.addSubscription()));
  const [first, second, third, fourth, fifth] = subscriptions as [
    TestSubscription,
    TestSubscription,
    TestSubscription,
    TestSubscription,
    TestSubscription,
  ];
  const sent = env.posts.length;
  const inProgress = [first, second, third, fourth].map((each) => tryOut(each));
  await eventually(() => expect(env.posts).toHaveLength(sent + 4));
  expect((await tryOut(first)).body.detail).toBe("a test of this subscription is already in progress");
  expect(await tryOut(fifth)).toMatchObject({
    status: 409,
    body: { detail: "4 tests of your subscriptions are already in progress" },
  });
  const other = await env.api.createClient();
  const theirs = await env.addSubscription({ accountId: other.accountId });
  const theirTest = tryOut(theirs, other);
  await eventually(() => expect(env.posts).toHaveLength(sent + 5));
  gate.open();
  for (const { status } of await Promise.all([...inProgress, theirTest])) expect(status).toBe(200);
  expect((await tryOut(first)).status).toBe(200);
});

test("no database connection is held while waiting for the endpoint", async () => {
  const gate = createGate();
  env.respondWith(gate.opened.then(() => responded(200)));
  const sent = env.posts.length;
  const inProgress = tryOut(await env.addSubscription());
  await eventually(() => expect(env.posts).toHaveLength(sent + 1));
  await eventually(() => {
    const { open, idle } = env.deps.database.load();
    expect(open - idle).toBe(0);
  });
  gate.open();
  expect((await inProgress).status).toBe(200);
});

test("subscriptions of other accounts, of the other network, and scopes", async () => {
  const subscription = await env.addSubscription();
  const other = await env.api.createClient();
  const { accountId } = env.client;
  const mainnet = await env.api.createClient({ accountId, network: "mainnet" });
  const reader = await env.api.createClient({ accountId, scopes: ["webhooks:read"] });
  expect((await tryOut(subscription, other)).status).toBe(404);
  expect((await tryOut(subscription, mainnet)).status).toBe(404);
  expect((await tryOut(subscription, { ...other, accountId })).status).toBe(404);
  expect((await tryOut({ id: env.deps.newId() })).status).toBe(404);
  expect((await tryOut(subscription, reader)).status).toBe(403);
});
