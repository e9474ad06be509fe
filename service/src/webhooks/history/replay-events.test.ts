import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { addManagedAccount } from "../../../test/token-holders.ts";
import {
  dayMs,
  maxReplayed,
  openHistory,
  type TestSubscription,
  type WebhookHistoryEnvironment,
} from "../../../test/webhook-history.ts";
import { statement } from "../../db/statement.ts";
import type { Event } from "../../events/index.ts";
import { addMs, formatInstant, type Instant, systemClock } from "../../kernel/instant.ts";

let env: WebhookHistoryEnvironment;
let yesterday: Instant;

beforeAll(async () => {
  env = await openHistory();
  yesterday = addMs(systemClock.now(), -dayMs);
});

afterAll(() => env.stop());

const replay = ({ id }: TestSubscription, body: object = {}, as = env.client) =>
  env.send("POST", `/subscriptions/${id}/replay`, { since: formatInstant(yesterday), ...body }, as);

const waitingFor = async ({ id }: TestSubscription, as: TestClient = env.client) => {
  const query = `?subscription_id=${id}&status=pending&page[size]=100`;
  const { deliveries } = (await env.send("GET", `/deliveries${query}`, undefined, as)).body;
  return deliveries.map((each: { event_id: string }) => each.event_id).toReversed();
};
const idsOf = (events: readonly Event[]) => events.map(({ id }) => id);

/** A separate tenant for each test: a replay covers all its events. */
async function openTenant() {
  const client = await env.api.createClient();
  const { accountId } = client;
  const happenAt = (msLater: number, type = "transfer.created") =>
    env.happen({ accountId, type, at: addMs(yesterday, msLater), isFannedOut: false });
  return { client, accountId, happenAt };
}

test("events from since until until are sent again, oldest first, even from before the subscription", async () => {
  const { client, accountId, happenAt } = await openTenant();
  await happenAt(-1);
  const within = [await happenAt(0), await happenAt(1), await happenAt(3_599_999)];
  await happenAt(3_600_000);
  const subscription = await env.addSubscription({ accountId, createdAt: systemClock.now() });
  const until = formatInstant(addMs(yesterday, 3_600_000));
  const { status, body } = await replay(subscription, { until }, client);
  expect([status, body]).toEqual([202, { count: 3 }]);
  expect(await waitingFor(subscription, client)).toEqual(idsOf(within));
  const { deliveries } = (await env.send("GET", "/deliveries", undefined, client)).body;
  expect(deliveries[0]).toMatchObject({ reason: "replay", attempt_number: 1, status: "pending" });
});

test("only matching events are sent, and of those only the requested types", async () => {
  const { client, accountId, happenAt } = await openTenant();
  const created = await happenAt(1);
  const completed = await happenAt(2, "transfer.completed");
  const verified = await happenAt(3, "account.verification.completed");
  await happenAt(4, "payment.completed");
  const wide = await env.addSubscription({ accountId, events: ["transfer.*", "account.*"] });
  const narrow = await env.addSubscription({
    accountId,
    events: ["transfer.completed", "account.verification.*"],
  });
  expect((await replay(narrow, {}, client)).body).toEqual({ count: 2 });
  expect(await waitingFor(narrow, client)).toEqual(idsOf([completed, verified]));
  expect((await replay(wide, { types: ["payment.*"] }, client)).body).toEqual({ count: 0 });
  expect(
    (await replay(wide, { types: ["transfer.created", "account.verification.*"] }, client)).body,
  ).toEqual({
    count: 2,
  });
  expect(await waitingFor(wide, client)).toEqual(idsOf([created, verified]));
});

test("events that already wait for the subscription are left out, so a second replay adds nothing", async () => {
  const { client, accountId, happenAt } = await openTenant();
  const subscription = await env.addSubscription({ accountId });
  const queued = await env.happen({ accountId, at: addMs(yesterday, 1) });
  const other = await happenAt(2);
  const responses = await Promise.all([replay(subscription, {}, client), replay(subscription, {}, client)]);
  expect(new Set(responses.map(({ body }) => body.count))).toEqual(new Set([0, 1]));
  expect(new Set(await waitingFor(subscription, client))).toEqual(new Set(idsOf([queued, other])));
});

test("with only_failed, events that this endpoint acknowledged are not sent again", async () => {
  const { client, accountId, happenAt } = await openTenant();
  const subscription = await env.addSubscription({ accountId });
  const other = await env.addSubscription({ accountId });
  const acknowledged = await env.happen({ accountId, at: addMs(yesterday, 1) });
  const failed = await env.happen({ accountId, at: addMs(yesterday, 2) });
  const missed = await happenAt(3);
  await env.settle(acknowledged, subscription, "succeeded");
  await env.settle(failed, other, "succeeded");
  await env.settle(failed, subscription, "failed");
  await exhaust(failed, subscription);
  expect((await replay(subscription, { only_failed: true }, client)).body).toEqual({ count: 2 });
  expect(await waitingFor(subscription, client)).toEqual(idsOf([failed, missed]));
  expect((await replay(subscription, {}, client)).body).toEqual({ count: 1 });
});

