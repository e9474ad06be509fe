import { expect, test } from "vitest";
import { openPayments } from "../../../test/payments.ts";
import { statement } from "../../db/statement.ts";

const countEntries = statement("SELECT count(*) AS count FROM virtual_account_directory");

test("whoever opens account numbers at one moment, each owner gets one, and nobody another's", async () => {
  await using world = await openPayments();
  const { database, payments, scope, account } = world;
  const owners = ["01A", "01B", "01C"].map((subject) => ({ name: "automations", subject }));
  const wanted = owners.map((owner) => ({ accountId: account.id, owner }));
  const orders = [wanted, wanted.toReversed(), wanted, [...wanted, ...wanted]];
  const opened = await Promise.all(
    orders.map((some) => database.transaction((tx) => payments.openVirtualAccounts(tx, scope, some))),
  );
  const numbers = new Map<string, Set<string>>();
  for (const { owner, accountNumber } of opened.flat()) {
    numbers.set(owner.subject, (numbers.get(owner.subject) ?? new Set()).add(accountNumber));
  }
  expect([...numbers.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
  expect(new Set([...numbers.values()].flatMap((some) => [...some])).size).toBe(3);
  expect(opened[1]?.map(({ owner }) => owner.subject)).toEqual(["01C", "01B", "01A"]);
  expect(await database.first(countEntries)).toEqual({ count: 3n });
});

test("the networks share no number and no owner", async () => {
  await using world = await openPayments();
  const { database, payments, account } = world;
  const owner = { name: "automations", subject: "01A" };
  const opened = await database.transaction(async (tx) => {
    const open = (network: "testnet" | "mainnet") =>
      payments.openVirtualAccounts(tx, { tenantId: account.tenantId, network }, [
        { accountId: account.id, owner },
      ]);
    return [...(await open("testnet")), ...(await open("mainnet"))];
  });
  expect(new Set(opened.map(({ accountNumber }) => accountNumber)).size).toBe(2);
});
