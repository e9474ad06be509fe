import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { createRecordingOwner } from "../../../test/payment-doubles.ts";
import { entryWord, openPayments, type PaymentsWorld, received } from "../../../test/payments.ts";
import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { platformTenant } from "../../kernel/id.ts";
import { usd } from "../../kernel/money.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { type LedgerAccount, type Operation, recordOperations, verifyJournal } from "../../ledger/index.ts";
import type { PaymentId, PaymentOwnerRef } from "../payment.ts";
import { assignPayment } from "./assign-payment.ts";
import { returnPayment } from "./return-payment.ts";
import { measureSuspense, selectAnyPayment, selectHeld, selectLatest } from "./store.ts";

const unmatched = { tenantId: platformTenant, network: "testnet" } as const;
const owner: PaymentOwnerRef = { name: "automations", subject: "01A" };

test("money of nobody is given to its owner: out of the platform's journal, into the tenant's", async () => {
  await using world = await openPayments();
  await openAccount(world, owner);
  await world.hear([received()], unmatched);
  const id = await heldId(world);
  world.owner.linkTo("01TRANSFER");
  await assign(world, { id });
  expect(world.owner.heardNews).toMatchObject([{ type: "received", funds: { kind: "external" } }]);
  expect(await world.balances(unmatched)).toEqual({});
  expect(await world.balances()).toEqual({ "clearing/test//USD": 50_000n, "external///USD": -50_000n });
  expect((await world.events()).map(({ type }) => type)).toEqual(["payment.completed", "test.received"]);
  expect(await world.payments.find(world.database, world.scope, [id as never])).toHaveProperty("size", 1);
  expect(await selectAnyPayment(world, world.database, id)).toMatchObject({
    tenantId: world.scope.tenantId,
    accountId: world.account.id,
    owner,
    hold: undefined,
    links: { automationId: "01A", transferId: "01TRANSFER" },
    details: { senderName: "Wilhelmina Vanderquack" },
  });
  for (const scope of [unmatched, world.scope]) {
    expect((await verifyJournal(world.database, scope)).findings).toEqual([]);
  }
  await expect(assign(world, { id })).rejects.toThrow("no held payment has this id");
});

test("money that is held for an account is taken out of its suspense, and the event is not said again", async () => {
  await using world = await openPayments();
  const { accountNumber } = await openAccount(world, owner);
  await world.hear([received({ accountNumber, senderName: "Viktor Zarnovsky" })]);
  await assign(world, { id: await heldId(world) });
  expect(world.owner.heardNews).toMatchObject([
    { type: "received", funds: { kind: "suspense", owner: world.account.id } },
  ]);
  expect(await world.balances()).toEqual({ "clearing/test//USD": 50_000n, "external///USD": -50_000n });
  expect((await world.events()).map(({ type }) => type)).toEqual(["payment.completed", "test.received"]);
  expect(await auditOf(world, "payment.match")).toEqual([
    { before: { held_reason: "listed_sender", tenant_id: world.scope.tenantId } },
  ]);
});

test("an owner that refuses money again leaves it where it is", async () => {
  await using world = await openPayments();
  await openAccount(world, owner);
  await world.hear([received()], unmatched);
  const id = await heldId(world);
  world.owner.refuse("it is canceled");
  await expect(assign(world, { id })).rejects.toThrow("the payment is not taken: it is canceled");
  expect(await heldId(world)).toBe(id);
  expect(await world.balances(unmatched)).toEqual({
    "external///USD": -50_000n,
    "suspense/unmatched//USD": 50_000n,
  });
  expect(await world.balances()).toEqual({});
});

test("money is given to nobody without an account number, to no unknown owner, and not to another tenant", async () => {
  await using world = await openPayments();
  const { accountNumber } = await openAccount(world, owner);
  world.owner.refuse("no");
  await world.hear([received({ accountNumber })]);
  const id = await heldId(world);
  const nobody = { name: "automations", subject: "01NONE" };
  await expect(assign(world, { id, to: nobody })).rejects.toThrow("nobody of that name");
  await openAccount(world, { name: "strangers", subject: "01S" });
  await expect(assign(world, { id, to: { name: "strangers", subject: "01S" } })).rejects.toThrow(
    "strangers cannot be given payments here",
  );
  const other = await world.createAccount();
  const theirs = { name: "automations", subject: "01OTHER" };
  const scope = { tenantId: other.tenantId, network: "testnet" } as const;
  await world.database.transaction((tx) =>
    world.payments.openVirtualAccounts(tx, scope, [{ accountId: other.id, owner: theirs }]),
  );
  await expect(assign(world, { id, to: theirs })).rejects.toThrow("another tenant");
  await expect(assign(world, { id: "nonsense" })).rejects.toThrow("no held payment has this id");
  expect(await heldId(world)).toBe(id);
});

