import { expect, test } from "vitest";
import {
  openSandboxBank,
  type SandboxBankWorld,
  secondsDelayMs,
  seededTrouble,
} from "../../../test/sandbox-bank.ts";
import { statement } from "../../db/statement.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import type { TenantId } from "../../kernel/id.ts";
import type {
  BankHappening,
  BankListener,
  BankReceipt,
  NewBankEntry,
  NewPaymentEntry,
} from "../../rails/bank-work.ts";
import { bankRails } from "../../rails/rail.ts";
import { type BankEngine, createBankEngine } from "../../rails/work/bank-engine.ts";
import { createBankWork } from "../../rails/work/create-bank-work.ts";

const tenantId = "01J000000000000000000TENAN" as TenantId;
const keyRing = createKeyRing(Buffer.alloc(32, 9));

test.each(["seconds", "calendar"] as const)(
  "the engine and the bank understand each other, by %s: every rail, returns, receipts, giving back",
  async (clockMode) => {
    await using world = await openSandboxBank({ clockMode });
    const side = openOurSide(world);
    await side.enqueue([
      ...bankRails.map((rail) => payment(rail, { rail })),
      payment("uncovered", { rail: "ach_debit", amountCents: 5_501n }),
    ]);
    await world.act((tx) => world.simulator.receive(tx, receiptOf("ach", 4_000n)));
    await world.act((tx) => world.simulator.receive(tx, receiptOf("wire", 3_000n)));
    await side.runUntilQuiet();
    await side.enqueue(side.receipts().map(givenBack));
    await side.runUntilQuiet();
    expect(side.told()).toEqual(
      [
        ...bankRails.map((rail) => `settled ${rail}`),
        "returned uncovered R01",
        "received 4000",
        "received 3000",
        "settled back-ach",
        "settled back-wire",
      ].toSorted(),
    );
    expect(await side.openItems()).toEqual([]);
  },
);

test("what is simulated reaches the engine: a rejected wire, a wire that came back late", async () => {
  await using world = await openSandboxBank();
  const side = openOurSide(world);
  await side.enqueue([payment("rejected", { rail: "wire" }), payment("late", { rail: "wire" })]);
  await side.engine.round();
  const [rejected, late] = ["rejected", "late"].map((id) => ({ id, traceNumber: undefined }));
  if (rejected === undefined || late === undefined) throw new Error("there are two");
  const reason = { code: "AC04", text: "The account is closed" };
  expect(await world.act((tx) => world.simulator.rejectEntry(tx, rejected, reason))).toBe(true);
  await side.runUntilQuiet();
  expect(await world.act((tx) => world.simulator.returnEntry(tx, late, reason))).toBe(true);
  await world.act((tx) => world.simulator.advance(tx, "next_banking_day"));
  await side.runUntilQuiet();
  expect(side.told()).toEqual(["rejected rejected AC04", "returned late AC04", "settled late"]);
  expect(await side.openItems()).toEqual([]);
});

test("a file that the bank refuses is answered so that the engine knows whose entries it held", async () => {
  await using world = await openSandboxBank();
  const side = openOurSide(world);
  await side.enqueue([givenBack({ ...unknownReceipt, system: "wire" })]);
  await side.runUntilQuiet();
  expect(side.told()).toEqual(["rejected back-wire NOOR"]);
});

test.each([1, 2, 3])(
  "late files, files that come twice, returns and rejections (seed %d): each is told once",
  async (seed) => {
    await using world = await openSandboxBank({ trouble: seededTrouble(seed) });
    const side = openOurSide(world);
    const ids = Array.from({ length: 24 }, (_, number) => `entry-${number}`);
    await side.enqueue(
      ids.map((id, number) => payment(id, { rail: bankRails[number % bankRails.length] ?? "wire" })),
    );
    for (let number = 1; number <= 5; number += 1) {
      await world.act((tx) => world.simulator.receive(tx, receiptOf("wire", BigInt(number))));
    }
    await side.runUntilQuiet();
    const told = side.told();
    expect(told.filter((one) => !one.startsWith("received")).map((one) => one.split(" ")[1])).toHaveLength(
      24,
    );
    expect(new Set(told.map((one) => one.split(" ")[1]))).toEqual(new Set([...ids, "1", "2", "3", "4", "5"]));
    expect(told).toHaveLength(29);
    expect(await side.openItems()).toEqual([]);
  },
);

