import { expect, test } from "vitest";
import { platformTenant } from "../../../service/src/kernel/id.ts";
import { entryEvent, openPayments, received } from "../../../service/test/payments.ts";
import { openOperator } from "../../test/operator.ts";

const unmatched = { tenantId: platformTenant, network: "testnet" } as const;

test("an unmatched payment is in the list, shown individually, and matched to a treasury", async () => {
  await using operator = await openOperator();
  await using env = await openPayments({ deployment: operator });
  const owner = { name: "treasury", subject: env.account.id };
  const expected = [{ accountId: env.account.id, owner }];
  await operator.database.transaction((tx) => env.payments.openVirtualAccounts(tx, env.scope, expected));
  await env.hear([received({ reference: "for the treasury" })], unmatched);
  const [held] = await operator.responseOf<readonly { readonly id: string }[]>(["payments", "suspense"]);
  expect(held).toMatchObject({ tenant_id: null, amount: "500.00", held_reason: "unmatched" });
  const id = held?.id ?? "";
  expect(JSON.stringify(held)).not.toContain("Vanderquack");
  expect(await operator.responseOf(["payments", "show", id])).toMatchObject({
    sender_name: "Wilhelmina Vanderquack",
    payment_reference: "for the treasury",
  });
  const match = ["payments", "match", id, "--to", `treasury/${env.account.id}`, "--reason", "they said so"];
  expect(await operator.florin(match)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--yes"),
  });
  expect(await operator.responseOf([...match, "--yes"])).toMatchObject({
    owner: `treasury/${env.account.id}`,
    held_reason: null,
    tenant_id: env.account.id,
  });
  expect(await env.balances()).toMatchObject({ "treasury///USD": 50_000n });
  expect(await operator.florin(["payments", "suspense"])).toMatchObject({
    exitCode: 0,
    stderr: "No payments in suspense\n",
  });
  const actions = await operator.responseOf<readonly { readonly action: string }[]>(["audit", "list"]);
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["payment.read", "payment.match"]),
  );
});

test("a payment is returned, and an invalid return is rejected with a reason", async () => {
  await using operator = await openOperator();
  await using env = await openPayments({ deployment: operator });
  await env.hear([received()], unmatched);
  const [held] = await operator.responseOf<readonly { readonly id: string }[]>(["payments", "suspense"]);
  const id = held?.id ?? "";
  const back = (code: string) =>
    operator.florin([
      "payments",
      "return",
      id,
      "--code",
      code,
      "--reason",
      "unknown beneficiary",
      "--yes",
      "--json",
    ]);
  expect(await back("ZZ99")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("code must be one of AC01"),
  });
  const sent = await back("AC01");
  expect(sent.exitCode).toBe(0);
  const { return_id: returnId } = JSON.parse(sent.stdout) as { readonly return_id: string };
  expect(await back("AC01")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("already being returned to its sender"),
  });
  await env.hear([entryEvent("settled", returnId)], unmatched);
  const items = await operator.responseOf(["payments", "list", "--network", "testnet"]);
  expect(items).toMatchObject([
    { id: returnId, direction: "outbound", status: "complete" },
    { id, direction: "inbound", status: "returned", reason: "SENT_BACK" },
  ]);
  expect(await operator.responseOf(["payments", "list", "--network", "mainnet"])).toEqual([]);
});

test("an unknown id is rejected", async () => {
  await using operator = await openOperator();
  expect(await operator.florin(["payments", "show", "nonsense"])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("there is no payment with this id"),
  });
  const match = (to: string) =>
    operator.florin(["payments", "match", "nonsense", "--to", to, "--reason", "x", "--yes"]);
  expect(await match("transfers")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("slash") });
  expect(await match("transfers/1")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("there is no held payment with this id"),
  });
});
