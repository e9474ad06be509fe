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
import type { TakenItem } from "../../../test/bank-double.ts";
import { type BankWorld, openBankWork, otherTenant, testTenant } from "../../../test/bank-work.ts";
import type { BankHappening } from "../bank-work.ts";
import { readNacha } from "../nacha/read-nacha.ts";
import { bankRails } from "../rail.ts";
import { bankCheckpoints } from "./engine-deps.ts";
import { transactionCodes } from "./transaction-codes.ts";

let answers = 0;

/** The bank settles everything that it was handed and has not answered yet: each on the account, transfers by status as well. */
function settleAll(world: BankWorld, answered = new Set<string>()): void {
  for (const item of world.double.taken) {
    if (answered.has(item.reference)) continue;
    answered.add(item.reference);
    answer(world, item);
  }
}

function answer({ double, clock }: BankWorld, item: TakenItem): void {
  answers += 1;
  const head = { id: `A${answers}`, at: clock.now() };
  if (item.system !== "ach" && !item.isReturn) {
    double.put({ bytes: statusAnswer(head, item, "ACSC", { imad: `IMAD-${answers}` }) });
  }
  double.put({
    bytes: accountAnswer({ ...head, id: `B${answers}` }, [settledMovement(item, `REF-${answers}`)]),
  });
}

function kinds(world: BankWorld): readonly string[] {
  return world.told.map(({ happening }) => describe(happening)).sort();
}

function describe(happening: BankHappening): string {
  return happening.type === "received"
    ? `received ${happening.receipt.bankReference}`
    : `${happening.type} ${happening.entry.id}`;
}

test("an entry of each rail reaches the bank once and is told to be settled once", async () => {
  await using world = await openBankWork();
  const ids = await world.enqueue(...bankRails.map((rail) => ({ rail })));
  const engine = world.engine();
  await engine.round();
  expect(world.errors).toEqual([]);
  expect(world.double.taken).toHaveLength(ids.length);
  expect(await Promise.all(ids.map(world.stateOf))).toEqual(ids.map(() => "sent"));
  settleAll(world);
  await engine.round();
  world.clock.advance(120_000);
  await engine.round();
  expect(kinds(world)).toEqual(ids.map((id) => `settled ${id}`).sort());
  expect(await Promise.all(ids.map(world.stateOf))).toEqual(ids.map(() => "settled"));
  expect(await world.openItems()).toEqual([]);
  const wire = world.told.find(({ happening }) => describe(happening) === `settled ${ids[0]}`);
  expect(wire).toMatchObject({
    tenantId: testTenant,
    happening: { entry: { subject: `subject-${ids[0]}` }, imad: expect.stringMatching(/^IMAD-/) },
  });
});

test("the entries of a window share a file, in batches of one payer, direction and class", async () => {
  await using world = await openBankWork();
  const statement = { name: "Other Payer", memo: "REVERSAL" };
  await world.enqueue(
    { rail: "ach_credit" },
    { rail: "ach_credit", tenantId: otherTenant },
    { rail: "ach_debit" },
    { rail: "ach_credit", statement },
    { rail: "same_day_ach_credit" },
  );
  await world.engine().round();
  const files = world.double.files.map(({ bytes }) => {
    const reading = readNacha(bytes);
    return reading.ok ? reading.file.batches : [];
  });
  const shapes = files.map((batches) =>
    batches.map(({ serviceClass, companyName, description, entries, descriptiveDate }) => [
      serviceClass,
      companyName,
      description,
      entries.length,
      descriptiveDate.slice(0, 2),
    ]),
  );
  expect(shapes).toEqual([
    [
      ["220", "Acme Payouts", "Invoice 7", 2, ""],
      ["225", "Acme Payouts", "Invoice 7", 1, ""],
      ["220", "Other Payer", "PAYMENT", 1, ""],
    ],
    [["220", "Acme Payouts", "Invoice 7", 1, "SD"]],
  ]);
  const traces = world.double.taken.map(({ reference }) => reference);
  expect(new Set(traces).size).toBe(5);
  expect(traces.every((trace) => /^02100002\d{7}$/.test(trace))).toBe(true);
});

test("an entry can be withdrawn until it is in a file, and never after", async () => {
  await using world = await openBankWork();
  const [first = "", second = ""] = await world.enqueue({}, {});
  const withdraw = (id: string) => world.database.transaction((tx) => world.work.withdraw(tx, [id]));
  expect([...(await withdraw(first))]).toEqual([first]);
  await world.engine().round();
  expect([...(await withdraw(second))]).toEqual([]);
  expect(world.double.taken).toHaveLength(1);
  expect(await world.stateOf(first)).toBe("withdrawn");
  expect(await world.stateOf(second)).toBe("sent");
});

test("the same entry enqueued again is the same entry", async () => {
  await using world = await openBankWork();
  const [id = ""] = await world.enqueue({});
  await world.enqueue({ id });
  await world.engine().round();
  expect(world.double.taken).toHaveLength(1);
});