test("money goes back to its sender by a payment of its own, and leaves suspense when that has settled", async () => {
  await using world = await openPayments();
  await world.hear([received()], unmatched);
  const id = await heldId(world);
  const { returnId } = await sendBack(world, id);
  expect(world.bank.entries).toMatchObject([
    { kind: "return", id: returnId, subject: returnId, amountCents: 50_000n, reason: "AC01" },
  ]);
  const [entry] = world.bank.entries;
  expect(entry?.kind === "return" ? entry.receipt : undefined).toMatchObject({
    senderAccountNumber: "998877665544",
    amountCents: 50_000n,
  });
  await expect(sendBack(world, id)).rejects.toThrow("on its way back");
  await expect(assign(world, { id })).rejects.toThrow("on its way back");
  expect(await world.balances(unmatched)).toHaveProperty(["suspense/unmatched//USD"], 50_000n);
  await world.hear([entryWord("settled", returnId ?? "")], unmatched);
  await world.hear([entryWord("settled", returnId ?? "")], unmatched);
  expect(await world.balances(unmatched)).toEqual({});
  expect(await selectAnyPayment(world, world.database, id)).toMatchObject({
    status: "returned",
    reason: { code: "SENT_BACK" },
    hold: undefined,
  });
  expect(await measureSuspense(world.database)).toEqual([]);
});

test("a return that does not reach the sender puts the money before a person again", async () => {
  await using world = await openPayments();
  const { accountNumber } = await openAccount(world, owner);
  world.owner.refuse("no");
  await world.hear([received({ accountNumber })]);
  const id = await heldId(world);
  const suspense = { "external///USD": -50_000n, [`suspense/${world.account.id}//USD`]: 50_000n };
  const first = (await sendBack(world, id)).returnId ?? "";
  await world.hear([entryWord("rejected", first)]);
  expect(await selectAnyPayment(world, world.database, id)).toMatchObject({
    status: "complete",
    hold: { reason: "return_failed", note: "The return did not reach the sender: R01." },
  });
  expect(await world.balances()).toEqual(suspense);
  const second = (await sendBack(world, id)).returnId ?? "";
  await world.hear([entryWord("settled", second)]);
  expect(await world.balances()).toEqual({});
  await world.hear([entryWord("returned", second)]);
  expect(await world.balances()).toEqual(suspense);
  expect(await heldId(world)).toBe(id);
  const third = (await sendBack(world, id)).returnId ?? "";
  await world.hear([entryWord("settled", third), entryWord("returned", third)]);
  expect(await world.balances()).toEqual(suspense);
});

test("a debit that comes back while its money is in suspense takes it out of there, and nobody can send it back any more", async () => {
  await using world = await openPayments();
  const id = await surrenderedDebit(world);
  expect(await heldId(world)).toBe(id);
  await world.hear([entryWord("returned", id)]);
  expect(await world.balances()).toEqual({});
  expect(await selectAnyPayment(world, world.database, id)).toMatchObject({
    status: "returned",
    hold: undefined,
    reason: { code: "R01" },
  });
  // The owner has given the money up, so it is no loss of his.
  expect(world.owner.heardNews.map(({ type }) => type)).toEqual(["completed"]);
  await expect(sendBack(world, id)).rejects.toThrow("no held payment has this id");
});

test("a debit that comes back after it was paid back is a loss that its owner hears of", async () => {
  await using world = await openPayments();
  const id = await surrenderedDebit(world);
  const refund = (await sendBack(world, id)).returnId ?? "";
  await world.hear([entryWord("settled", refund)]);
  expect(await selectAnyPayment(world, world.database, id)).toMatchObject({
    status: "complete",
    hold: undefined,
  });
  await world.hear([entryWord("returned", id)]);
  expect(world.owner.heardNews.at(-1)).toMatchObject({ type: "returned", wasComplete: true });
  expect(await world.balances()).toMatchObject({ "external///USD": 12_345n });
});

test("a refund that fails after its debit came back pays what the customer owes, and is not tried again", async () => {
  await using world = await openPayments();
  const id = await surrenderedDebit(world);
  const refund = (await sendBack(world, id)).returnId ?? "";
  await world.hear([entryWord("returned", id)]);
  expect(world.owner.heardNews.at(-1)).toMatchObject({ type: "returned", wasComplete: true });
  await lose(world, 12_345n);
  await world.hear([entryWord("rejected", refund)]);
  expect(await world.balances()).toEqual({});
  expect(await selectAnyPayment(world, world.database, id)).toMatchObject({
    status: "returned",
    hold: undefined,
  });
  await expect(sendBack(world, id)).rejects.toThrow("no held payment has this id");
});

test("money that is given up after its debit came back pays what the customer owes", async () => {
  await using world = await openPayments();
  const id = await world.order({ rail: "ach_debit" });
  await world.hear([entryWord("settled", id), entryWord("returned", id)]);
  await lose(world, 12_345n);
  await giveUp(world, id);
  expect(await heldId(world)).toBe("");
  expect(await world.balances()).toEqual({});
});

