import { expect, test } from "vitest";
import { openPayments, received } from "../../test/payments.ts";

test("a receipt that was announced is one payment: pending at first, complete when the bank tells of it", async () => {
  await using world = await openPayments();
  const { database, payments, scope, account } = world;
  const owner = { name: "automations", subject: "01A" };
  const [opened] = await database.transaction((tx) =>
    payments.openVirtualAccounts(tx, scope, [{ accountId: account.id, owner }]),
  );
  const bankReference = "SANDBOX-1";
  const announced = await database.transaction((tx) =>
    payments.announce(tx, scope, {
      bankReference,
      accountId: account.id,
      owner,
      type: "wire",
      amountCents: 50_000n,
      senderName: "Wilhelmina Vanderquack",
      reference: undefined,
    }),
  );
  expect(announced).toMatchObject({ status: "pending", direction: "inbound" });
  world.clock.advance(1_000);
  const happening = received({ bankReference, accountNumber: opened?.accountNumber ?? "" });
  await world.hear([happening]);
  await world.hear([happening]);
  expect(world.owner.heardNews).toMatchObject([
    { type: "received", payment: { id: announced.id, status: "complete", insertedAt: announced.insertedAt } },
  ]);
  const found = (await payments.find(database, scope, [announced.id])).get(announced.id);
  expect(found).toMatchObject({
    status: "complete",
    insertedAt: announced.insertedAt,
    updatedAt: world.clock.now(),
    details: { imad: "20261115MMQFMP9B000017" },
  });
  expect((await world.events())[0]).toMatchObject({
    type: "payment.completed",
    data: { id: announced.id, inserted_at: "2026-11-15T12:00:00.000Z" },
  });
  expect(await world.balances()).toEqual({ "clearing/test//USD": 50_000n, "external///USD": -50_000n });
});
