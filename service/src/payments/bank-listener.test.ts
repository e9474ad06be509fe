import { expect, test } from "vitest";
import {
  entryEvent,
  newIncomingPayment,
  openPayments,
  type PaymentsEnvironment,
  received,
  returnReason,
} from "../../test/payments.ts";
import { dumpTables } from "../../test/table-dump.ts";
import { statement } from "../db/statement.ts";
import { platformTenant } from "../kernel/id.ts";
import { createBankListener } from "./bank-listener.ts";
import { heldPaymentRows } from "./list-payments.ts";
import type { PaymentOwnerRef } from "./payment.ts";

const unmatched = { tenantId: platformTenant, network: "testnet" } as const;

test("an order creates a payment and a bank entry with the same id", async () => {
  await using env = await openPayments();
  const id = await env.order({ rail: "wire", reference: "Invoice 17", links: { transferId: "01T" } });
  expect(await paymentOf(env, id)).toMatchObject({
    direction: "outbound",
    type: "wire",
    status: "pending",
    amountCents: 12_345n,
    accountId: env.account.id,
    links: { transferId: "01T", automationId: "01JD7Q2M8W3T5V6X9YZABCDEFG" },
  });
  expect(env.bank.entries).toMatchObject([
    {
      kind: "payment",
      id,
      subject: id,
      rail: "wire",
      counterparty: { name: "Wilhelmina Vanderquack", routingNumber: "021000021", address: { zip: "10001" } },
      statement: { name: "Acme", memo: "Invoice 17" },
    },
  ]);
});

test.each(["individual", "business", undefined] as const)(
  "the bank entry of a bank address with the holder type %s has it as its holder",
  async (holderType) => {
    await using env = await openPayments();
    const addressId = await env.addBank(holderType === undefined ? {} : { holder_type: holderType });
    await env.order({ addressId });
    expect(env.bank.entries.map((entry) => "counterparty" in entry && entry.counterparty.holder)).toEqual([
      holderType,
    ]);
  },
);

test("a settled payment is complete, its owner is notified, and the event matches the specification", async () => {
  await using env = await openPayments();
  const id = await env.order();
  env.clock.advance(1_000);
  await env.hear([entryEvent("settled", id), entryEvent("settled", id)]);
  await env.hear([entryEvent("settled", id)]);
  expect(env.owner.receivedUpdate.map(({ type }) => type)).toEqual(["settled"]);
  expect(await paymentOf(env, id)).toMatchObject({
    status: "complete",
    details: { traceNumber: "021000020000017" },
  });
  expect(await env.events()).toEqual([
    {
      accountId: env.account.id,
      type: "payment.completed",
      data: {
        id,
        account_id: env.account.id,
        status: "complete",
        amount: { value: "123.45", currency: "USD" },
        direction: "outbound",
        type: "ach",
        inserted_at: "2026-11-15T12:00:00.000Z",
        updated_at: "2026-11-15T12:00:01.000Z",
      },
    },
    { accountId: env.account.id, type: "test.settled", data: { id } },
  ]);
  expect(await env.balances()).toEqual({
    "clearing/test//USD": -12_345n,
    "external///USD": 12_345n,
  });
});

test("a payment that the bank rejects fails, and nothing is posted", async () => {
  await using env = await openPayments();
  const id = await env.order();
  await env.hear([entryEvent("rejected", id)]);
  expect(env.owner.receivedUpdate).toMatchObject([{ type: "rejected", reason: returnReason }]);
  expect(await paymentOf(env, id)).toMatchObject({ status: "failed", reason: returnReason });
  expect(await env.balances()).toEqual({});
});

test("a complete debit can be returned, and its owner is notified", async () => {
  await using env = await openPayments();
  const id = await env.order({ rail: "ach_debit" });
  await env.hear([entryEvent("settled", id)]);
  expect(await env.balances()).toEqual({ "clearing/test//USD": 12_345n, "external///USD": -12_345n });
  await env.hear([entryEvent("returned", id)]);
  await env.hear([entryEvent("returned", id), entryEvent("settled", id)]);
  expect(env.owner.receivedUpdate).toMatchObject([
    { type: "settled", payment: { direction: "inbound" } },
    { type: "returned", wasComplete: true, reason: returnReason },
  ]);
  expect(await env.balances()).toEqual({});
  const earlier = await env.order({ rail: "ach_debit" });
  await env.hear([entryEvent("returned", earlier), entryEvent("settled", earlier)]);
  expect(env.owner.receivedUpdate.at(-1)).toMatchObject({ type: "returned", wasComplete: false });
});