test("what was pulled by a debit is given to nobody else: it may still come back", async () => {
  await using world = await openPayments();
  await openAccount(world, owner);
  const id = await surrenderedDebit(world);
  await expect(assign(world, { id })).rejects.toThrow("can only be paid back");
  expect(await heldId(world)).toBe(id);
});

test("a code that no bank knows is refused", async () => {
  await using world = await openPayments();
  await world.hear([received()], unmatched);
  await expect(sendBack(world, await heldId(world), "ZZ99")).rejects.toThrow("code must be one of AC01");
  expect(world.bank.entries).toEqual([]);
});

test("suspense is measured by network, and payments are listed for the operator newest first", async () => {
  await using world = await openPayments();
  await world.hear([received()], unmatched);
  world.clock.advance(60_000);
  await world.hear([received({ amountCents: 1n })], unmatched);
  expect(await measureSuspense(world.database)).toEqual([
    { network: "testnet", count: 2n, cents: 50_001n, oldestAt: world.clock.now() - 60_000 },
  ]);
  const page = { network: "testnet", beforeId: undefined, limit: 10 } as const;
  const listed = await selectLatest(world, world.database, page);
  expect(listed.map(({ amountCents }) => amountCents)).toEqual([1n, 50_000n]);
  const rest = await selectLatest(world, world.database, { ...page, beforeId: listed[0]?.id });
  expect(rest.map(({ amountCents }) => amountCents)).toEqual([50_000n]);
});

/** A debit whose owner took the money and could not use it. */
async function surrenderedDebit(world: PaymentsWorld): Promise<PaymentId> {
  const id = await world.order({ rail: "ach_debit" });
  await world.hear([entryWord("settled", id)]);
  await giveUp(world, id);
  return id;
}

const dollarsOfOwner: LedgerAccount = { kind: "clearing", owner: "test", asset: usd };

/** As an owner does it: to suspense, and with what payments have to post besides. */
function giveUp(world: PaymentsWorld, paymentId: PaymentId): Promise<void> {
  const { database, payments, scope, account } = world;
  return database.transaction(async (tx) => {
    const more = await payments.surrender(tx, scope, [{ paymentId, why: "it could not be minted" }]);
    const suspense: LedgerAccount = { kind: "suspense", owner: account.id, asset: usd };
    await record(world, tx, [move(`${paymentId}/given-up`, [dollarsOfOwner, suspense], 12_345n), ...more]);
  });
}

/** As transfers post it: the double of an owner takes a loss from what it has. */
function lose(world: PaymentsWorld, cents: bigint): Promise<void> {
  const owed: LedgerAccount = { kind: "receivable", owner: world.account.id, asset: usd };
  return world.database.transaction((tx) => record(world, tx, [move("lost", [owed, dollarsOfOwner], cents)]));
}

async function record(
  world: PaymentsWorld,
  tx: Transaction,
  operations: readonly Operation[],
): Promise<void> {
  for (const outcome of await recordOperations(world, tx, world.scope, operations)) orThrow(outcome);
}

function move(key: string, [from, to]: readonly [LedgerAccount, LedgerAccount], units: bigint): Operation {
  const postings = [
    { account: from, units: -units },
    { account: to, units },
  ];
  return { type: "post", key, postings };
}

async function openAccount(world: PaymentsWorld, ref: PaymentOwnerRef) {
  const { database, payments, scope, account } = world;
  const wanted = [{ accountId: account.id, owner: ref }];
  const [opened] = await database.transaction((tx) => payments.openVirtualAccounts(tx, scope, wanted));
  if (opened === undefined) throw new Error("no account number was opened");
  return opened;
}

async function heldId(world: PaymentsWorld): Promise<string> {
  const [held] = await selectHeld(world, world.database, { afterId: "", limit: 1 });
  return held?.id ?? "";
}

function assign(
  world: PaymentsWorld,
  { id, to = owner }: { readonly id: string; readonly to?: PaymentOwnerRef },
) {
  const deps = { ...world.listenerDeps, owners: [world.owner, createRecordingOwner("transfers")] };
  const wish = { id, to, reason: "the sender called", cause: testCause };
  return world.database.transaction((tx: Transaction) => assignPayment(deps, tx, wish));
}

function sendBack(world: PaymentsWorld, id: string, code = "AC01") {
  const deps = { ...world.listenerDeps, bankWork: world.bank };
  const wish = { id, code, reason: "nobody knows it", cause: testCause };
  return world.database.transaction((tx) => returnPayment(deps, tx, wish));
}

const selectAudit = statement("SELECT before FROM audit_log WHERE action = $1");

function auditOf({ database }: PaymentsWorld, action: string) {
  return database.rows(selectAudit, [action]);
}
