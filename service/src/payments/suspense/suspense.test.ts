import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { createRecordingOwner } from "../../../test/payment-doubles.ts";
import { entryEvent, openPayments, type PaymentsEnvironment, received } from "../../../test/payments.ts";
import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { lowestIdAt, platformTenant } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { usd } from "../../kernel/money.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { type LedgerAccount, type Operation, recordOperations, verifyJournal } from "../../ledger/index.ts";
import { heldPaymentRows, latestPaymentRows } from "../list-payments.ts";
import type { PaymentId, PaymentOwnerRef } from "../payment.ts";
import { assignPayment } from "./assign-payment.ts";
import { returnPayment } from "./return-payment.ts";
import { measureSuspense, selectAnyPayment } from "./store.ts";

const unmatched = { tenantId: platformTenant, network: "testnet" } as const;
const owner: PaymentOwnerRef = { name: "automations", subject: "01A" };

test("matching an unmatched payment moves it from the platform's journal to the tenant's", async () => {
  await using env = await openPayments();
  await openAccount(env, owner);
  await env.hear([received()], unmatched);
  const id = await heldId(env);
  env.owner.linkTo("01TRANSFER");
  await assign(env, { id });
  expect(env.owner.receivedUpdate).toMatchObject([{ type: "received", funds: { kind: "external" } }]);
  expect(await env.balances(unmatched)).toEqual({});
  expect(await env.balances()).toEqual({ "clearing/test//USD": 50_000n, "external///USD": -50_000n });
  expect((await env.events()).map(({ type }) => type)).toEqual(["payment.completed", "test.received"]);
  expect(await env.payments.find(env.database, env.scope, [id as never])).toHaveProperty("size", 1);
  expect(await selectAnyPayment(env, env.database, id)).toMatchObject({
    tenantId: env.scope.tenantId,
    accountId: env.account.id,
    owner,
    hold: undefined,
    links: { automationId: "01A", transferId: "01TRANSFER" },
    details: { senderName: "Wilhelmina Vanderquack" },
  });
  for (const scope of [unmatched, env.scope]) {
    expect((await verifyJournal(env.database, scope)).findings).toEqual([]);
  }
  await expect(assign(env, { id })).rejects.toThrow("there is no held payment with this id");
});

test("matching a held payment takes it out of the account's suspense, and publishes its completion once", async () => {
  await using env = await openPayments();
  const { accountNumber } = await openAccount(env, owner);
  await env.hear([received({ accountNumber, senderName: "Viktor Zarnovsky" })]);
  expect(await env.events()).toEqual([]);
  await assign(env, { id: await heldId(env) });
  expect(env.owner.receivedUpdate).toMatchObject([
    { type: "received", funds: { kind: "suspense", owner: env.account.id } },
  ]);
  expect(await env.balances()).toEqual({ "clearing/test//USD": 50_000n, "external///USD": -50_000n });
  expect((await env.events()).map(({ type }) => type)).toEqual(["payment.completed", "test.received"]);
  expect(await auditOf(env, "payment.match")).toEqual([
    { before: { held_reason: "sanctioned_sender", tenant_id: env.scope.tenantId } },
  ]);
});

test("a payment stays in suspense when the owner refuses it again", async () => {
  await using env = await openPayments();
  await openAccount(env, owner);
  await env.hear([received()], unmatched);
  const id = await heldId(env);
  env.owner.refuse("it is canceled");
  await expect(assign(env, { id })).rejects.toThrow("the owner refused the payment: it is canceled");
  expect(await heldId(env)).toBe(id);
  expect(await env.balances(unmatched)).toEqual({
    "external///USD": -50_000n,
    "suspense/unmatched//USD": 50_000n,
  });
  expect(await env.balances()).toEqual({});
});

