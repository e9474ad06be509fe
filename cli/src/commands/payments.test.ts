import { expect, test } from "vitest";
import { platformTenant } from "../../../service/src/kernel/id.ts";
import { entryWord, openPayments, received } from "../../../service/test/payments.ts";
import { openOperator } from "../../test/operator.ts";

const unmatched = { tenantId: platformTenant, network: "testnet" } as const;

test("money of nobody is listed, looked at, and given to a treasury", async () => {
  await using operator = await openOperator();
  await using world = await openPayments({ deployment: operator });
  const owner = { name: "treasury", subject: world.account.id };
  const wanted = [{ accountId: world.account.id, owner }];
  await operator.database.transaction((tx) => world.payments.openVirtualAccounts(tx, world.scope, wanted));
  await world.hear([received({ reference: "for the treasury" })], unmatched);
  const [held] = await operator.answerOf<readonly { readonly id: string }[]>(["payments", "suspense"]);
  expect(held).toMatchObject({ tenant_id: null, amount: "500.00", held_reason: "unmatched" });
  const id = held?.id ?? "";
  expect(JSON.stringify(held)).not.toContain("Vanderquack");
  expect(await operator.answerOf(["payments", "show", id])).toMatchObject({
    sender_name: "Wilhelmina Vanderquack",
    payment_reference: "for the treasury",
  });
  const match = ["payments", "match", id, "--to", `treasury/${world.account.id}`, "--reason", "they said so"];
  expect(await operator.florin(match)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--yes"),
  });
  expect(await operator.answerOf([...match, "--yes"])).toMatchObject({
    owner: `treasury/${world.account.id}`,
    held_reason: null,
    tenant_id: world.account.id,
  });
  expect(await world.balances()).toMatchObject({ "treasury///USD": 50_000n });
  expect(await operator.florin(["payments", "suspense"])).toMatchObject({
    exitCode: 0,
    stderr: "there are no payments in suspense\n",
  });
  const actions = await operator.answerOf<readonly { readonly action: string }[]>(["audit", "list"]);
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["payment.read", "payment.match"]),
  );
});

test("money is sent back, and what cannot be done is told in words", async () => {
  await using operator = await openOperator();
  await using world = await openPayments({ deployment: operator });
  await world.hear([received()], unmatched);
  const [held] = await operator.answerOf<readonly { readonly id: string }[]>(["payments", "suspense"]);
  const id = held?.id ?? "";
  const back = (code: string) =>
    operator.florin(["payments", "return", id, "--code", code, "--reason", "nobody's", "--yes", "--json"]);
  expect(await back("ZZ99")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("code must be one of AC01"),
  });
  const sent = await back("AC01");
  expect(sent.exitCode).toBe(0);
  const { return_id: returnId } = JSON.parse(sent.stdout) as { readonly return_id: string };
  expect(await back("AC01")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("on its way back to its sender"),
  });
  await world.hear([entryWord("settled", returnId)], unmatched);
  const listed = await operator.answerOf(["payments", "list", "--network", "testnet"]);
  expect(listed).toMatchObject([
    { id: returnId, direction: "outbound", status: "complete" },
    { id, direction: "inbound", status: "returned", reason: "SENT_BACK" },
  ]);
  expect(await operator.answerOf(["payments", "list", "--network", "mainnet"])).toEqual([]);
});

test("what names nothing is refused", async () => {
  await using operator = await openOperator();
  expect(await operator.florin(["payments", "show", "nonsense"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("no payment has this id"),
  });
  const match = (to: string) =>
    operator.florin(["payments", "match", "nonsense", "--to", to, "--reason", "x", "--yes"]);
  expect(await match("transfers")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("slash") });
  expect(await match("transfers/1")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("no held payment has this id"),
  });
});
