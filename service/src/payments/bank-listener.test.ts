import { expect, test } from "vitest";
import {
  entryWord,
  newReceipt,
  openPayments,
  type PaymentsWorld,
  received,
  returnReason,
} from "../../test/payments.ts";
import { dumpTables } from "../../test/table-dump.ts";
import { statement } from "../db/statement.ts";
import { platformTenant } from "../kernel/id.ts";
import { createBankListener } from "./bank-listener.ts";
import type { PaymentOwnerRef } from "./payment.ts";
import { selectHeld } from "./suspense/store.ts";

const unmatched = { tenantId: platformTenant, network: "testnet" } as const;

test("an order becomes a payment and an entry at the bank with the same id", async () => {
  await using world = await openPayments();
  const id = await world.order({ rail: "wire", memo: "Invoice 17", links: { transferId: "01T" } });
  expect(await paymentOf(world, id)).toMatchObject({
    direction: "outbound",
    type: "wire",
    status: "pending",
    amountCents: 12_345n,
    accountId: world.account.id,
    links: { transferId: "01T", automationId: "01JD7Q2M8W3T5V6X9YZABCDEFG" },
  });
  expect(world.bank.entries).toMatchObject([
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

test("a payment that settles is complete, its owner hears of it, and the event is as the specification has it", async () => {
  await using world = await openPayments();
  const id = await world.order();
  world.clock.advance(1_000);
  await world.hear([entryWord("settled", id), entryWord("settled", id)]);
  await world.hear([entryWord("settled", id)]);
  expect(world.owner.heardNews.map(({ type }) => type)).toEqual(["completed"]);
  expect(await paymentOf(world, id)).toMatchObject({
    status: "complete",
    details: { traceNumber: "021000020000017" },
  });
  expect(await world.events()).toEqual([
    {
      accountId: world.account.id,
      type: "payment.completed",
      data: {
        id,
        account_id: world.account.id,
        status: "complete",
        amount: { value: "123.45", currency: "USD" },
        direction: "outbound",
        type: "ach",
        inserted_at: "2026-11-15T12:00:00.000Z",
        updated_at: "2026-11-15T12:00:01.000Z",
      },
    },
    { accountId: world.account.id, type: "test.completed", data: { id } },
  ]);
  expect(await world.balances()).toEqual({
    "clearing/test//USD": -12_345n,
    "external///USD": 12_345n,
  });
});

test("a payment that the bank rejects has failed, and nothing is posted", async () => {
  await using world = await openPayments();
  const id = await world.order();
  await world.hear([entryWord("rejected", id)]);
  expect(world.owner.heardNews).toMatchObject([{ type: "failed", reason: returnReason }]);
  expect(await paymentOf(world, id)).toMatchObject({ status: "failed", reason: returnReason });
  expect(await world.balances()).toEqual({});
});

test("a debit that is returned after it was complete is returned, and its owner is told so", async () => {
  await using world = await openPayments();
  const id = await world.order({ rail: "ach_debit" });
  await world.hear([entryWord("settled", id)]);
  expect(await world.balances()).toEqual({ "clearing/test//USD": 12_345n, "external///USD": -12_345n });
  await world.hear([entryWord("returned", id)]);
  await world.hear([entryWord("returned", id), entryWord("settled", id)]);
  expect(world.owner.heardNews).toMatchObject([
    { type: "completed", payment: { direction: "inbound" } },
    { type: "returned", wasComplete: true, reason: returnReason },
  ]);
  expect(await world.balances()).toEqual({});
  const earlier = await world.order({ rail: "ach_debit" });
  await world.hear([entryWord("returned", earlier), entryWord("settled", earlier)]);
  expect(world.owner.heardNews.at(-1)).toMatchObject({ type: "returned", wasComplete: false });
});

test("an order can be taken back until it is in a file", async () => {
  await using world = await openPayments();
  const [early, late] = [await world.order(), await world.order()];
  world.bank.file(late);
  const { database, payments, scope } = world;
  expect(await database.transaction((tx) => payments.withdraw(tx, scope, early))).toBe(true);
  expect(await database.transaction((tx) => payments.withdraw(tx, scope, late))).toBe(false);
  expect(await paymentOf(world, early)).toMatchObject({ status: "failed", reason: { code: "WITHDRAWN" } });
  expect(await paymentOf(world, late)).toMatchObject({ status: "pending" });
  expect(world.owner.heardNews).toEqual([]);
});

test("what a bank takes back after it said it is reported, and changes nothing", async () => {
  await using world = await openPayments();
  const contradictions: unknown[] = [];
  const onContradiction = (one: unknown) => contradictions.push(one);
  const listener = createBankListener({ ...world.listenerDeps, onContradiction });
  const id = await world.order();
  await world.hear([entryWord("rejected", id)]);
  await world.database.transaction((tx) => listener.heard(tx, world.scope, [entryWord("settled", id)]));
  expect(contradictions).toEqual([{ paymentId: id, status: "failed", word: "settled" }]);
  expect(await paymentOf(world, id)).toMatchObject({ status: "failed" });
});

test("a correction marks the bank address as one that needs an update, and the money has moved all the same", async () => {
  await using world = await openPayments();
  const addressId = await world.addBank();
  const id = await world.order({ addressId });
  await world.hear([entryWord("corrected", id), entryWord("settled", id)]);
  await world.hear([entryWord("corrected", id)]);
  const marked = statement("SELECT address_id FROM bank_details WHERE needs_update");
  expect(await world.database.rows(marked)).toEqual([{ address_id: addressId }]);
  expect(await paymentOf(world, id)).toMatchObject({ status: "complete", correctionCode: "C01" });
  expect(await auditedActions(world)).toEqual(["address.need_update", "payment.complete"]);
});

test("an owner has one account number, at which money is received for it once", async () => {
  await using world = await openPayments();
  const ref = { name: "automations", subject: "01AUTOMATION" };
  const first = await openAccount(world, ref);
  expect(await openAccount(world, ref)).toEqual(first);
  expect(first).toMatchObject({ owner: ref, routingNumber: "021000021", bankName: "First Bank of Larkspur" });
  expect(first.accountNumber).toMatch(/^7700\d{10}$/);
  const receipt = newReceipt({ accountNumber: first.accountNumber });
  const happening = { type: "received", receipt } as const;
  expect(await world.listener.tenantOf(world.database, "testnet", [receipt])).toEqual([world.scope.tenantId]);
  await world.hear([happening, happening]);
  await world.hear([happening]);
  expect(world.owner.heardNews).toMatchObject([
    {
      type: "received",
      funds: { kind: "external" },
      payment: {
        status: "complete",
        accountId: world.account.id,
        owner: ref,
        details: { senderName: "Wilhelmina Vanderquack", imad: "20261115MMQFMP9B000017" },
      },
    },
  ]);
  expect((await world.events()).map(({ type }) => type)).toEqual(["payment.completed", "test.received"]);
  expect(await world.balances()).toEqual({ "clearing/test//USD": 50_000n, "external///USD": -50_000n });
});

test("the memo finds the owner when the number is nobody's, and only in its network", async () => {
  await using world = await openPayments();
  const { memo, accountNumber } = await openAccount(world, { name: "automations", subject: "01A" });
  const reference = `thanks! ${memo.toLowerCase().replace("-", " ")} / Q3`;
  const receipt = newReceipt({ reference });
  const { listener, database } = world;
  expect(await listener.tenantOf(database, "testnet", [receipt])).toEqual([world.scope.tenantId]);
  expect(await listener.tenantOf(database, "mainnet", [receipt])).toEqual([undefined]);
  const wrong = newReceipt({ accountNumber: `${accountNumber.slice(0, -1)}x` });
  expect(await listener.tenantOf(database, "testnet", [wrong])).toEqual([undefined]);
  await world.hear([{ type: "received", receipt }]);
  expect(world.owner.heardNews).toMatchObject([{ type: "received", payment: { owner: { subject: "01A" } } }]);
});

test("money for nobody waits in suspense, and nobody is told", async () => {
  await using world = await openPayments();
  await world.hear([received()], unmatched);
  expect(await heldReasons(world)).toEqual(["unmatched"]);
  expect(await world.events()).toEqual([]);
  expect(await world.balances(unmatched)).toEqual({
    "external///USD": -50_000n,
    "suspense/unmatched//USD": 50_000n,
  });
});

test("money whose number and memo are of different owners waits for a person", async () => {
  await using world = await openPayments();
  const one = await openAccount(world, { name: "automations", subject: "01A" });
  const other = await openAccount(world, { name: "automations", subject: "01B" });
  await world.hear([received({ accountNumber: one.accountNumber, reference: other.memo })]);
  await world.hear([received({ reference: `${one.memo} ${other.memo}` })]);
  expect(await heldReasons(world)).toEqual(["contradictory", "contradictory"]);
  expect(world.owner.heardNews).toEqual([]);
});

test("money of a sender on the sanctions list, or without a name, is held before anybody takes it", async () => {
  await using world = await openPayments();
  const { accountNumber } = await openAccount(world, { name: "automations", subject: "01A" });
  const held: string[] = [];
  const onHeld = ({ hold }: { readonly hold: { readonly reason: string } | undefined }) =>
    held.push(hold?.reason ?? "");
  const listener = createBankListener({ ...world.listenerDeps, onHeld });
  const senders = ["Viktor Zarnovsky", "QUORVAX MARITIME LLC", undefined, "  "];
  const happenings = senders.map((senderName) => received({ accountNumber, senderName }));
  await world.database.transaction((tx) => listener.heard(tx, world.scope, happenings));
  expect(held).toEqual(["listed_sender", "listed_sender", "unnamed_sender", "unnamed_sender"]);
  expect(world.owner.heardNews).toEqual([]);
  const [first] = await selectHeld(world, world.database, { afterId: "", limit: 1 });
  expect(first?.hold?.screening?.hitUids).toContain("1");
  expect(await world.balances()).toEqual({
    "external///USD": -200_000n,
    [`suspense/${world.account.id}//USD`]: 200_000n,
  });
});

test("money that its owner refuses goes to suspense with the reason", async () => {
  await using world = await openPayments();
  const { accountNumber } = await openAccount(world, { name: "automations", subject: "01A" });
  world.owner.refuse("the amount is another one");
  await world.hear([received({ accountNumber })]);
  const [held] = await selectHeld(world, world.database, { afterId: "", limit: 10 });
  expect(held).toMatchObject({ hold: { reason: "refused", note: "the amount is another one" } });
  expect(await world.balances()).toEqual({
    "external///USD": -50_000n,
    [`suspense/${world.account.id}//USD`]: 50_000n,
  });
});

test("an owner says what a payment belongs to", async () => {
  await using world = await openPayments();
  const { accountNumber } = await openAccount(world, { name: "automations", subject: "01A" });
  world.owner.linkTo("01TRANSFER");
  await world.hear([received({ accountNumber })]);
  const id = world.owner.heardNews[0]?.payment.id ?? "";
  expect(await paymentOf(world, id)).toMatchObject({
    links: { automationId: "01A", transferId: "01TRANSFER" },
  });
});

test("what a sender says of himself is sealed, and in no event and no audit entry", async () => {
  await using world = await openPayments();
  const { accountNumber } = await openAccount(world, { name: "automations", subject: "01A" });
  await world.hear([received({ accountNumber, reference: "for the Larkspur estate" })]);
  await world.hear([received({ reference: "for the Larkspur estate" })], unmatched);
  const text = Object.values(await dumpTables(world.database)).join("\n");
  for (const secret of ["Vanderquack", "Larkspur estate", "998877665544", "Second Bank"]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString("hex"));
  }
});

async function openAccount(world: PaymentsWorld, owner: PaymentOwnerRef) {
  const { database, payments, scope, account } = world;
  const [opened] = await database.transaction((tx) =>
    payments.openVirtualAccounts(tx, scope, [{ accountId: account.id, owner }]),
  );
  if (opened === undefined) throw new Error("no account number was opened");
  const found = await payments.findVirtualAccounts(database, scope, [owner, { ...owner, subject: "none" }]);
  expect([...found]).toEqual([[owner.subject, opened]]);
  return opened;
}

async function paymentOf({ payments, database, scope }: PaymentsWorld, id: string) {
  return [...(await payments.find(database, scope, [id as never])).values()][0];
}

async function heldReasons(world: PaymentsWorld): Promise<readonly (string | undefined)[]> {
  const held = await selectHeld(world, world.database, { afterId: "", limit: 100 });
  return held.map(({ hold }) => hold?.reason);
}

const selectActions = statement(`
  SELECT action FROM audit_log WHERE actor_id = 'payments.bank' ORDER BY action`);

async function auditedActions({ database }: PaymentsWorld): Promise<readonly string[]> {
  return (await database.rows<{ readonly action: string }>(selectActions)).map(({ action }) => action);
}