test("an entry waits for its window, and for a later one when it missed the first", async () => {
  await using world = await openBankWork();
  let window = 60_000;
  world.double.timetable((_rail, now) => ({
    leavesAt: (now + window) as typeof now,
    cutoffAt: (now + window + 10_000) as typeof now,
    settlesAt: (now + window + 20_000) as typeof now,
    finalAt: (now + window + 20_000) as typeof now,
    settlementDate: "2026-11-16",
  }));
  const [id = ""] = await world.enqueue({});
  const created = world.clock.now();
  const progress = async () => (await world.work.progress(world.database, [id])).get(id);
  expect(await progress()).toMatchObject({ leavesAt: created, settlesAt: created });
  const engine = world.engine();
  await engine.round();
  expect(await progress()).toMatchObject({ state: "queued", leavesAt: created + 60_000 });
  // Nobody was there until after the cut-off.
  world.clock.advance(80_000);
  window = 30_000;
  await engine.round();
  expect(await progress()).toMatchObject({ state: "queued", leavesAt: created + 110_000 });
  world.clock.advance(30_000);
  await engine.round();
  expect(await progress()).toMatchObject({ state: "sent", settlesAt: created + 130_000 });
});

test("an entry that no file can hold is told to be rejected, and holds up no other", async () => {
  await using world = await openBankWork();
  const tooMuch = 10n ** 12n;
  const [bad = "", good = ""] = await world.enqueue({ amountCents: tooMuch }, {});
  await world.engine().round();
  expect(await world.stateOf(good)).toBe("sent");
  expect(await world.stateOf(bad)).toBe("rejected");
  expect(kinds(world)).toEqual([`rejected ${bad}`]);
  expect(world.reports).toContainEqual({ type: "unwritable", entryId: bad });
  expect(world.errors).toHaveLength(1);
});

/** Passed for each of several things: the kill comes between two of them as well. */
const severalInARound: ReadonlySet<string> = new Set(["delivered", "sent", "stored", "read", "put-away"]);

test("a kill at any point, in any round, loses nothing and does nothing twice", async () => {
  await using world = await openBankWork();
  const answered = new Set<string>();
  const all: string[] = [];
  for (const point of bankCheckpoints) {
    for (const visit of severalInARound.has(point) ? [1, 2] : [1]) {
      const doomed = world.engine({ dieAt: { point, visit } });
      let wasKilled = false;
      for (let round = 0; round < 6 && !wasKilled; round += 1) {
        all.push(...(await world.enqueue({ rail: "wire" }, { rail: "ach_credit" }, { rail: "ach_debit" })));
        wasKilled = await doomed.round().then(
          () => false,
          () => true,
        );
        settleAll(world, answered);
      }
      expect({ point, visit, wasKilled }).toEqual({ point, visit, wasKilled: true });
      const heir = world.engine();
      for (let round = 0; round < 3; round += 1) {
        await heir.round();
        settleAll(world, answered);
        world.clock.advance(120_000);
      }
      expect(kinds(world)).toEqual(all.map((id) => `settled ${id}`).sort());
    }
  }
  expect(world.double.taken).toHaveLength(all.length);
  expect(world.errors).toEqual([]);
  expect(world.double.waiting()).toEqual([]);
}, 120_000);

test.each(["before", "after"] as const)(
  "a bank that fails %s it has acted is asked again, and nothing happens twice",
  async (how) => {
    await using world = await openBankWork();
    const [id = ""] = await world.enqueue({ rail: "wire" });
    const engine = world.engine();
    for (const method of ["times", "now", "deliver", "collect"] as const) {
      world.double.breakNext(method, how);
      await engine.round();
    }
    await engine.round();
    expect(await world.stateOf(id)).toBe("sent");
    settleAll(world);
    world.double.breakNext("putAway", how);
    await engine.round();
    await engine.round();
    expect(kinds(world)).toEqual([`settled ${id}`]);
    expect(world.double.waiting()).toEqual([]);
    expect(world.reports.filter(({ type }) => type === "bank-unavailable")).toHaveLength(5);
    expect(world.errors).toEqual([]);
  },
);

test("news is told although the bank is out of reach", async () => {
  await using world = await openBankWork();
  const [id = ""] = await world.enqueue({ rail: "wire" });
  const deaf = world.engine({ listener: { heard: () => Promise.reject(new Error("busy")) } });
  await deaf.round();
  settleAll(world);
  await deaf.round();
  expect(kinds(world)).toEqual([]);
  world.clock.advance(600_000);
  world.double.breakNext("now", "before");
  await world.engine().round();
  expect(kinds(world)).toEqual([`settled ${id}`]);
});

test("a debit is told to be settled only when it can no longer come back as uncovered", async () => {
  await using world = await openBankWork();
  const [id = ""] = await world.enqueue({ rail: "ach_debit" });
  const engine = world.engine();
  await engine.round();
  settleAll(world);
  await engine.round();
  expect(await world.stateOf(id)).toBe("sent");
  expect(kinds(world)).toEqual([]);
  world.double.ahead(120_000);
  await engine.round();
  expect(kinds(world)).toEqual([`settled ${id}`]);
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
  expect(kinds(world)).toEqual([`returned ${id}`]);
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
  expect(kinds(world)).toEqual([`returned ${id}`]);
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
  expect(kinds(world)).toEqual(
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
  expect(kinds(world)).toEqual([`rejected ${wire}`, `rejected ${first}`, `rejected ${second}`].sort());
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
  expect(world.told.map(({ tenantId, happening }) => [tenantId, describe(happening)])).toEqual([
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
    answers += 1;
    const head = { id: `G${answers}`, at: world.clock.now() };
    const system = systems[ids.map(String).indexOf(item.reference)] ?? item.system;
    const movement = settledMovement({ ...item, system }, `G-REF-${answers}`);
    world.double.put({ bytes: accountAnswer(head, [movement]) });
  }
  await engine.round();
  expect(kinds(world)).toEqual(ids.map((id) => `settled ${id}`).sort());
  expect(await world.openItems()).toEqual([]);
});
