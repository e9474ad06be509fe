import { expect, test } from "vitest";
import { entryEvent, openPayments, type PaymentsEnvironment } from "../../test/payments.ts";
import { findAddress, loadBankDetails } from "../addresses/index.ts";
import { statement } from "../db/statement.ts";
import type { CorrectedAccount } from "../rails/nacha/corrected-data.ts";

const nothing: CorrectedAccount = {
  routingNumber: undefined,
  accountNumber: undefined,
  accountType: undefined,
};
const noc = (id: string, corrected?: Partial<CorrectedAccount>) =>
  entryEvent("notification_of_change", id, corrected && { ...nothing, ...corrected });

async function detailsOf(env: PaymentsEnvironment, addressId: string) {
  const address = await findAddress(env.database, { ...env.scope, addressId });
  if (address === undefined) throw new Error("the address exists");
  return (await loadBankDetails(env, env.database, [address])).get(address.id);
}

const selectAudit = statement<{ action: string; before: unknown; after: unknown }>(`
  SELECT action, before, after FROM audit_log
  WHERE action IN ('address.correct', 'address.need_update') ORDER BY id`);

async function updates(env: PaymentsEnvironment) {
  return (await env.events()).filter(({ type }) => type === "address.updated").map(({ data }) => data);
}

test("corrected account data are stored once, with one event, and used by the next payment", async () => {
  await using env = await openPayments();
  const addressId = await env.addBank();
  const [first, second] = [await env.order({ addressId }), await env.order({ addressId })];
  const before = await detailsOf(env, addressId);
  env.clock.advance(1_000);
  const corrected = {
    routingNumber: "011000015",
    accountNumber: "00-9876543210",
    accountType: "savings",
  } as const;
  await env.hear([noc(first, corrected), noc(first, corrected)]);
  await env.hear([noc(first, corrected)]);
  await env.hear([noc(second, corrected)]);
  expect(await detailsOf(env, addressId)).toEqual({
    ...before,
    routingNumber: "011000015",
    accountNumber: "009876543210",
    accountType: "savings",
  });
  expect(await updates(env)).toEqual([
    {
      id: addressId,
      account_id: env.account.id,
      changed: ["account_number", "routing_number", "account_type"],
      needs_update: false,
      reason: { code: "C01", text: "Incorrect account number" },
      updated_at: expect.any(String),
    },
  ]);
  expect(await env.database.rows(selectAudit)).toEqual([
    {
      action: "address.correct",
      before: expect.objectContaining({ routing_number: "021000021", account_type: "checking" }),
      after: {
        account_number: "****3210",
        routing_number: "011000015",
        account_type: "savings",
        reason: "C01",
        payment_id: first,
      },
    },
  ]);
  await env.order({ addressId });
  expect(env.bank.entries.at(-1)).toMatchObject({
    counterparty: { routingNumber: "011000015", accountNumber: "009876543210", accountType: "savings" },
  });
});

test.each([
  ["no corrected account data", undefined],
  ["a routing number that no bank has", { routingNumber: "999999992" }],
  ["an account number that no bank has", { accountNumber: "12/34" }],
])("a notification of change with %s is left to the owner, once", async (_, corrected) => {
  await using env = await openPayments();
  const addressId = await env.addBank();
  const id = await env.order({ addressId });
  const before = await detailsOf(env, addressId);
  await env.hear([noc(id, corrected)]);
  await env.hear([noc(id, corrected)]);
  expect(await detailsOf(env, addressId)).toEqual({ ...before, needsUpdate: true });
  expect(await updates(env)).toMatchObject([{ id: addressId, changed: [], needs_update: true }]);
  expect(await env.database.rows(selectAudit)).toMatchObject([
    { action: "address.need_update", after: { needs_update: true, reason: "C01", payment_id: id } },
  ]);
});

test("a correction to a bank account that the account has already is left to the owner", async () => {
  await using env = await openPayments();
  const [addressId, otherId] = [await env.addBank(), await env.addBank()];
  const other = await detailsOf(env, otherId);
  const id = await env.order({ addressId });
  await env.hear([noc(id, { accountNumber: other?.accountNumber })]);
  expect(await detailsOf(env, addressId)).toMatchObject({ needsUpdate: true });
  expect(await updates(env)).toMatchObject([{ id: addressId, changed: [], needs_update: true }]);
});
