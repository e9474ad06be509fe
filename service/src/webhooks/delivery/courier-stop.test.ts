import { expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { createGate } from "../../../test/gate.ts";
import { answered, createSenderDouble, openWebhooks } from "../../../test/webhooks.ts";

test("what ends after its courier has stopped is not written, and another one sends it", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  await world.subscribe({ accountId });
  await world.happen(accountId, ["transfer.created"]);
  await world.handOut();
  const [answer, ended] = [createGate(), createGate()];
  const hanging = createSenderDouble(async () => {
    await answer.opened;
    return answered(204);
  });
  const courier = world.startCourier({ sender: hanging, report: () => ended.open() });
  await eventually(() => expect(hanging.posts).toHaveLength(1));
  await courier.stop(10);
  answer.open();
  await ended.opened;
  // By then whoever stopped it has closed the database, and nobody should go on trying to write.
  await new Promise((resolve) => setImmediate(resolve));
  expect(await world.queued()).toHaveLength(1);
  expect(await world.attempts()).toEqual([]);
  const sender = createSenderDouble(() => answered(204));
  world.startCourier({ sender });
  await eventually(async () => expect(await world.attempts()).toHaveLength(1));
  expect(sender.posts).toHaveLength(1);
});
