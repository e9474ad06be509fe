import { afterAll, beforeAll, expect, test } from "vitest";
import { openSubscriptions, type SubscriptionsWorld } from "../../../test/subscriptions.ts";
import { statement } from "../../db/statement.ts";
import { createEventLog, readEvents } from "../../events/index.ts";
import { createIdFactory, parseId, tenantOf } from "../../kernel/id.ts";
import { formatInstant, type Instant, systemClock } from "../../kernel/instant.ts";
import { disableSubscription } from "./disable-subscription.ts";

let world: SubscriptionsWorld;

beforeAll(async () => {
  world = await openSubscriptions();
});

afterAll(() => world.stop());

const change = (id: string, body: object) => world.send("PATCH", `/subscriptions/${id}`, { body });
const failingSince = "2026-11-10T08:00:00.000Z";

test("a subscription has a lane from the beginning, which nobody needs to look at yet", async () => {
  const before = world.nudges();
  const { id } = await world.create();
  expect(await laneOf(id)).toEqual({ isReady: false, failures: 0, news: 0n, network: "testnet" });
  expect(world.nudges()).toBe(before);
});

test("health is shown, and a fresh start comes with being active again, another address, and archiving", async () => {
  const { id } = await world.create();
  const path = `/subscriptions/${id}`;
  const steps: readonly (readonly [string, () => Promise<unknown>, boolean])[] = [
    ["a new name", () => change(id, { description: "New", url: "https://example.com/hooks" }), false],
    ["disabled", () => change(id, { status: "disabled" }), false],
    ["another address while disabled", () => change(id, { url: "https://example.org/" }), false],
    ["active", () => change(id, { status: "active" }), true],
    ["active again", () => change(id, { status: "active" }), false],
    ["another address", () => change(id, { url: "https://example.net/" }), true],
    ["archived", () => world.send("DELETE", path), true],
  ];
  for (const [what, step, isFresh] of steps) {
    await fail(id);
    expect((await world.send("GET", `/${id}`)).body.failing_since, what).toBe(failingSince);
    const before = world.nudges();
    await step();
    expect((await laneOf(id)).isReady, what).toBe(isFresh);
    expect((await world.send("GET", `/${id}`)).body.failing_since, what).toBe(isFresh ? null : failingSince);
    expect(world.nudges() - before, what).toBe(isFresh ? 1 : 0);
  }
});

test("what the list shows of health is each one's own", async () => {
  const as = await world.api.createClient();
  const [ill, well] = [await world.create(undefined, as), await world.create(undefined, as)];
  await fail(ill.id);
  const { body } = await world.send("GET", "", { as });
  expect(body.subscriptions.map((each: typeof ill) => [each.id, each.failing_since])).toEqual([
    [well.id, null],
    [ill.id, failingSince],
  ]);
});

test("who gives up on an endpoint tells its owner, once, and lets the lane be", async () => {
  const as = await world.api.createClient();
  const { id } = await world.create({ url: "https://hooks.example.com/x", events: ["payment.*"] }, as);
  await fail(id);
  expect(await giveUp(id, "gone")).toBe(true);
  expect(await giveUp(id, "failing")).toBe(false);
  const { body } = await world.send("GET", `/${id}`, { as });
  expect(body).toMatchObject({ status: "disabled", disabled_reason: "gone", failing_since: failingSince });
  expect((await laneOf(id)).isReady).toBe(false);
  const owner = { tenantId: tenantOf(as.accountId), network: "testnet", accountId: as.accountId } as const;
  const events = await readEvents(world.api.database, { ...owner, order: "oldest_first", limit: 10 });
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    [
      "webhook.subscription.disabled",
      {
        account_id: as.accountId,
        subscription_id: id,
        url_host: "hooks.example.com",
        reason: "gone",
        updated_at: formatInstant(world.clock.now()),
      },
    ],
  ]);
  expect(await world.api.database.rows(auditOf, [id])).toEqual([
    { action: "webhook_subscription.create", actor_type: "application" },
    { action: "webhook_subscription.disable", actor_type: "system" },
  ]);
});

test.each(["disabled", "archived", "nowhere"])("nobody gives up on what is %s", async (state) => {
  const { id } = await world.create();
  if (state === "disabled") await change(id, { status: "disabled" });
  if (state === "archived") await world.send("DELETE", `/subscriptions/${id}`);
  const before = (await world.send("GET", `/${id}`)).body;
  expect(await giveUp(state === "nowhere" ? "01JD7Q2M8W3T5V6X9YZABCDEFG" : id, "failing")).toBe(false);
  expect((await world.send("GET", `/${id}`)).body).toEqual(before);
});

test("nobody gives up on an endpoint for what an earlier address of it said", async () => {
  const { id } = await world.create();
  const { url } = (await world.send("GET", `/${id}`)).body as { readonly url: string };
  await change(id, { url: `${url}/moved` });
  expect(await giveUp(id, "gone", url)).toBe(false);
  expect((await world.send("GET", `/${id}`)).body).toMatchObject({ status: "active" });
  expect(await giveUp(id, "gone")).toBe(true);
});

async function giveUp(text: string, because: "gone" | "failing", failedUrl?: string): Promise<boolean> {
  const id = parseId<"webhook_subscription">(text);
  if (id === undefined) throw new Error("no id");
  const { database } = world.api;
  const row = await database.first<{ tenant_id: never; url: string }>(tenantOfSubscription, [id]);
  const tenantId = row?.tenant_id ?? tenantOf(world.client.accountId);
  const url = failedUrl ?? row?.url ?? "https://nowhere.example/";
  const wakeUp = { nudge: () => {} };
  const newId = createIdFactory(systemClock);
  const eventLog = createEventLog({ clock: world.clock, newId, wakeUp });
  const deps = { ...world.deps, eventLog };
  return database.transaction((tx) =>
    disableSubscription(deps, tx, { tenantId, network: "testnet", id, url }, because),
  );
}

async function fail(id: string): Promise<void> {
  await world.api.database.run(makeFail, [id, failingSince]);
}

async function laneOf(id: string) {
  const row = await world.api.database.first<Lane>(findLane, [id]);
  if (row === undefined) throw new Error("there is no lane");
  const { ready_at, ...rest } = row;
  return { ...rest, isReady: ready_at !== null };
}

interface Lane {
  readonly ready_at: Instant | null;
  readonly failures: number;
  readonly news: bigint;
  readonly network: string;
}

const makeFail = statement(`
  UPDATE webhook_lanes SET failures_in_a_row = 3, failing_since = $2::timestamptz, ready_at = NULL
  WHERE subscription_id = $1`);
const findLane = statement(`
  SELECT ready_at, failures_in_a_row AS failures, news, network FROM webhook_lanes WHERE subscription_id = $1`);
const tenantOfSubscription = statement(`SELECT tenant_id, url FROM webhook_subscriptions WHERE id = $1`);
const auditOf = statement(`
  SELECT action, actor_type FROM audit_log WHERE subject_id = $1 ORDER BY id`);
