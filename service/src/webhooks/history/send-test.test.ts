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
import { eventTypes } from "../event-types.ts";
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

test("a delivery shows the headers that were sent, which secret signed them, and headers of the response", async () => {
  const subscription = await env.addSubscription();
  const headers = { "content-type": "text/plain" };
  env.respondWith({
    type: "responded",
    statusCode: 204,
    durationMs: 1,
    excerpt: undefined,
    headers,
    retryAfterMs: undefined,
  });
  const { body } = await tryOut(subscription);
  const shown = (await env.send("GET", `/deliveries/${body.id}`)).body;
  expect(shown).toMatchObject({
    request_headers: env.posts.at(-1)?.headers,
    request_body: env.posts.at(-1)?.body,
    signed_with: [{ secret_id: expect.stringMatching(/^[0-9a-f]{8}$/), status: "current" }],
    response_headers: headers,
  });
  expect(shown.request_headers["webhook-timestamp"]).toBe(
    String(Math.floor(Date.parse(shown.sent_at) / 1000)),
  );
  const event = await env.happen();
  const [waiting] = (await env.send("GET", `/deliveries?event_id=${event.id}&status=pending`)).body
    .deliveries;
  const pending = (await env.send("GET", `/deliveries/${waiting.id}`)).body;
  expect(pending).toMatchObject({
    sent_at: null,
    request_headers: null,
    signed_with: [],
    response_headers: null,
  });
});

test("on testnet a test has the type and the example of any event", async () => {
  const subscription = await env.addSubscription();
  const test = (event_type: string) =>
    env.send("POST", `/subscriptions/${subscription.id}/test`, { event_type });
  const { body } = await test("transfer.completed");
  expect(body).toMatchObject({ event_type: "transfer.completed", reason: "test", status: "succeeded" });
  const sent = JSON.parse(env.posts.at(-1)?.body ?? "");
  const example = eventTypes.find(({ type }) => type === "transfer.completed")?.example;
  expect(sent).toMatchObject({ id: body.event_id, type: "transfer.completed" });
  expect(sent.data).toEqual({ ...(example as object), account_id: env.client.accountId });
  const shown = (await env.send("GET", `/deliveries/${body.id}`)).body;
  expect(shown.request_body).toBe(env.posts.at(-1)?.body);
  expect((await test("transfer.exploded")).body.errors).toMatchObject([{ pointer: "/event_type" }]);
});

test("on mainnet only the harmless test is sent", async () => {
  const client = await env.api.createClient({ network: "mainnet" });
  const { accountId } = client;
  const subscription = await env.addSubscription({ accountId, network: "mainnet" });
  const path = `/subscriptions/${subscription.id}/test`;
  const refused = await env.send("POST", path, { event_type: "transfer.completed" }, client);
  expect(refused.body.errors).toMatchObject([{ pointer: "/event_type" }]);
  expect((await env.send("POST", path, { event_type: "webhook.test" }, client)).status).toBe(200);
});

test.each<[string, SendOutcome, object]>([
  [
    "an endpoint that fails",
    responded(500, "broken"),
    { retriable: true, status_code: 500, failure_message: "HTTP 500", response_body_excerpt: "broken" },
  ],
  [
    "an endpoint that is gone",
    responded(410),
    { retriable: false, status_code: 410, failure_message: "HTTP 410" },
  ],
  [
    "an unreachable endpoint",
    { type: "no_response", message: "connection refused", durationMs: 3 },
    { retriable: true, status_code: null, failure_message: "connection refused", duration_ms: 3 },
  ],
])("%s is shown in the result, and changes nothing", async (_what, outcome, shown) => {
  const subscription = await env.addSubscription();
  env.respondWith(outcome);
  const { status, body } = await tryOut(subscription);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: "exhausted", next_attempt_at: null, ...shown });
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
