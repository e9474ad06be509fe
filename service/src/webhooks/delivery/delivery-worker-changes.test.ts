import { expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { createGate } from "../../../test/gate.ts";
import { createSenderDouble, openWebhooks, responded } from "../../../test/webhooks.ts";
import { statement } from "../../db/statement.ts";
import { systemClock } from "../../kernel/instant.ts";
import { openQueue } from "../subscriptions/store.ts";

/** A busy machine must renew it in time. */
const leaseMs = 4_000;
const move = statement("UPDATE webhook_subscriptions SET url = $2 WHERE id = $1");

test("a 410 from the old URL does not disable the subscription, and the new URL gets the event", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  const subscription = await env.subscribe({ accountId, url: "https://old.example/" });
  await env.happen(accountId, ["transfer.created"]);
  await env.handOut();
  const gate = createGate();
  const sender = createSenderDouble(async ({ url }) => {
    if (!url.includes("old")) return responded(200);
    await gate.opened;
    return responded(410);
  });
  env.startDeliveryWorker({ sender, leaseMs });
  await eventually(() => expect(sender.posts).toHaveLength(1));
  const before = await updateOf();
  await env.database.run(move, [subscription.id, "https://new.example/"]);
  await openQueue(env.database, subscription, systemClock.now());
  // A heartbeat has seen the new URL when the lease ends later than at the time of the change.
  const changedAt = systemClock.now();
  await eventually(async () => expect((await updateOf())?.heldUntil).toBeGreaterThan(changedAt + leaseMs));
  expect(before?.changeCount).toBeLessThan((await updateOf())?.changeCount ?? 0);
  gate.open();
  await eventually(async () => expect(await env.attempts()).toHaveLength(1));
  expect(await env.attempts()).toMatchObject([{ status: "failed", statusCode: 410 }]);
  await env.database.run(statement("UPDATE webhook_queue SET due_at = now()"));
  await openQueue(env.database, subscription, systemClock.now());
  await eventually(async () => expect((await env.attempts()).at(-1)).toMatchObject({ status: "succeeded" }));
  expect(sender.posts.map(({ url }) => url)).toEqual(["https://old.example/", "https://new.example/"]);

  function updateOf() {
    return env.database.first(
      statement<{ readonly changeCount: number; readonly heldUntil: number }>(
        `SELECT change_count::integer AS change_count, ready_at AS held_until FROM webhook_endpoint_queues`,
      ),
    );
  }
});

test("a subscription whose secret cannot be opened delays no other", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  for (let count = 0; count < 5; count += 1) {
    await env.subscribe({ accountId, url: `https://${count}.example/` });
  }
  const { id } = await env.subscribe({ accountId, url: "https://broken.example/" });
  for (let count = 5; count < 10; count += 1) {
    await env.subscribe({ accountId, url: `https://${count}.example/` });
  }
  await env.database.run(statement("UPDATE webhook_subscriptions SET secret = $2 WHERE id = $1"), [
    id,
    Buffer.alloc(60),
  ]);
  await env.happen(accountId, ["transfer.created"]);
  await env.handOut();
  const sender = createSenderDouble(() => responded(200));
  // A queue that is not held by then would not be claimed again before the end of the test.
  env.startDeliveryWorker({ sender, leaseMs: 600_000 });
  await eventually(async () => expect(await env.attempts()).toHaveLength(10));
  expect(await env.queued()).toMatchObject([{ subscriptionId: id }]);
  expect(env.errors).toMatchObject([{ message: expect.stringContaining(id) }]);
});
