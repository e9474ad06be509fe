import { expect, test } from "vitest";
import {
  accountAnswer,
  achAnswer,
  achCorrection,
  achReturn,
  returnAnswer,
  settledMovement,
  statusAnswer,
} from "../../../test/bank-answers.ts";
import { openBankWork, testTenant } from "../../../test/bank-work.ts";
import { describeHappening, settleAll, toldOf } from "../../../test/settling.ts";
import { transactionCodes } from "./transaction-codes.ts";

test("a debit is told to be settled only when it can no longer come back as uncovered", async () => {
  await using world = await openBankWork();
  const [id = ""] = await world.enqueue({ rail: "ach_debit" });
  const engine = world.engine();
  await engine.round();
  settleAll(world);
  await engine.round();
  expect(await world.stateOf(id)).toBe("sent");
  expect(toldOf(world)).toEqual([]);
  world.double.ahead(120_000);
  await engine.round();
  expect(toldOf(world)).toEqual([`settled ${id}`]);
});

test("a debit that comes back before it is final is told as returned alone", async () => {
  await using world = await openBankWork();
  const [id = ""] = await world.enqueue({ rail: "ach_debit" });
  const engine = world.engine();
  await engine.round();
  settleAll(world);
  await engine.round();
  const [item] = world.double.taken;
  if (item === undefined) throw new Error("nothing was taken");
  world.double.put({
    ending: "ach",
    bytes: achAnswer({ at: world.clock.now() }, item, achReturn("R01", item.reference)),
  });
  await engine.round();
  world.clock.advance(600_000);
  await engine.round();
  expect(toldOf(world)).toEqual([`returned ${id}`]);
  expect(world.told[0]?.happening).toMatchObject({
    reason: { code: "R01" },
    entry: { traceNumber: item.reference },
  });
  expect(await world.stateOf(id)).toBe("returned");
});

test("a debit whose settlement and return are read at one time is told as returned alone", async () => {
  await using world = await openBankWork();
  const [id = ""] = await world.enqueue({ rail: "ach_debit" });
  const engine = world.engine();
  await engine.round();
  settleAll(world);
  const [item] = world.double.taken;
  if (item === undefined) throw new Error("nothing was taken");
  const at = world.clock.now();
  world.double.put({ ending: "ach", bytes: achAnswer({ at }, item, achReturn("R01", item.reference)) });
  world.clock.advance(600_000);
  await engine.round();
  await engine.round();
  expect(toldOf(world)).toEqual([`returned ${id}`]);
});

test("what has settled can still come back, be corrected, and is told each time", async () => {
  await using world = await openBankWork();
  const [ach = "", wire = ""] = await world.enqueue({ rail: "ach_credit" }, { rail: "wire" });
  const engine = world.engine();
  await engine.round();
  settleAll(world);
  await engine.round();
  const at = world.clock.now();
  for (const item of world.double.taken) {
    if (item.system === "ach") {
      world.double.put({
        ending: "ach",
        bytes: achAnswer({ at }, item, achCorrection("C01", item.reference)),
      });
      world.double.put({
        ending: "ach",
        bytes: achAnswer({ at }, item, achReturn("R02", item.reference), 2),
      });
    } else world.double.put({ bytes: returnAnswer({ id: "RET1", at }, item) });
  }
  await engine.round();
  expect(toldOf(world)).toEqual(
    [`settled ${ach}`, `settled ${wire}`, `corrected ${ach}`, `returned ${ach}`, `returned ${wire}`].sort(),
  );
  expect([await world.stateOf(ach), await world.stateOf(wire)]).toEqual(["returned", "returned"]);
});