/** As if the last attempt had been made. */
async function exhaust({ id }: Event, subscription: TestSubscription): Promise<void> {
  await env.deps.database.run(
    statement("DELETE FROM webhook_queue WHERE event_id = $1 AND subscription_id = $2"),
    [id, subscription.id],
  );
}

test("a managing account replays events of the accounts it manages; a managed one only its own", async () => {
  const { client, accountId, happenAt } = await openTenant();
  const managed = await addManagedAccount(env.api, accountId);
  const sibling = await addManagedAccount(env.api, accountId);
  const owner = { tenant: accountId, isFannedOut: false };
  const own = await happenAt(1);
  const theirs = await env.happen({ ...owner, accountId: managed, at: addMs(yesterday, 2) });
  const siblings = await env.happen({ ...owner, accountId: sibling, at: addMs(yesterday, 3) });
  const mainnet = await env.happen({
    accountId,
    network: "mainnet",
    at: addMs(yesterday, 4),
    isFannedOut: false,
  });
  const ofManager = await env.addSubscription({ accountId });
  const ofManaged = await env.addSubscription({ accountId: managed, tenant: accountId });
  const onMainnet = await env.addSubscription({ accountId, network: "mainnet" });
  expect((await replay(ofManager, {}, client)).body.count).toBe(3);
  expect(await waitingFor(ofManager, client)).toEqual(idsOf([own, theirs, siblings]));
  const asManaged = { ...client, accountId: managed };
  expect((await replay(ofManaged, {}, asManaged)).body.count).toBe(1);
  expect(await waitingFor(ofManaged, asManaged)).toEqual(idsOf([theirs]));
  const mainnetClient = await env.api.createClient({ accountId, network: "mainnet" });
  expect((await replay(onMainnet, {}, mainnetClient)).body.count).toBe(1);
  expect(await waitingFor(onMainnet, mainnetClient)).toEqual(idsOf([mainnet]));
});

test.each([
  [{ status: "disabled", because: "gone" }, "the subscription is disabled"],
  [{ status: "archived" }, "the subscription is archived"],
] as const)("a subscription that is %o gets nothing", async (state, detail) => {
  const subscription = await env.addSubscription({ state });
  expect(await replay(subscription)).toMatchObject({ status: 409, body: { detail } });
});

test("subscriptions of other accounts and of the other network are 404", async () => {
  const other = await env.api.createClient();
  const mainnet = await env.api.createClient({ accountId: env.client.accountId, network: "mainnet" });
  const subscription = await env.addSubscription();
  expect((await replay(subscription, {}, other)).status).toBe(404);
  expect((await replay(subscription, {}, mainnet)).status).toBe(404);
  expect((await replay(subscription, {}, { ...other, accountId: env.client.accountId })).status).toBe(404);
  const reader = await env.api.createClient({
    accountId: env.client.accountId,
    scopes: ["webhooks:read"],
  });
  expect((await replay(subscription, {}, reader)).status).toBe(403);
});

test.each([
  [{ since: "yesterday" }, "/since"],
  [{ since: undefined }, "/since"],
  [{ types: [] }, "/types"],
  [{ types: Array.from({ length: 51 }, () => "transfer.*") }, "/types"],
  [{ types: ["transfer"] }, "/types/0"],
  [{ only_failed: "yes" }, "/only_failed"],
  [{ from: 1 }, "/from"],
])("%o is refused at %s", async (body, pointer) => {
  const { status, body: response } = await replay(await env.addSubscription(), body);
  expect(status).toBe(400);
  expect(response.errors[0].pointer).toBe(pointer);
});

test("up to the maximum is sent; with one more, it is refused", async () => {
  const { client, accountId, happenAt } = await openTenant();
  const subscription = await env.addSubscription({ accountId });
  const other = await env.addSubscription({ accountId });
  for (let count = 0; count < maxReplayed; count += 1) await happenAt(count);
  expect((await replay(subscription, {}, client)).body).toEqual({ count: maxReplayed });
  await happenAt(maxReplayed);
  const { status, body } = await replay(other, {}, client);
  expect(status).toBe(422);
  expect(body.detail).toMatch(
    /^more than 20 events match, which is the maximum; narrow the replay with since/,
  );
  expect(await waitingFor(other, client)).toEqual([]);
  expect((await replay(subscription, {}, client)).body).toEqual({ count: 1 });
});