test("a payment cannot be matched to an owner without an account number, an unknown owner or another tenant", async () => {
  await using env = await openPayments();
  const { accountNumber } = await openAccount(env, owner);
  env.owner.refuse("no");
  await env.hear([received({ accountNumber })]);
  const id = await heldId(env);
  const noOne = { name: "automations", subject: "01NONE" };
  await expect(assign(env, { id, to: noOne })).rejects.toThrow("no virtual account");
  await openAccount(env, { name: "strangers", subject: "01S" });
  await expect(assign(env, { id, to: { name: "strangers", subject: "01S" } })).rejects.toThrow(
    "strangers does not accept payments",
  );
  const other = await env.createAccount();
  const theirs = { name: "automations", subject: "01OTHER" };
  const scope = { tenantId: other.tenantId, network: "testnet" } as const;
  await env.database.transaction((tx) =>
    env.payments.openVirtualAccounts(tx, scope, [{ accountId: other.id, owner: theirs }]),
  );
  await expect(assign(env, { id, to: theirs })).rejects.toThrow("another tenant");
  await expect(assign(env, { id: "nonsense" })).rejects.toThrow("there is no held payment with this id");
  expect(await heldId(env)).toBe(id);
});

test("a return has the time of its request, and after a restore the id that the bank has", async () => {
  let lost = "";
  for (const receivedAt of [instantFromMs(1_800_000_000_000), instantFromMs(1_800_086_400_000)]) {
    await using env = await openPayments();
    await env.hear([received({ receivedAt, bankReference: "BR-1" })], unmatched);
    env.clock.advance(receivedAt - env.clock.now() + 86_400_000);
    const id = await heldId(env);
    if (lost !== "") env.bank.send(lost);
    const { returnId = "" } = await sendBack(env, id);
    if (lost === "") {
      expect(returnId >= lowestIdAt(env.clock.now())).toBe(true);
      expect((await latest(env, 1)).items).toMatchObject([{ id: returnId }]);
    } else expect(returnId).toBe(lost);
    lost = returnId;
    await env.hear([entryEvent("rejected", returnId)], unmatched);
    // The next return is another payment.
    expect((await sendBack(env, id)).returnId).not.toBe(returnId);
  }
});

test("a return is a payment of its own, and the money leaves suspense when it has settled", async () => {
  await using env = await openPayments();
  await env.hear([received()], unmatched);
  const id = await heldId(env);
  const { returnId } = await sendBack(env, id);
  expect(env.bank.entries).toMatchObject([
    { kind: "return", id: returnId, subject: returnId, amountCents: 50_000n, reason: "AC01" },
  ]);
  const [entry] = env.bank.entries;
  expect(entry?.kind === "return" ? entry.incomingPayment : undefined).toMatchObject({
    senderAccountNumber: "998877665544",
    amountCents: 50_000n,
  });
  await expect(sendBack(env, id)).rejects.toThrow("already being returned");
  await expect(assign(env, { id })).rejects.toThrow("already being returned");
  expect(await env.balances(unmatched)).toHaveProperty(["suspense/unmatched//USD"], 50_000n);
  await env.hear([entryEvent("settled", returnId ?? "")], unmatched);
  await env.hear([entryEvent("settled", returnId ?? "")], unmatched);
  expect(await env.balances(unmatched)).toEqual({});
  expect(await selectAnyPayment(env, env.database, id)).toMatchObject({
    status: "returned",
    reason: { code: "SENT_BACK" },
    hold: undefined,
  });
  expect(await measureSuspense(env.database)).toEqual([]);
});

test("a failed return puts the payment on hold again", async () => {
  await using env = await openPayments();
  const { accountNumber } = await openAccount(env, owner);
  env.owner.refuse("no");
  await env.hear([received({ accountNumber })]);
  const id = await heldId(env);
  const suspense = { "external///USD": -50_000n, [`suspense/${env.account.id}//USD`]: 50_000n };
  const first = (await sendBack(env, id)).returnId ?? "";
  await env.hear([entryEvent("rejected", first)]);
  expect(await selectAnyPayment(env, env.database, id)).toMatchObject({
    status: "complete",
    hold: { reason: "return_failed", note: "The return failed: R01." },
  });
  expect(await env.balances()).toEqual(suspense);
  const second = (await sendBack(env, id)).returnId ?? "";
  await env.hear([entryEvent("settled", second)]);
  expect(await env.balances()).toEqual({});
  await env.hear([entryEvent("returned", second)]);
  expect(await env.balances()).toEqual(suspense);
  expect(await heldId(env)).toBe(id);
  const third = (await sendBack(env, id)).returnId ?? "";
  await env.hear([entryEvent("settled", third), entryEvent("returned", third)]);
  expect(await env.balances()).toEqual(suspense);
});

