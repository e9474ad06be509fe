import { expect, test } from "vitest";
import { openWebhooks } from "../../../test/webhooks.ts";
import { statement } from "../../db/statement.ts";
import { addMs, instantFromMs, systemClock } from "../../kernel/instant.ts";
import { putEventsInLine } from "./store.ts";

test("an event is put in line once for each subscription that wants it, and for no other", async () => {
  await using world = await openWebhooks();
  const managing = await world.addAccount();
  const managed = await world.addAccount(managing);
  const sibling = await world.addAccount(managing);
  const stranger = await world.addAccount();
  const own = { accountId: managed, manager: managing };
  const wanting = [
    await world.subscribe({ ...own, events: ["account.verification.completed"] }),
    await world.subscribe({ ...own, events: ["transfer.*", "account.verification.*"] }),
    await world.subscribe({ accountId: managing, events: ["account.*", "account.verification.completed"] }),
  ];
  await world.subscribe({ ...own, events: ["transfer.*"] });
  await world.subscribe({ ...own, events: ["account.*"], network: "mainnet" });
  await world.subscribe({ accountId: sibling, manager: managing, events: ["account.*"] });
  await world.subscribe({ accountId: stranger, events: ["account.*"] });
  const [event] = await world.happen(managed, ["account.verification.completed"], { manager: managing });
  await world.handOut();
  const queued = await world.queued();
  expect(queued.map(({ subscription_id }) => subscription_id).sort()).toEqual(
    wanting.map(({ id }) => id as string).sort(),
  );
  expect(new Set(queued.map(({ event_id }) => event_id))).toEqual(new Set([event?.id]));
  expect(new Set(queued.map(({ id }) => id)).size).toBe(3);
  for (const { id } of queued) expect(id).toMatch(/^[0-9A-Z]{26}$/);
});

test("what a managing account does itself reaches its subscription once", async () => {
  await using world = await openWebhooks();
  const managing = await world.addAccount();
  await world.subscribe({ accountId: managing });
  await world.happen(managing, ["transfer.created"]);
  await world.handOut();
  expect(await world.queued()).toHaveLength(1);
});

test("a subscription is not told of what happened before it", async () => {
  let now = instantFromMs(1_700_000_000_000);
  await using world = await openWebhooks({ now: () => now });
  const accountId = await world.addAccount();
  await world.happen(accountId, ["transfer.created"]);
  now = addMs(now, 1);
  await world.subscribe({ accountId });
  await world.handOut();
  expect(await world.queued()).toEqual([]);
  await world.happen(accountId, ["transfer.completed"]);
  await world.handOut();
  expect(await world.queued()).toMatchObject([{ event_type: "transfer.completed" }]);
});

test("an account's events stand in line in the order in which they happened", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  await world.subscribe({ accountId });
  const types = Array.from({ length: 40 }, (_, index) => `transfer.number_${String(index).padStart(2, "0")}`);
  for (const type of types) await world.happen(accountId, [type]);
  await world.handOut();
  const queued = await world.queued();
  const inOrder = queued.toSorted((left, right) => left.due_at - right.due_at);
  expect(inOrder).toHaveLength(types.length);
  expect(new Set(inOrder.map(({ event_type }) => event_type))).toEqual(new Set(types));
  const dueAts = types.map((type) => queued.find(({ event_type }) => event_type === type)?.due_at ?? 0);
  expect(dueAts).toEqual(dueAts.toSorted((left, right) => left - right));
});

test("thousands of archived subscriptions cost an event nothing", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  const { id } = await world.subscribe({ accountId });
  await world.database.run(archiveMany, [id, 20_000]);
  const events = await world.happen(accountId, ["transfer.created"]);
  const read = await world.database.transaction(async (tx) => {
    expect(await putEventsInLine(tx, events, systemClock.now())).toBe(1);
    return tx.first<{ readonly rows: number }>(rowsRead);
  });
  expect(read?.rows).toBeLessThan(100);
});

const archiveMany = statement(`
  INSERT INTO webhook_subscriptions (tenant_id, network, id, account_id, url, events, status, secret, created_at, updated_at)
  SELECT tenant_id, network, 'archived ' || number, account_id, url, events, 'archived', secret, created_at, updated_at
    FROM webhook_subscriptions CROSS JOIN generate_series(1, $2::integer) AS number WHERE id = $1`);
const rowsRead = statement(`
  SELECT (seq_tup_read + idx_tup_fetch)::integer AS rows FROM pg_stat_xact_user_tables
   WHERE relname = 'webhook_subscriptions'`);

test("a subscription is not told of what happens while it is disabled", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  const { id } = await world.subscribe({ accountId });
  const disable =
    "UPDATE webhook_subscriptions SET status = 'disabled', disabled_because = 'asked' WHERE id = $1";
  await world.database.run(statement(disable), [id]);
  await world.happen(accountId, ["transfer.created"]);
  await world.handOut();
  expect(await world.queued()).toEqual([]);
});
