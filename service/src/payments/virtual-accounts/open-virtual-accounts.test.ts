import { expect, test } from "vitest";
import { openPayments } from "../../../test/payments.ts";
import { statement } from "../../db/statement.ts";

const countEntries = statement("SELECT count(*) AS count FROM virtual_account_directory");

test("with concurrent requests, each owner gets exactly one account number of its own", async () => {
  await using env = await openPayments();
  const { database, payments, scope, account } = env;
  const owners = ["01A", "01B", "01C"].map((subject) => ({ name: "automations", subject }));
  const expected = owners.map((owner) => ({ accountId: account.id, owner }));
  const orders = [expected, expected.toReversed(), expected, [...expected, ...expected]];
  const opened = await Promise.all(
    orders.map((batch) => database.transaction((tx) => payments.openVirtualAccounts(tx, scope, batch))),
  );
  const numbers = new Map<string, Set<string>>();
  for (const { owner, accountNumber } of opened.flat()) {
    numbers.set(owner.subject, (numbers.get(owner.subject) ?? new Set()).add(accountNumber));
  }
  expect([...numbers.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
  expect(new Set([...numbers.values()].flatMap((values) => [...values])).size).toBe(3);
  expect(opened[1]?.map(({ owner }) => owner.subject)).toEqual(["01C", "01B", "01A"]);
  expect(await database.first(countEntries)).toEqual({ count: 3n });
});

test("networks share no account number and no owner", async () => {
  await using env = await openPayments();
  const { database, payments, account } = env;
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
