import { afterAll, beforeAll, expect, test } from "vitest";
import { addManagedAccount } from "../../../test/token-holders.ts";
import { openHistory, type WebhookHistoryEnvironment } from "../../../test/webhook-history.ts";
import { statement } from "../../db/statement.ts";
import type { Event } from "../../events/index.ts";

let env: WebhookHistoryEnvironment;

beforeAll(async () => {
  env = await openHistory();
});

afterAll(() => env.stop());

const resend = (event: Pick<Event, "id">, body?: object, as = env.client) =>
  env.send("POST", `/events/${event.id}/resend`, body, as);
const pendingOf = async (event: Event, as = env.client) =>
  (await env.send("GET", `/deliveries?event_id=${event.id}&status=pending`, undefined, as)).body.deliveries;

test("an event is sent again to every matching active subscription, starting with a first attempt", async () => {
  const client = await env.api.createClient();
  const { accountId } = client;
  const [one, two] = [await env.addSubscription({ accountId }), await env.addSubscription({ accountId })];
  await env.addSubscription({ accountId, events: ["payment.*"] });
  await env.addSubscription({ accountId, state: { status: "disabled", because: "requested" } });
  await env.addSubscription({ accountId, state: { status: "archived" } });
  const event = await env.happen({ accountId, isFannedOut: false });
  const { status, body } = await resend(event, undefined, client);
  expect(status).toBe(202);
  expect(body.deliveries.map((each: { subscription_id: string }) => each.subscription_id)).toEqual([
    one.id,
    two.id,
  ]);
  const pending = await pendingOf(event, client);
  expect(new Set(pending.map(({ id }: { id: string }) => id))).toEqual(
    new Set(body.deliveries.map(({ id }: { id: string }) => id)),
  );
  for (const each of pending) expect(each).toMatchObject({ reason: "resend", attempt_number: 1 });
});

test("the endpoint queue is ready immediately", async () => {
  const subscription = await env.addSubscription();
  const event = await env.happen({ isFannedOut: false });
  await resend(event, { subscription_id: subscription.id });
  const queue = await env.deps.database.first(
    statement(
      "SELECT ready_at <= now() AS ready, change_count FROM webhook_endpoint_queues WHERE subscription_id = $1",
    ),
    [subscription.id],
  );
  expect(queue).toEqual({ ready: true, changeCount: 1n });
});

test("a given subscription gets the event even if it does not match", async () => {
  const subscription = await env.addSubscription({ events: ["payment.*"] });
  const event = await env.happen({ isFannedOut: false });
  const { status, body } = await resend(event, { subscription_id: subscription.id });
  expect(status).toBe(202);
  expect(body).toEqual({ deliveries: [{ id: expect.any(String), subscription_id: subscription.id }] });
});

test.each([
  [{ status: "disabled", because: "failing" }, "the subscription is disabled"],
  [{ status: "archived" }, "the subscription is archived"],
] as const)("a subscription that is %o gets nothing", async (state, detail) => {
  const { id } = await env.addSubscription({ state });
  const event = await env.happen({ isFannedOut: false });
  expect(await resend(event, { subscription_id: id })).toMatchObject({ status: 409, body: { detail } });
  expect(await pendingOf(event)).toEqual([]);
});

test("if no subscription matches, the error says what to do", async () => {
  const client = await env.api.createClient();
  const event = await env.happen({ accountId: client.accountId });
  const { status, body } = await resend(event, {}, client);
  expect(status).toBe(422);
  expect(body.detail).toMatch(
    /^no active subscription of this account matches transfer.created; set subscription_id/,
  );
});

test("the same key resends once", async () => {
  const subscription = await env.addSubscription();
  const event = await env.happen({ isFannedOut: false });
  const send = () =>
    env.api.request("POST", `/accounts/${env.client.accountId}/webhooks/events/${event.id}/resend`, {
      token: env.client.token,
      idempotencyKey: "resend-once",
      body: { subscription_id: subscription.id },
    });
  const [first, second] = [await send(), await send()];
  expect(second.text).toBe(first.text);
  expect(await pendingOf(event)).toHaveLength(1);
});

test("a managing account resends events of managed accounts to its own subscriptions, not vice versa", async () => {
  const client = await env.api.createClient();
  const { accountId } = client;
  const managed = await addManagedAccount(env.api, accountId);
  const asManaged = { ...client, accountId: managed };
  const ownSubscription = await env.addSubscription({ accountId });
  const managedSubscription = await env.addSubscription({ accountId: managed, tenant: accountId });
  const ofManaged = await env.happen({ accountId: managed, tenant: accountId, isFannedOut: false });
  const ofManager = await env.happen({ accountId, isFannedOut: false });
  const toManager = await resend(ofManaged, {}, client);
  expect(toManager.body.deliveries).toMatchObject([{ subscription_id: ownSubscription.id }]);
  const toManaged = await resend(ofManaged, {}, asManaged);
  expect(toManaged.body.deliveries).toMatchObject([{ subscription_id: managedSubscription.id }]);
  expect((await resend(ofManager, {}, asManaged)).status).toBe(404);
  expect((await resend(ofManaged, { subscription_id: managedSubscription.id }, client)).status).toBe(404);
});

test("events and subscriptions of other accounts and of the other network are 404", async () => {
  const other = await env.api.createClient();
  const mainnet = await env.api.createClient({ accountId: env.client.accountId, network: "mainnet" });
  const subscription = await env.addSubscription();
  const event = await env.happen({ isFannedOut: false });
  const otherEvent = await env.happen({ accountId: other.accountId });
  const otherSubscription = await env.addSubscription({ accountId: other.accountId });
  expect((await resend(otherEvent)).status).toBe(404);
  expect((await resend(event, { subscription_id: otherSubscription.id })).status).toBe(404);
  expect((await resend(event, { subscription_id: subscription.id }, mainnet)).status).toBe(404);
  expect((await resend(event, {}, { ...other, accountId: env.client.accountId })).status).toBe(404);
});

test("resending needs webhooks:write and a valid body", async () => {
  const reader = await env.api.createClient({
    accountId: env.client.accountId,
    scopes: ["webhooks:read"],
  });
  const event = await env.happen({ isFannedOut: false });
  expect((await resend(event, {}, reader)).status).toBe(403);
  expect((await resend(event, { subscription_id: "x" })).body.errors[0].pointer).toBe("/subscription_id");
  expect((await resend(event, { to: "me" })).body.errors[0].pointer).toBe("/to");
});