test("a debit that is returned while its money is in suspense debits suspense and can no longer be refunded", async () => {
  await using env = await openPayments();
  const id = await suspenseDebit(env);
  expect(await heldId(env)).toBe(id);
  await env.hear([entryEvent("returned", id)]);
  expect(await env.balances()).toEqual({});
  expect(await selectAnyPayment(env, env.database, id)).toMatchObject({
    status: "returned",
    hold: undefined,
    reason: { code: "R01" },
  });
  // The owner had released the money, so it has no loss.
  expect(env.owner.receivedUpdate.map(({ type }) => type)).toEqual(["settled"]);
  await expect(sendBack(env, id)).rejects.toThrow("there is no held payment with this id");
});

test("a debit that is returned after its refund is a loss, and its owner is notified", async () => {
  await using env = await openPayments();
  const id = await suspenseDebit(env);
  const refund = (await sendBack(env, id)).returnId ?? "";
  await env.hear([entryEvent("settled", refund)]);
  expect(await selectAnyPayment(env, env.database, id)).toMatchObject({
    status: "complete",
    hold: undefined,
  });
  await env.hear([entryEvent("returned", id)]);
  expect(env.owner.receivedUpdate.at(-1)).toMatchObject({ type: "returned", wasComplete: true });
  expect(await env.balances()).toMatchObject({ "external///USD": 12_345n });
});

test("a refund that fails after its debit was returned repays the customer's debt and is not retried", async () => {
  await using env = await openPayments();
  const id = await suspenseDebit(env);
  const refund = (await sendBack(env, id)).returnId ?? "";
  await env.hear([entryEvent("returned", id)]);
  expect(env.owner.receivedUpdate.at(-1)).toMatchObject({ type: "returned", wasComplete: true });
  await lose(env, 12_345n);
  await env.hear([entryEvent("rejected", refund)]);
  expect(await env.balances()).toEqual({});
  expect(await selectAnyPayment(env, env.database, id)).toMatchObject({
    status: "returned",
    hold: undefined,
  });
  await expect(sendBack(env, id)).rejects.toThrow("there is no held payment with this id");
});

test("money that is released after its debit was returned repays the customer's debt", async () => {
  await using env = await openPayments();
  const id = await env.order({ rail: "ach_debit" });
  await env.hear([entryEvent("settled", id), entryEvent("returned", id)]);
  await lose(env, 12_345n);
  await giveUp(env, id);
  expect(await heldId(env)).toBe("");
  expect(await env.balances()).toEqual({});
});

test("money of a debit cannot be matched to another owner, because the debit may still be returned", async () => {
  await using env = await openPayments();
  await openAccount(env, owner);
  const id = await suspenseDebit(env);
  await expect(assign(env, { id })).rejects.toThrow("can only be refunded");
  expect(await heldId(env)).toBe(id);
});

test("an unknown return reason code is rejected", async () => {
  await using env = await openPayments();
  await env.hear([received()], unmatched);
  await expect(sendBack(env, await heldId(env), "ZZ99")).rejects.toThrow("code must be one of AC01");
  expect(env.bank.entries).toEqual([]);
});

