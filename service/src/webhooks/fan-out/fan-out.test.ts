import { expect, test } from "vitest";
import { openWebhooks } from "../../../test/webhooks.ts";
import { statement } from "../../db/statement.ts";
import { addMs, instantFromMs, systemClock } from "../../kernel/instant.ts";
import { putEventsInLine } from "./store.ts";

test("an event is queued once for each matching subscription, and for no other", async () => {
  await using env = await openWebhooks();
  const managing = await env.addAccount();
  const managed = await env.addAccount(managing);
  const sibling = await env.addAccount(managing);
  const stranger = await env.addAccount();
  const own = { accountId: managed, manager: managing };
  const wanting = [
    await env.subscribe({ ...own, events: ["account.verification.completed"] }),
    await env.subscribe({ ...own, events: ["transfer.*", "account.verification.*"] }),
    await env.subscribe({ accountId: managing, events: ["account.*", "account.verification.completed"] }),
  ];
  await env.subscribe({ ...own, events: ["transfer.*"] });
  await env.subscribe({ ...own, events: ["account.*"], network: "mainnet" });
  await env.subscribe({ accountId: sibling, manager: managing, events: ["account.*"] });
  await env.subscribe({ accountId: stranger, events: ["account.*"] });
  const [event] = await env.happen(managed, ["account.verification.completed"], { manager: managing });
  await env.handOut();
  const queued = await env.queued();
  expect(queued.map(({ subscriptionId }) => subscriptionId).sort()).toEqual(
    wanting.map(({ id }) => id as string).sort(),
  );
  expect(new Set(queued.map(({ eventId }) => eventId))).toEqual(new Set([event?.id]));
  expect(new Set(queued.map(({ id }) => id)).size).toBe(3);
  for (const { id } of queued) expect(id).toMatch(/^[0-9A-Z]{26}$/);
});

test("an event of the managing account itself reaches its subscription once", async () => {
  await using env = await openWebhooks();
  const managing = await env.addAccount();
  await env.subscribe({ accountId: managing });
  await env.happen(managing, ["transfer.created"]);
  await env.handOut();
  expect(await env.queued()).toHaveLength(1);
});

test("a subscription does not get events from before it was created", async () => {
  let now = instantFromMs(1_700_000_000_000);
  await using env = await openWebhooks({ now: () => now });
  const accountId = await env.addAccount();
  await env.happen(accountId, ["transfer.created"]);
  now = addMs(now, 1);
  await env.subscribe({ accountId });
  await env.handOut();
  expect(await env.queued()).toEqual([]);
  await env.happen(accountId, ["transfer.completed"]);
  await env.handOut();
  expect(await env.queued()).toMatchObject([{ eventType: "transfer.completed" }]);
});

test("an account's events are queued in sequence order", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  const types = Array.from({ length: 40 }, (_, index) => `transfer.number_${String(index).padStart(2, "0")}`);
  for (const type of types) await env.happen(accountId, [type]);
  await env.handOut();
  const queued = await env.queued();
  const inOrder = queued.toSorted((left, right) => left.dueAt - right.dueAt);
  expect(inOrder).toHaveLength(types.length);
  expect(new Set(inOrder.map(({ eventType }) => eventType))).toEqual(new Set(types));
  const dueAts = types.map((type) => queued.find(({ eventType }) => eventType === type)?.dueAt ?? 0);
  expect(dueAts).toEqual(dueAts.toSorted((left, right) => left - right));
});

test("thousands of archived subscriptions cost an event nothing", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  const { id } = await env.subscribe({ accountId });
  await env.database.run(archiveMany, [id, 20_000]);
  const events = await env.happen(accountId, ["transfer.created"]);
  const read = await env.database.transaction(async (tx) => {
    expect(await putEventsInLine(tx, events, systemClock.now())).toHaveLength(1);
    return tx.first(rowsRead);
  });
  expect(read?.rows).toBeLessThan(100);
});

const archiveMany = statement(`
  INSERT INTO webhook_subscriptions (tenant_id, network, id, account_id, url, events, status, secret, created_at, updated_at)
  SELECT tenant_id, network, 'archived ' || number, account_id, url, events, 'archived', secret, created_at, updated_at
    FROM webhook_subscriptions CROSS JOIN generate_series(1, $2::integer) AS number WHERE id = $1`);
const rowsRead = statement<{ readonly rows: number }>(`
  SELECT (seq_tup_read + idx_tup_fetch)::integer AS rows FROM pg_stat_xact_user_tables
   WHERE relname = 'webhook_subscriptions'`);

test("a subscription does not get events from while it is disabled", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  const { id } = await env.subscribe({ accountId });
  const disable =
    "UPDATE webhook_subscriptions SET status = 'disabled', disabled_because = 'requested' WHERE id = $1";
  await env.database.run(statement(disable), [id]);
  await env.happen(accountId, ["transfer.created"]);
  await env.handOut();
  expect(await env.queued()).toEqual([]);
});