test("an order can be withdrawn until it is in a file", async () => {
  await using env = await openPayments();
  const [early, late] = [await env.order(), await env.order()];
  env.bank.file(late);
  const { database, payments, scope } = env;
  expect(await database.transaction((tx) => payments.withdraw(tx, scope, early))).toBe(true);
  expect(await database.transaction((tx) => payments.withdraw(tx, scope, late))).toBe(false);
  expect(await paymentOf(env, early)).toMatchObject({ status: "failed", reason: { code: "WITHDRAWN" } });
  expect(await paymentOf(env, late)).toMatchObject({ status: "pending" });
  expect(env.owner.receivedUpdate).toEqual([]);
});

test("a contradicting bank event is reported and changes nothing", async () => {
  await using env = await openPayments();
  const contradictions: unknown[] = [];
  const onContradiction = (contradiction: unknown) => contradictions.push(contradiction);
  const listener = createBankListener({ ...env.listenerDeps, onContradiction });
  const id = await env.order();
  await env.hear([entryEvent("rejected", id)]);
  await env.database.transaction((tx) => listener.heard(tx, env.scope, [entryEvent("settled", id)]));
  expect(contradictions).toEqual([{ paymentId: id, status: "failed", event: "settled" }]);
  expect(await paymentOf(env, id)).toMatchObject({ status: "failed" });
});

test("a notification of change marks the bank address as outdated, and the payment still completes", async () => {
  await using env = await openPayments();
  const addressId = await env.addBank();
  const id = await env.order({ addressId });
  await env.hear([entryEvent("notification_of_change", id), entryEvent("settled", id)]);
  await env.hear([entryEvent("notification_of_change", id)]);
  const marked = statement("SELECT address_id FROM bank_details WHERE needs_update");
  expect(await env.database.rows(marked)).toEqual([{ addressId }]);
  expect(await paymentOf(env, id)).toMatchObject({ status: "complete", correctionCode: "C01" });
  expect(await auditedActions(env)).toEqual(["address.need_update", "payment.complete"]);
});

test("an owner has one account number, and an incoming payment is received once", async () => {
  await using env = await openPayments();
  const ref = { name: "automations", subject: "01AUTOMATION" };
  const first = await openAccount(env, ref);
  expect(await openAccount(env, ref)).toEqual(first);
  expect(first).toMatchObject({ owner: ref, routingNumber: "021000021", bankName: "First Bank of Larkspur" });
  expect(first.accountNumber).toMatch(/^7700\d{10}$/);
  const incomingPayment = newIncomingPayment({ accountNumber: first.accountNumber });
  const bankEvent = { type: "received", incomingPayment } as const;
  expect(await env.listener.tenantOf(env.database, "testnet", [incomingPayment])).toEqual([
    env.scope.tenantId,
  ]);
  await env.hear([bankEvent, bankEvent]);
  await env.hear([bankEvent]);
  expect(env.owner.receivedUpdate).toMatchObject([
    {
      type: "received",
      funds: { kind: "external" },
      payment: {
        status: "complete",
        accountId: env.account.id,
        owner: ref,
        details: { senderName: "Wilhelmina Vanderquack", imad: "20261115MMQFMP9B000017" },
      },
    },
  ]);
  expect((await env.events()).map(({ type }) => type)).toEqual(["payment.completed", "test.received"]);
  expect(await env.balances()).toEqual({ "clearing/test//USD": 50_000n, "external///USD": -50_000n });
});

test("the memo identifies the owner when the account number is unknown, only in its network", async () => {
  await using env = await openPayments();
  const { memo, accountNumber } = await openAccount(env, { name: "automations", subject: "01A" });
  const reference = `thanks! ${memo.toLowerCase().replace("-", " ")} / Q3`;
  const incomingPayment = newIncomingPayment({ reference });
  const { listener, database } = env;
  expect(await listener.tenantOf(database, "testnet", [incomingPayment])).toEqual([env.scope.tenantId]);
  expect(await listener.tenantOf(database, "mainnet", [incomingPayment])).toEqual([undefined]);
  const wrong = newIncomingPayment({ accountNumber: `${accountNumber.slice(0, -1)}x` });
  expect(await listener.tenantOf(database, "testnet", [wrong])).toEqual([undefined]);
  await env.hear([{ type: "received", incomingPayment }]);
  expect(env.owner.receivedUpdate).toMatchObject([
    { type: "received", payment: { owner: { subject: "01A" } } },
  ]);
});

test("an unmatched payment is held in suspense, and no owner is notified", async () => {
  await using env = await openPayments();
  await env.hear([received()], unmatched);
  expect(await heldReasons(env)).toEqual(["unmatched"]);
  expect(await env.events()).toEqual([]);
  expect(await env.balances(unmatched)).toEqual({
    "external///USD": -50_000n,
    "suspense/unmatched//USD": 50_000n,
  });
});