test("suspense is measured by network, and the operator sees payments newest first", async () => {
  await using env = await openPayments();
  await env.hear([received()], unmatched);
  env.clock.advance(60_000);
  await env.hear([received({ amountCents: 1n })], unmatched);
  expect(await measureSuspense(env.database)).toEqual([
    { network: "testnet", count: 2n, cents: 50_001n, oldestAt: env.clock.now() - 60_000 },
  ]);
  const { items, positions } = await latest(env, 10);
  expect(items.map(({ amountCents }) => amountCents)).toEqual([1n, 50_000n]);
  const rest = await latest(env, 10, positions[0]);
  expect(rest.items.map(({ amountCents }) => amountCents)).toEqual([50_000n]);
});

const latest = ({ keyRing, database }: PaymentsEnvironment, limit: number, position?: string) =>
  latestPaymentRows(keyRing).read(database, { network: "testnet" }, { position, limit });

/** A debit whose owner received the money and could not use it. */
async function suspenseDebit(env: PaymentsEnvironment): Promise<PaymentId> {
  const id = await env.order({ rail: "ach_debit" });
  await env.hear([entryEvent("settled", id)]);
  await giveUp(env, id);
  return id;
}

const dollarsOfOwner: LedgerAccount = { kind: "clearing", owner: "test", asset: usd };

/** As an owner does it: posts to suspense, plus the returned operations. */
function giveUp(env: PaymentsEnvironment, paymentId: PaymentId): Promise<void> {
  const { database, payments, scope, account } = env;
  return database.transaction(async (tx) => {
    const operations = await payments.moveToSuspense(tx, scope, [
      { paymentId, why: "it could not be minted" },
    ]);
    const suspense: LedgerAccount = { kind: "suspense", owner: account.id, asset: usd };
    await record(env, tx, [
      move(`${paymentId}/given-up`, [dollarsOfOwner, suspense], 12_345n),
      ...operations,
    ]);
  });
}

/** As transfers post it: the fake owner takes a loss from its own funds. */
function lose(env: PaymentsEnvironment, cents: bigint): Promise<void> {
  const owed: LedgerAccount = { kind: "receivable", owner: env.account.id, asset: usd };
  return env.database.transaction((tx) => record(env, tx, [move("lost", [owed, dollarsOfOwner], cents)]));
}

async function record(
  env: PaymentsEnvironment,
  tx: Transaction,
  operations: readonly Operation[],
): Promise<void> {
  for (const outcome of await recordOperations(env, tx, env.scope, operations)) orThrow(outcome);
}

function move(key: string, [from, to]: readonly [LedgerAccount, LedgerAccount], units: bigint): Operation {
  const postings = [
    { account: from, units: -units },
    { account: to, units },
  ];
  return { type: "post", key, postings };
}

async function openAccount(env: PaymentsEnvironment, ref: PaymentOwnerRef) {
  const { database, payments, scope, account } = env;
  const expected = [{ accountId: account.id, owner: ref }];
  const [opened] = await database.transaction((tx) => payments.openVirtualAccounts(tx, scope, expected));
  if (opened === undefined) throw new Error("no account number was opened");
  return opened;
}

async function heldId(env: PaymentsEnvironment): Promise<string> {
  const [held] = (await heldPaymentRows(env.keyRing).read(env.database, {}, { limit: 1 })).items;
  return held?.id ?? "";
}

function assign(
  env: PaymentsEnvironment,
  { id, to = owner }: { readonly id: string; readonly to?: PaymentOwnerRef },
) {
  const deps = { ...env.listenerDeps, owners: [env.owner, createRecordingOwner("transfers")] };
  const input = { id, to, reason: "the sender called", cause: testCause };
  return env.database.transaction((tx: Transaction) => assignPayment(deps, tx, input));
}

function sendBack(env: PaymentsEnvironment, id: string, code = "AC01") {
  const deps = { ...env.listenerDeps, bankWork: env.bank };
  const input = { id, code, reason: "unknown sender", cause: testCause };
  return env.database.transaction((tx) => returnPayment(deps, tx, input));
}

const selectAudit = statement("SELECT before FROM audit_log WHERE action = $1");

function auditOf({ database }: PaymentsEnvironment, action: string) {
  return database.rows(selectAudit, [action]);
}
