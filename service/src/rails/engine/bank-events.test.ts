import { expect, test } from "vitest";
import {
  accountReply,
  achCorrection,
  achReply,
  achReturn,
  returnReply,
  settledMovement,
  statusReply,
} from "../../../test/bank-replies.ts";
import { openBankWork, testTenant } from "../../../test/bank-work.ts";
import { describeBankEvent, reportedOf, settleAll } from "../../../test/settling.ts";
import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { IncomingBankPayment } from "../bank-work.ts";
import { paymentSystems } from "../registry.ts";
import { uetrOf } from "./bank-reference.ts";

test("a debit is published as settled only when it can no longer be returned for insufficient funds", async () => {
  await using env = await openBankWork();
  const [id = ""] = await env.enqueue({ rail: "ach_debit" });
  const engine = env.engine();
  await engine.round();
  settleAll(env);
  await engine.round();
  expect(await env.stateOf(id)).toBe("sent");
  expect(reportedOf(env)).toEqual([]);
  env.double.ahead(120_000);
  await engine.round();
  expect(reportedOf(env)).toEqual([`settled ${id}`]);
});

test("a debit that is returned before it is final is published only as returned", async () => {
  await using env = await openBankWork();
  const [id = ""] = await env.enqueue({ rail: "ach_debit" });
  const engine = env.engine();
  await engine.round();
  settleAll(env);
  await engine.round();
  const [item] = env.double.taken;
  if (item === undefined) throw new Error("nothing was taken");
  env.double.put({
    ending: "ach",
    bytes: achReply({ at: env.clock.now() }, item, achReturn("R01", item.reference)),
  });
  await engine.round();
  env.clock.advance(600_000);
  await engine.round();
  expect(reportedOf(env)).toEqual([`returned ${id}`]);
  expect(env.reported[0]?.bankEvent).toMatchObject({
    reason: { code: "R01" },
    entry: { traceNumber: item.reference },
  });
  expect(await env.stateOf(id)).toBe("returned");
});

test("a debit whose settlement and return are read together is published only as returned", async () => {
  await using env = await openBankWork();
  const [id = ""] = await env.enqueue({ rail: "ach_debit" });
  const engine = env.engine();
  await engine.round();
  settleAll(env);
  const [item] = env.double.taken;
  if (item === undefined) throw new Error("nothing was taken");
  const at = env.clock.now();
  env.double.put({ ending: "ach", bytes: achReply({ at }, item, achReturn("R01", item.reference)) });
  env.clock.advance(600_000);
  await engine.round();
  await engine.round();
  expect(reportedOf(env)).toEqual([`returned ${id}`]);
});

test("a settled entry can still be returned or have a notification of change, and each is published", async () => {
  await using env = await openBankWork();
  const [ach = "", wire = ""] = await env.enqueue({ rail: "ach_credit" }, { rail: "wire" });
  const engine = env.engine();
  await engine.round();
  settleAll(env);
  await engine.round();
  const at = env.clock.now();
  for (const item of env.double.taken) {
    if (item.system === "ach") {
      env.double.put({
        ending: "ach",
        bytes: achReply({ at }, item, achCorrection("C01", item.reference)),
      });
      env.double.put({
        ending: "ach",
        bytes: achReply({ at }, item, achReturn("R02", item.reference), 2),
      });
    } else env.double.put({ bytes: returnReply({ id: "RET1", at }, item) });
  }
  await engine.round();
  expect(reportedOf(env)).toEqual(
    [
      `settled ${ach}`,
      `settled ${wire}`,
      `notification_of_change ${ach}`,
      `returned ${ach}`,
      `returned ${wire}`,
    ].sort(),
  );
  expect([await env.stateOf(ach), await env.stateOf(wire)]).toEqual(["returned", "returned"]);
});

test("a rejection is published with its reason, and the rejection of a file for each of its entries", async () => {
  await using env = await openBankWork();
  const [wire = "", first = "", second = ""] = await env.enqueue({ rail: "wire" }, {}, {});
  const engine = env.engine();
  await engine.round();
  const at = env.clock.now();
  const item = env.double.taken.find(({ reference }) => reference === wire);
  const file = env.double.files.find(({ name }) => name.endsWith(".ach"));
  if (item === undefined || file === undefined) throw new Error("nothing was taken");
  env.double.put({ bytes: statusReply({ id: "S1", at }, item, "ACSP") });
  env.double.put({ bytes: statusReply({ id: "S2", at }, item, "RJCT", { reasonCode: "AC04" }) });
  env.double.put({
    bytes: statusReply({ id: "S3", at }, { reference: "", messageId: file.name }, "RJCT", {
      reasonCode: "FF01",
    }),
  });
  await engine.round();
  expect(reportedOf(env)).toEqual([`rejected ${wire}`, `rejected ${first}`, `rejected ${second}`].sort());
  expect(await Promise.all([wire, first, second].map(env.stateOf))).toEqual([
    "rejected",
    "rejected",
    "rejected",
  ]);
  expect(env.reported[0]?.bankEvent).toMatchObject({ reason: { code: "AC04" } });
  expect(await env.openItems()).toEqual([]);
});

