import { afterAll, beforeAll, expect, test } from "vitest";
import { addManagedAccount } from "../../../test/token-holders.ts";
import { type HistoryWorld, openHistory } from "../../../test/webhook-history.ts";
import { statement } from "../../db/statement.ts";
import type { Event } from "../../events/index.ts";

let world: HistoryWorld;

beforeAll(async () => {
  world = await openHistory();
});

afterAll(() => world.stop());

const resend = (event: Pick<Event, "id">, body?: object, as = world.client) =>
  world.send("POST", `/events/${event.id}/resend`, body, as);
const pendingOf = async (event: Event, as = world.client) =>
  (await world.send("GET", `/deliveries?event_id=${event.id}&status=pending`, undefined, as)).body.deliveries;

test("an event goes again to every active subscription that wants it, from the first attempt on", async () => {
  const client = await world.api.createClient();
  const { accountId } = client;
  const [one, two] = [await world.addSubscription({ accountId }), await world.addSubscription({ accountId })];
  await world.addSubscription({ accountId, events: ["payment.*"] });
  await world.addSubscription({ accountId, state: { status: "disabled", because: "asked" } });
  await world.addSubscription({ accountId, state: { status: "archived" } });
  const event = await world.happen({ accountId, isFannedOut: false });
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

test("the lane of the subscription is ready at once", async () => {
  const subscription = await world.addSubscription();
  const event = await world.happen({ isFannedOut: false });
  await resend(event, { subscription_id: subscription.id });
  const lane = await world.deps.database.first(
    statement("SELECT ready_at <= now() AS ready, news FROM webhook_lanes WHERE subscription_id = $1"),
    [subscription.id],
  );
  expect(lane).toEqual({ ready: true, news: 1n });
});

test("a subscription that is named gets the event, also if it does not want such events", async () => {
  const subscription = await world.addSubscription({ events: ["payment.*"] });
  const event = await world.happen({ isFannedOut: false });
  const { status, body } = await resend(event, { subscription_id: subscription.id });
  expect(status).toBe(202);
  expect(body).toEqual({ deliveries: [{ id: expect.any(String), subscription_id: subscription.id }] });
});

test.each([
  [{ status: "disabled", because: "failing" }, "the subscription is disabled"],
  [{ status: "archived" }, "the subscription is archived"],
] as const)("a subscription that is %o gets nothing", async (state, detail) => {
  const { id } = await world.addSubscription({ state });
  const event = await world.happen({ isFannedOut: false });
  expect(await resend(event, { subscription_id: id })).toMatchObject({ status: 409, body: { detail } });
  expect(await pendingOf(event)).toEqual([]);
});

test("where nobody wants the event, the refusal says what to do", async () => {
  const client = await world.api.createClient();
  const event = await world.happen({ accountId: client.accountId });
  const { status, body } = await resend(event, {}, client);
  expect(status).toBe(422);
  expect(body.detail).toMatch(/^no active subscription of this account wants transfer.created; name one/);
});

test("the same key resends once", async () => {
  const subscription = await world.addSubscription();
  const event = await world.happen({ isFannedOut: false });
  const send = () =>
    world.api.request("POST", `/accounts/${world.client.accountId}/webhooks/events/${event.id}/resend`, {
      token: world.client.token,
      idempotencyKey: "resend-once",
      body: { subscription_id: subscription.id },
    });
  const [first, second] = [await send(), await send()];
  expect(second.text).toBe(first.text);
  expect(await pendingOf(event)).toHaveLength(1);
});

test("a managing account resends events of those that it manages to its own subscriptions, and not the other way round", async () => {
  const client = await world.api.createClient();
  const { accountId } = client;
  const managed = await addManagedAccount(world.api, accountId);
  const asManaged = { ...client, accountId: managed };
  const own = await world.addSubscription({ accountId });
  const theirs = await world.addSubscription({ accountId: managed, tenant: accountId });
  const ofManaged = await world.happen({ accountId: managed, tenant: accountId, isFannedOut: false });
  const ofManager = await world.happen({ accountId, isFannedOut: false });
  const toManager = await resend(ofManaged, {}, client);
  expect(toManager.body.deliveries).toMatchObject([{ subscription_id: own.id }]);
  const toManaged = await resend(ofManaged, {}, asManaged);
  expect(toManaged.body.deliveries).toMatchObject([{ subscription_id: theirs.id }]);
  expect((await resend(ofManager, {}, asManaged)).status).toBe(404);
  expect((await resend(ofManaged, { subscription_id: theirs.id }, client)).status).toBe(404);
});

test("events and subscriptions of others, and of the other network, do not exist", async () => {
  const other = await world.api.createClient();
  const mainnet = await world.api.createClient({ accountId: world.client.accountId, network: "mainnet" });
  const subscription = await world.addSubscription();
  const event = await world.happen({ isFannedOut: false });
  const otherEvent = await world.happen({ accountId: other.accountId });
  const otherSubscription = await world.addSubscription({ accountId: other.accountId });
  expect((await resend(otherEvent)).status).toBe(404);
  expect((await resend(event, { subscription_id: otherSubscription.id })).status).toBe(404);
  expect((await resend(event, { subscription_id: subscription.id }, mainnet)).status).toBe(404);
  expect((await resend(event, {}, { ...other, accountId: world.client.accountId })).status).toBe(404);
});

test("resending needs webhooks:write, and a body that is one", async () => {
  const reader = await world.api.createClient({
    accountId: world.client.accountId,
    scopes: ["webhooks:read"],
  });
  const event = await world.happen({ isFannedOut: false });
  expect((await resend(event, {}, reader)).status).toBe(403);
  expect((await resend(event, { subscription_id: "x" })).body.errors[0].pointer).toBe("/subscription_id");
  expect((await resend(event, { to: "me" })).body.errors[0].pointer).toBe("/to");
});
