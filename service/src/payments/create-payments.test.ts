import { expect, test } from "vitest";
import { openPayments, received } from "../../test/payments.ts";

test("an announced incoming payment is one payment: pending first, complete when the bank reports it", async () => {
  await using env = await openPayments();
  const { database, payments, scope, account } = env;
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
  env.clock.advance(1_000);
  const bankEvent = received({ bankReference, accountNumber: opened?.accountNumber ?? "" });
  await env.hear([bankEvent]);
  await env.hear([bankEvent]);
  expect(env.owner.receivedUpdate).toMatchObject([
    { type: "received", payment: { id: announced.id, status: "complete", insertedAt: announced.insertedAt } },
  ]);
  const found = (await payments.find(database, scope, [announced.id])).get(announced.id);
  expect(found).toMatchObject({
    status: "complete",
    insertedAt: announced.insertedAt,
    updatedAt: env.clock.now(),
    details: { imad: "20261115MMQFMP9B000017" },
  });
  expect((await env.events())[0]).toMatchObject({
    type: "payment.completed",
    data: { id: announced.id, inserted_at: "2026-11-15T12:00:00.000Z" },
  });
  expect(await env.balances()).toEqual({ "clearing/test//USD": 50_000n, "external///USD": -50_000n });
});