test("a rejection is told with its reason, and one of a whole file for each entry in it", async () => {
  await using world = await openBankWork();
  const [wire = "", first = "", second = ""] = await world.enqueue({ rail: "wire" }, {}, {});
  const engine = world.engine();
  await engine.round();
  const at = world.clock.now();
  const item = world.double.taken.find(({ reference }) => reference === wire);
  const file = world.double.files.find(({ name }) => name.endsWith(".ach"));
  if (item === undefined || file === undefined) throw new Error("nothing was taken");
  world.double.put({ bytes: statusAnswer({ id: "S1", at }, item, "ACSP") });
  world.double.put({ bytes: statusAnswer({ id: "S2", at }, item, "RJCT", { reasonCode: "AC04" }) });
  world.double.put({
    bytes: statusAnswer({ id: "S3", at }, { reference: "", messageId: file.name }, "RJCT", {
      reasonCode: "FF01",
    }),
  });
  await engine.round();
  expect(toldOf(world)).toEqual([`rejected ${wire}`, `rejected ${first}`, `rejected ${second}`].sort());
  expect(await Promise.all([wire, first, second].map(world.stateOf))).toEqual([
    "rejected",
    "rejected",
    "rejected",
  ]);
  expect(world.told[0]?.happening).toMatchObject({ reason: { code: "AC04" } });
  expect(await world.openItems()).toEqual([]);
});

test("money that came in is told to the tenant of the account, and to the platform when it is nobody's", async () => {
  await using world = await openBankWork();
  world.owners.set("8800000001", testTenant);
  const at = world.clock.now();
  const sender = {
    name: "A Sender",
    accountNumber: "555",
    bankName: "Their Bank",
    routingNumber: "091000019",
    addressLines: [],
    bankAddressLines: [],
  };
  const receipt = (bankReference: string, accountNumber: string) => ({
    amountCents: 2_500n,
    direction: "credit" as const,
    transactionCode: transactionCodes.received.wire,
    bankReference,
    detail: {
      clearingReference: "20261115ABCDEFGH000001",
      debtor: sender,
      creditor: { ...sender, name: "Florin", accountNumber },
      remittance: "for the invoice",
    },
  });
  const both = [receipt("BR1", "8800000001"), receipt("BR2", "8899999999")];
  world.double.put({ bytes: accountAnswer({ id: "N1", at }, both) });
  const engine = world.engine();
  await engine.round();
  // The statement of the day shows the same two, and one that no notification told of.
  world.double.put({
    bytes: accountAnswer({ id: "ST1", at }, [...both, receipt("BR3", "8800000001")], {
      openingCents: 0n,
      closingCents: 7_500n,
    }),
  });
  await engine.round();
  expect(world.told.map(({ tenantId, happening }) => [tenantId, describeHappening(happening)])).toEqual([
    [testTenant, "received BR1"],
    ["00000000000000000000000000", "received BR2"],
    [testTenant, "received BR3"],
  ]);
  expect(world.told[0]?.happening).toMatchObject({
    receipt: {
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
  expect(await world.openItems()).toEqual([]);
});

test("what came in by wire, RTP or ACH goes back, and settles", async () => {
  await using world = await openBankWork();
  const systems = ["wire", "rtp", "ach"] as const;
  const ids = systems.map(() => world.newId<"payment">());
  await world.database.transaction((tx) =>
    world.work.enqueue(
      tx,
      systems.map((system, index) => ({
        kind: "return" as const,
        id: ids[index] ?? "",
        network: "testnet" as const,
        tenantId: testTenant,
        subject: "payment",
        amountCents: 700n,
        reason: "AC04",
        receipt: {
          bankReference: `BR-${index}`,
          system,
          amountCents: 700n,
          accountNumber: "8800000001",
          receivedAt: world.clock.now(),
          senderName: "A Sender",
          senderAccountNumber: undefined,
          senderBankName: undefined,
          senderBankRoutingNumber: undefined,
          reference: undefined,
          imad: undefined,
          traceNumber: system === "ach" ? "091000010000001" : undefined,
        },
      })),
    ),
  );
  const engine = world.engine();
  await engine.round();
  expect(world.errors).toEqual([]);
  expect(world.double.taken.map(({ isReturn }) => isReturn)).toEqual([true, true, true]);
  for (const item of world.double.taken) {
    const head = { id: `G-${item.reference}`, at: world.clock.now() };
    const system = systems[ids.map(String).indexOf(item.reference)] ?? item.system;
    const movement = settledMovement({ ...item, system }, `G-REF-${item.reference}`);
    world.double.put({ bytes: accountAnswer(head, [movement]) });
  }
  await engine.round();
  expect(toldOf(world)).toEqual(ids.map((id) => `settled ${id}`).sort());
  expect(await world.openItems()).toEqual([]);
});