test("an incoming payment is published to the tenant of the account, or to the platform if unknown", async () => {
  await using env = await openBankWork();
  env.owners.set("8800000001", testTenant);
  const at = env.clock.now();
  const sender = {
    name: "A Sender",
    accountNumber: "555",
    bankName: "Their Bank",
    routingNumber: "091000019",
  };
  const incomingPayment = (bankReference: string, accountNumber: string) => ({
    amountCents: 2_500n,
    direction: "credit" as const,
    transactionCode: paymentSystems.wire.transactionCodes.received,
    bankReference,
    detail: {
      clearingReference: `20261115ABCDEFGH00000${bankReference.slice(-1)}`,
      debtor: sender,
      creditor: { ...sender, name: "Florin", accountNumber },
      remittance: "for the invoice",
    },
  });
  const both = [incomingPayment("BR1", "8800000001"), incomingPayment("BR2", "8899999999")];
  env.double.put({ bytes: accountReply({ id: "N1", at }, both) });
  const engine = env.engine();
  await engine.round();
  // The statement of the day contains the same two, and one that was not notified.
  env.double.put({
    bytes: accountReply({ id: "ST1", at }, [...both, incomingPayment("BR3", "8800000001")], {
      openingCents: 0n,
      closingCents: 7_500n,
    }),
  });
  await engine.round();
  expect(env.reported.map(({ tenantId, bankEvent }) => [tenantId, describeBankEvent(bankEvent)])).toEqual([
    [testTenant, "received BR1"],
    ["00000000000000000000000000", "received BR2"],
    [testTenant, "received BR3"],
  ]);
  expect(env.reported[0]?.bankEvent).toMatchObject({
    incomingPayment: {
      system: "wire",
      amountCents: 2_500n,
      accountNumber: "8800000001",
      receivedAt: at,
      senderName: "A Sender",
      senderAccountNumber: "555",
      senderBankName: "Their Bank",
      senderBankRoutingNumber: "091000019",
      reference: "for the invoice",
      imad: "20261115ABCDEFGH000001",
      traceNumber: undefined,
    },
  });
  expect(await env.openItems()).toEqual([]);
});

test("a status report on a return identifies it by our message, whatever its other references", async () => {
  await using env = await openBankWork();
  const [payment = ""] = await env.enqueue({ rail: "wire" });
  const returned = env.newId<"payment">();
  const fields = { network: "testnet", tenantId: testTenant, subject: "payment", amountCents: 700n } as const;
  await env.database.transaction((tx) =>
    env.work.enqueue(tx, [
      {
        ...fields,
        kind: "return",
        id: returned,
        reason: "AC04",
        incomingPayment: incomingWire(env.clock.now()),
      },
    ]),
  );
  const engine = env.engine();
  await engine.round();
  const at = env.clock.now();
  const messageOf = (id: string): string =>
    env.double.taken.find(({ reference }) => reference === id)?.messageId ?? "";
  for (const [index, id] of [payment, returned].entries()) {
    const original = { reference: "THEIRS-1", messageId: messageOf(id) };
    // The sender of what we return may have written the UETR of our payment.
    const written = id === returned ? { uetr: uetrOf("testnet", payment) } : {};
    const why = { reasonCode: "AC04", ...written };
    env.double.put({ bytes: statusReply({ id: `S-${index}`, at }, original, "RJCT", why) });
  }
  await engine.round();
  // A reference that is not ours is no status of a payment.
  expect(reportedOf(env)).toEqual([`rejected ${returned}`]);
  expect(await env.openItems()).toMatchObject([{ kind: "unknown_reference", reference: "THEIRS-1" }]);
});

function incomingWire(receivedAt: Instant): IncomingBankPayment {
  return {
    bankReference: "BR-1",
    system: "wire",
    amountCents: 700n,
    accountNumber: "8800000001",
    receivedAt,
    senderName: "A Sender",
    senderAccountNumber: undefined,
    senderBankName: undefined,
    senderBankRoutingNumber: undefined,
    reference: undefined,
    imad: undefined,
    traceNumber: undefined,
  };
}

test("an incoming payment by wire, RTP or ACH can be returned, and the return settles", async () => {
  await using env = await openBankWork();
  const systems = ["wire", "rtp", "ach"] as const;
  const ids = systems.map(() => env.newId<"payment">());
  await env.database.transaction((tx) =>
    env.work.enqueue(
      tx,
      systems.map((system, index) => ({
        kind: "return" as const,
        id: ids[index] ?? "",
        network: "testnet" as const,
        tenantId: testTenant,
        subject: "payment",
        amountCents: 700n,
        reason: "AC04",
        incomingPayment: {
          ...incomingWire(env.clock.now()),
          bankReference: `BR-${index}`,
          system,
          traceNumber: system === "ach" ? "091000010000001" : undefined,
        },
      })),
    ),
  );
  const engine = env.engine();
  await engine.round();
  expect(env.errors).toEqual([]);
  expect(env.double.taken.map(({ isReturn }) => isReturn)).toEqual([true, true, true]);
  for (const item of env.double.taken) {
    const head = { id: `G-${item.reference}`, at: env.clock.now() };
    const system = systems[ids.map(String).indexOf(item.reference)] ?? item.system;
    const movement = settledMovement({ ...item, system }, `G-REF-${item.reference}`);
    env.double.put({ bytes: accountReply(head, [movement]) });
  }
  await engine.round();
  expect(reportedOf(env)).toEqual(ids.map((id) => `settled ${id}`).sort());
  expect(await env.openItems()).toEqual([]);
});

test("a bank event whose entry is missing delays no other", async () => {
  await using env = await openBankWork();
  const [lost = "", fine = ""] = await env.enqueue({ rail: "ach_debit" }, { rail: "ach_debit" });
  const engine = env.engine();
  await engine.round();
  settleAll(env);
  await engine.round();
  await env.database.run(statement("DELETE FROM bank_entries WHERE id = $1"), [lost]);
  env.double.ahead(120_000);
  await engine.round();
  expect(reportedOf(env)).toEqual([`settled ${fine}`]);
  const attempts = statement("SELECT attempts FROM bank_events WHERE entry_id = $1");
  expect(await env.database.first(attempts, [lost])).toEqual({ attempts: 1 });
});
