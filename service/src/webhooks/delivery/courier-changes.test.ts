import { expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { createGate } from "../../../test/gate.ts";
import { answered, createSenderDouble, openWebhooks } from "../../../test/webhooks.ts";
import { statement } from "../../db/statement.ts";
import { systemClock } from "../../kernel/instant.ts";
import { openLane } from "./lane-store.ts";

const move = statement("UPDATE webhook_subscriptions SET url = $2 WHERE id = $1");

test("an address that says 410 after the endpoint has moved stops nothing, and the new one gets the event", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  const subscription = await world.subscribe({ accountId, url: "https://old.example/" });
  await world.happen(accountId, ["transfer.created"]);
  await world.handOut();
  const gate = createGate();
  const sender = createSenderDouble(async ({ url }) => {
    if (!url.includes("old")) return answered(200);
    await gate.opened;
    return answered(410);
  });
  world.startCourier({ sender, leaseMs: 400 });
  await eventually(() => expect(sender.posts).toHaveLength(1));
  const before = await newsOf();
  await world.database.run(move, [subscription.id, "https://new.example/"]);
  await openLane(world.database, subscription, systemClock.now());
  // A look at the lane has found the new address when it is held for longer than at the time of the change.
  const changedAt = systemClock.now();
  await eventually(async () => expect((await newsOf())?.heldUntil).toBeGreaterThan(changedAt + 400));
  expect(before?.news).toBeLessThan((await newsOf())?.news ?? 0);
  gate.open();
  await eventually(async () => expect(await world.attempts()).toHaveLength(1));
  expect(await world.attempts()).toMatchObject([{ status: "failed", status_code: 410 }]);
  await world.database.run(statement("UPDATE webhook_queue SET due_at = now()"));
  await openLane(world.database, subscription, systemClock.now());
  await eventually(async () =>
    expect((await world.attempts()).at(-1)).toMatchObject({ status: "succeeded" }),
  );
  expect(sender.posts.map(({ url }) => url)).toEqual(["https://old.example/", "https://new.example/"]);

  function newsOf() {
    return world.database.first<{ readonly news: number; readonly heldUntil: number }>(
      statement(`SELECT news::integer, ready_at AS "heldUntil" FROM webhook_lanes`),
    );
  }
});

test("a subscription whose secret cannot be opened holds nobody else up", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  for (let count = 0; count < 5; count += 1) {
    await world.subscribe({ accountId, url: `https://${count}.example/` });
  }
  const { id } = await world.subscribe({ accountId, url: "https://broken.example/" });
  for (let count = 5; count < 10; count += 1) {
    await world.subscribe({ accountId, url: `https://${count}.example/` });
  }
  await world.database.run(statement("UPDATE webhook_subscriptions SET secret = $2 WHERE id = $1"), [
    id,
    Buffer.alloc(60),
  ]);
  await world.happen(accountId, ["transfer.created"]);
  await world.handOut();
  const sender = createSenderDouble(() => answered(200));
  // What is not held by then would not be claimed again before the end of the test.
  world.startCourier({ sender, leaseMs: 600_000 });
  await eventually(async () => expect(await world.attempts()).toHaveLength(10));
  expect(await world.queued()).toMatchObject([{ subscription_id: id }]);
  expect(world.errors).toMatchObject([{ message: expect.stringContaining(id) }]);
});
