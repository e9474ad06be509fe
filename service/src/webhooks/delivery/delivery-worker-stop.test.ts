import { expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { createGate } from "../../../test/gate.ts";
import { createSenderDouble, openWebhooks, responded } from "../../../test/webhooks.ts";

test("a result after the worker has stopped is not written, and another worker sends the event again", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  await env.subscribe({ accountId });
  await env.happen(accountId, ["transfer.created"]);
  await env.handOut();
  const [response, ended] = [createGate(), createGate()];
  const hanging = createSenderDouble(async () => {
    await response.opened;
    return responded(204);
  });
  const deliveryWorker = env.startDeliveryWorker({ sender: hanging, report: () => ended.open() });
  await eventually(() => expect(hanging.posts).toHaveLength(1));
  await deliveryWorker.stop(10);
  response.open();
  await ended.opened;
  // By then the database is closed, and the worker must not keep trying to write.
  await new Promise((resolve) => setImmediate(resolve));
  expect(await env.queued()).toHaveLength(1);
  expect(await env.attempts()).toEqual([]);
  const sender = createSenderDouble(() => responded(204));
  env.startDeliveryWorker({ sender });
  await eventually(async () => expect(await env.attempts()).toHaveLength(1));
  expect(sender.posts).toHaveLength(1);
});