const unknownReceipt: BankReceipt = {
  bankReference: "never-received",
  system: "wire",
  amountCents: 100n,
  accountNumber: "8801000000000017",
  receivedAt: 0 as BankReceipt["receivedAt"],
  senderName: undefined,
  senderAccountNumber: undefined,
  senderBankName: undefined,
  senderBankRoutingNumber: undefined,
  reference: undefined,
  imad: undefined,
  traceNumber: undefined,
};

interface OurSide {
  readonly engine: BankEngine;
  enqueue(entries: readonly NewBankEntry[]): Promise<void>;
  /** Lets rounds and banking days pass until nothing more is to be expected. */
  runUntilQuiet(): Promise<void>;
  /** What the engine told, sorted; twice the same would stand here twice. */
  told(): readonly string[];
  receipts(): readonly BankReceipt[];
  openItems(): Promise<readonly object[]>;
}

function openOurSide(world: SandboxBankWorld): OurSide {
  const { database, clock, newId, bank } = world;
  const told: BankHappening[] = [];
  const errors: unknown[] = [];
  const listener: BankListener = {
    heard: (_tx, _scope, happenings) => {
      told.push(...happenings);
      return Promise.resolve();
    },
    tenantOf: (_session, _network, receipts) => Promise.resolve(receipts.map(() => tenantId)),
  };
  const wakeUp = { nudge: () => {}, listen: () => () => {} };
  const work = createBankWork({ clock, wakeUp, keyRing });
  const engine = createBankEngine({
    bank,
    database,
    wakeUp,
    clock,
    newId,
    keyRing,
    listener,
    pollMs: 1_000,
    leaseMs: 60_000,
    report: () => {},
    onError: (error) => errors.push(error),
  });
  return {
    engine,
    enqueue: (entries) => world.act((tx) => work.enqueue(tx, entries)),
    runUntilQuiet: async () => {
      // A window in which everything leaves, and more banking days than a debit needs to be final.
      await engine.round();
      await world.act((tx) => world.simulator.advance(tx, "next_window"));
      for (let day = 0; day < 5; day += 1) {
        await engine.round();
        clock.advance(secondsDelayMs);
        await world.act((tx) => world.simulator.advance(tx, "next_banking_day"));
        for (let round = 0; round < 3; round += 1) await engine.round();
      }
      expect(errors).toEqual([]);
    },
    told: () => told.map(inWords).toSorted(),
    receipts: () => told.flatMap((one) => (one.type === "received" ? [one.receipt] : [])),
    openItems: () => database.rows(statement("SELECT kind, detail FROM bank_items WHERE state = 'open'")),
  };
}

function inWords(happening: BankHappening): string {
  switch (happening.type) {
    case "settled":
      return `settled ${happening.entry.id}`;
    case "rejected":
    case "returned":
    case "corrected":
      return `${happening.type} ${happening.entry.id} ${happening.reason.code}`;
    case "received":
      return `received ${happening.receipt.amountCents}`;
  }
}

function payment(id: string, rest: Partial<NewPaymentEntry>): NewPaymentEntry {
  const address = {
    streetLine1: "1 Main Street",
    streetLine2: undefined,
    city: "Springfield",
    state: "IL",
    zip: "62701",
  };
  return {
    id,
    network: "testnet",
    tenantId,
    subject: id,
    amountCents: 10_000n,
    kind: "payment",
    rail: "wire",
    counterparty: {
      name: "Jane Doe",
      routingNumber: "099900001",
      accountNumber: "123456789",
      accountType: "checking",
      address,
      bankAddress: address,
    },
    statement: { name: "Acme", memo: "Invoice 7" },
    ...rest,
  };
}

function receiptOf(system: "ach" | "wire", amountCents: bigint) {
  const accountNumber = "8801000000000017";
  return { system, accountNumber, amountCents, senderName: "Sender Inc", reference: "FLRN-17" };
}

function givenBack(receipt: BankReceipt): NewBankEntry {
  const id = `back-${receipt.system}`;
  const { amountCents } = receipt;
  return {
    id,
    network: "testnet",
    tenantId,
    subject: id,
    amountCents,
    kind: "return",
    receipt,
    reason: "AC01",
  };
}