test("a payment whose account number and memo have different owners is held for manual review", async () => {
  await using env = await openPayments();
  const first = await openAccount(env, { name: "automations", subject: "01A" });
  const second = await openAccount(env, { name: "automations", subject: "01B" });
  await env.hear([received({ accountNumber: first.accountNumber, reference: second.memo })]);
  await env.hear([received({ reference: `${first.memo} ${second.memo}` })]);
  expect(await heldReasons(env)).toEqual(["contradictory", "contradictory"]);
  expect(env.owner.receivedUpdate).toEqual([]);
});

test("a payment from a sanctioned or unnamed sender is held before its owner receives it", async () => {
  await using env = await openPayments();
  const { accountNumber } = await openAccount(env, { name: "automations", subject: "01A" });
  const held: string[] = [];
  const onHeld = ({ hold }: { readonly hold: { readonly reason: string } | undefined }) =>
    held.push(hold?.reason ?? "");
  const listener = createBankListener({ ...env.listenerDeps, onHeld });
  const senders = ["Viktor Zarnovsky", "QUORVAX MARITIME LLC", undefined, "  "];
  const bankEvents = senders.map((senderName) => received({ accountNumber, senderName }));
  await env.database.transaction((tx) => listener.heard(tx, env.scope, bankEvents));
  expect(held).toEqual(["sanctioned_sender", "sanctioned_sender", "unnamed_sender", "unnamed_sender"]);
  expect(env.owner.receivedUpdate).toEqual([]);
  const [first] = (await heldPaymentRows(env.keyRing).read(env.database, {}, { limit: 1 })).items;
  expect(first?.hold?.screening?.hitUids).toContain("1");
  expect(await env.balances()).toEqual({
    "external///USD": -200_000n,
    [`suspense/${env.account.id}//USD`]: 200_000n,
  });
});

test("a payment that its owner refuses goes to suspense with the reason", async () => {
  await using env = await openPayments();
  const { accountNumber } = await openAccount(env, { name: "automations", subject: "01A" });
  env.owner.refuse("the amount is another one");
  await env.hear([received({ accountNumber })]);
  const [held] = (await heldPaymentRows(env.keyRing).read(env.database, {}, { limit: 10 })).items;
  expect(held).toMatchObject({ hold: { reason: "refused", note: "the amount is another one" } });
  expect(await env.balances()).toEqual({
    "external///USD": -50_000n,
    [`suspense/${env.account.id}//USD`]: 50_000n,
  });
});

test("an owner links a payment to its transfer", async () => {
  await using env = await openPayments();
  const { accountNumber } = await openAccount(env, { name: "automations", subject: "01A" });
  env.owner.linkTo("01TRANSFER");
  await env.hear([received({ accountNumber })]);
  const id = env.owner.receivedUpdate[0]?.payment.id ?? "";
  expect(await paymentOf(env, id)).toMatchObject({
    links: { automationId: "01A", transferId: "01TRANSFER" },
  });
});

test("sender data is sealed, and appears in no event and no audit log entry", async () => {
  await using env = await openPayments();
  const { accountNumber } = await openAccount(env, { name: "automations", subject: "01A" });
  await env.hear([received({ accountNumber, reference: "for the Larkspur estate" })]);
  await env.hear([received({ reference: "for the Larkspur estate" })], unmatched);
  const text = Object.values(await dumpTables(env.database)).join("\n");
  for (const secret of ["Vanderquack", "Larkspur estate", "998877665544", "Second Bank"]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString("hex"));
  }
});

async function openAccount(env: PaymentsEnvironment, owner: PaymentOwnerRef) {
  const { database, payments, scope, account } = env;
  const [opened] = await database.transaction((tx) =>
    payments.openVirtualAccounts(tx, scope, [{ accountId: account.id, owner }]),
  );
  if (opened === undefined) throw new Error("no account number was opened");
  const found = await payments.findVirtualAccounts(database, scope, [owner, { ...owner, subject: "none" }]);
  expect([...found]).toEqual([[owner.subject, opened]]);
  return opened;
}

async function paymentOf({ payments, database, scope }: PaymentsEnvironment, id: string) {
  return [...(await payments.find(database, scope, [id as never])).values()][0];
}

async function heldReasons(env: PaymentsEnvironment): Promise<readonly (string | undefined)[]> {
  const held = await heldPaymentRows(env.keyRing).read(env.database, {}, { limit: 100 });
  return held.items.map(({ hold }) => hold?.reason);
}

const selectActions = statement<{ readonly action: string }>(`
  SELECT action FROM audit_log WHERE actor_id = 'payments.bank' ORDER BY action`);

async function auditedActions({ database }: PaymentsEnvironment): Promise<readonly string[]> {
  return (await database.rows(selectActions)).map(({ action }) => action);
}
