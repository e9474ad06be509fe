import { afterAll, beforeAll, expect, test } from "vitest";
import { openSubscriptions, type SubscriptionsEnvironment } from "../../../test/subscriptions.ts";
import { statement } from "../../db/statement.ts";
import { createEventLog, readEvents } from "../../events/index.ts";
import { createIdFactory, parseId, tenantOf } from "../../kernel/id.ts";
import { formatInstant, type Instant, systemClock } from "../../kernel/instant.ts";
import { disableSubscription } from "./disable-subscription.ts";

let env: SubscriptionsEnvironment;

beforeAll(async () => {
  env = await openSubscriptions();
});

afterAll(() => env.stop());

const change = (id: string, body: object) => env.send("PATCH", `/subscriptions/${id}`, { body });
const failingSince = "2026-11-10T08:00:00.000Z";

test("a new subscription has an endpoint queue with no work due", async () => {
  const before = env.nudges();
  const { id } = await env.create();
  expect(await queueOf(id)).toEqual({ isReady: false, failures: 0, changeCount: 0n, network: "testnet" });
  expect(env.nudges()).toBe(before);
});

test("health is shown, and it is reset by activating, changing the URL, and archiving", async () => {
  const { id } = await env.create();
  const path = `/subscriptions/${id}`;
  const steps: readonly (readonly [string, () => Promise<unknown>, boolean])[] = [
    ["a new description", () => change(id, { description: "New", url: "https://example.com/hooks" }), false],
    ["disabled", () => change(id, { status: "disabled" }), false],
    ["another URL while disabled", () => change(id, { url: "https://example.org/" }), false],
    ["active", () => change(id, { status: "active" }), true],
    ["active again", () => change(id, { status: "active" }), false],
    ["another URL", () => change(id, { url: "https://example.net/" }), true],
    ["archived", () => env.send("DELETE", path), true],
  ];
  for (const [what, step, isFresh] of steps) {
    await fail(id);
    expect((await env.send("GET", `/${id}`)).body.failing_since, what).toBe(failingSince);
    const before = env.nudges();
    await step();
    expect((await queueOf(id)).isReady, what).toBe(isFresh);
    expect((await env.send("GET", `/${id}`)).body.failing_since, what).toBe(isFresh ? null : failingSince);
    expect(env.nudges() - before, what).toBe(isFresh ? 1 : 0);
  }
});

test("the list shows the health of each subscription", async () => {
  const as = await env.api.createClient();
  const [ill, well] = [await env.create(undefined, as), await env.create(undefined, as)];
  await fail(ill.id);
  const { body } = await env.send("GET", "", { as });
  expect(body.subscriptions.map((each: typeof ill) => [each.id, each.failing_since])).toEqual([
    [well.id, null],
    [ill.id, failingSince],
  ]);
});

test("disabling an endpoint publishes one event and leaves the endpoint queue alone", async () => {
  const as = await env.api.createClient();
  const { id } = await env.create({ url: "https://hooks.example.com/x", events: ["payment.*"] }, as);
  await fail(id);
  expect(await disableEndpoint(id, "gone")).toBe(true);
  expect(await disableEndpoint(id, "failing")).toBe(false);
  const { body } = await env.send("GET", `/${id}`, { as });
  expect(body).toMatchObject({ status: "disabled", disabled_reason: "gone", failing_since: failingSince });
  expect((await queueOf(id)).isReady).toBe(false);
  const owner = { tenantId: tenantOf(as.accountId), network: "testnet", accountId: as.accountId } as const;
  const events = await readEvents(env.api.database, { ...owner, order: "oldest_first", limit: 10 });
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    [
      "webhook.subscription.disabled",
      {
        account_id: as.accountId,
        subscription_id: id,
        url_host: "hooks.example.com",
        reason: "gone",
        updated_at: formatInstant(env.clock.now()),
      },
    ],
  ]);
  expect(await env.api.database.rows(auditOf, [id])).toEqual([
    { action: "webhook_subscription.create", actorType: "application" },
    { action: "webhook_subscription.disable", actorType: "system" },
  ]);
});

test.each(["disabled", "archived", "nowhere"])("a subscription that is %s is not disabled", async (state) => {
  const { id } = await env.create();
  if (state === "disabled") await change(id, { status: "disabled" });
  if (state === "archived") await env.send("DELETE", `/subscriptions/${id}`);
  const before = (await env.send("GET", `/${id}`)).body;
  expect(await disableEndpoint(state === "nowhere" ? "01JD7Q2M8W3T5V6X9YZABCDEFG" : id, "failing")).toBe(
    false,
  );
  expect((await env.send("GET", `/${id}`)).body).toEqual(before);
});

test("an endpoint is not disabled for responses of its earlier URL", async () => {
  const { id } = await env.create();
  const { url } = (await env.send("GET", `/${id}`)).body as { readonly url: string };
  await change(id, { url: `${url}/moved` });
  expect(await disableEndpoint(id, "gone", url)).toBe(false);
  expect((await env.send("GET", `/${id}`)).body).toMatchObject({ status: "active" });
  expect(await disableEndpoint(id, "gone")).toBe(true);
});

async function disableEndpoint(
  text: string,
  because: "gone" | "failing",
  failedUrl?: string,
): Promise<boolean> {
  const id = parseId<"webhook_subscription">(text);
  if (id === undefined) throw new Error("no id");
  const { database } = env.api;
  const row = await database.first(tenantOfSubscription, [id]);
  const tenantId = row?.tenantId ?? tenantOf(env.client.accountId);
  const url = failedUrl ?? row?.url ?? "https://nowhere.example/";
  const wakeUp = { nudge: () => {} };
  const newId = createIdFactory(systemClock);
  const eventLog = createEventLog({ clock: env.clock, newId, wakeUp });
  const deps = { ...env.deps, eventLog };
  return database.transaction((tx) =>
    disableSubscription(deps, tx, { tenantId, network: "testnet", id, url }, because),
  );
}

async function fail(id: string): Promise<void> {
  await env.api.database.run(makeFail, [id, failingSince]);
}

async function queueOf(id: string) {
  const row = await env.api.database.first(findQueue, [id]);
  if (row === undefined) throw new Error("there is no endpoint queue");
  const { readyAt, ...rest } = row;
  return { ...rest, isReady: readyAt !== undefined };
}

interface Queue {
  readonly readyAt: Instant | undefined;
  readonly failures: number;
  readonly changeCount: bigint;
  readonly network: string;
}

const makeFail = statement(`
  UPDATE webhook_endpoint_queues SET failures_in_a_row = 3, failing_since = $2::timestamptz, ready_at = NULL
  WHERE subscription_id = $1`);
const findQueue = statement<Queue>(`
  SELECT ready_at, failures_in_a_row AS failures, change_count, network FROM webhook_endpoint_queues WHERE subscription_id = $1`);
const tenantOfSubscription = statement<{ tenantId: never; url: string }>(
  `SELECT tenant_id, url FROM webhook_subscriptions WHERE id = $1`,
);
const auditOf = statement(`
  SELECT action, actor_type FROM audit_log WHERE subject_id = $1 ORDER BY id`);
