import { expect, test } from "vitest";
import { statement } from "../../../service/src/db/statement.ts";
import { createKeyRing } from "../../../service/src/kernel/envelope.ts";
import type { TenantId } from "../../../service/src/kernel/id.ts";
import type {
  BankEvent,
  BankListener,
  IncomingBankPayment,
  NewBankEntry,
  NewPaymentEntry,
} from "../../../service/src/rails/bank-work.ts";
import { type BankEngine, createBankEngine } from "../../../service/src/rails/engine/bank-engine.ts";
import { createBankWork } from "../../../service/src/rails/engine/create-bank-work.ts";
import {
  type MessageSettings,
  plainMessages,
  senderOf,
} from "../../../service/src/rails/message-settings.ts";
import { bankRails, type RailSystem, railSystems } from "../../../service/src/rails/rail.ts";
import {
  openSandboxBank,
  type SandboxBankEnvironment,
  secondsDelayMs,
  seededTrouble,
} from "../../../service/test/sandbox-bank.ts";
import { isLong } from "../../../service/test/scale.ts";

const tenantId = "01J000000000000000000TENAN" as TenantId;
const keyRing = createKeyRing(Buffer.alloc(32, 9));

/** What the messages to the bank look like. */
const spoken = {
  "plain messages": {},
  "messages of the networks": { profiles: ["fedwire", "rtp", "fednow"] },
  "messages of the networks in their envelopes": {
    profiles: ["fedwire", "rtp", "fednow"],
    envelope: "network",
  },
  "plain messages in the ISO 20022 envelope": { envelope: "business" },
  "Fedwire messages in the envelope of SWIFT": { profiles: ["fedwire"], envelope: "swift" },
} as const satisfies Record<string, Partial<MessageSettings>>;

test.each([
  ["seconds", "plain messages"],
  ["calendar", "plain messages"],
  ["seconds", "messages of the networks"],
  ["calendar", "messages of the networks in their envelopes"],
  ["seconds", "plain messages in the ISO 20022 envelope"],
  ["seconds", "Fedwire messages in the envelope of SWIFT"],
] as const)(
  "the engine and the bank interoperate in %s mode with %s: every rail, returns, incoming payments and their returns",
  async (clockMode, messages) => {
    await using env = await openSandboxBank({ clockMode });
    const side = openFlorinSide(env, spoken[messages]);
    await side.enqueue([
      ...bankRails.map((rail) => payment(rail, { rail })),
      payment("uncovered", { rail: "ach_debit", amountCents: 5_501n }),
    ]);
    for (const system of railSystems) {
      await env.act((tx) => env.simulator.receive(tx, incomingPaymentOf(system, 4_000n)));
    }
    await side.runUntilQuiet();
    expect(side.incomingPayments().map(({ system }) => system)).toEqual(railSystems);
    await side.enqueue(side.incomingPayments().map(givenBack));
    await side.runUntilQuiet();
    expect(side.events()).toEqual(
      [
        ...bankRails.map((rail) => `settled ${rail}`),
        "returned uncovered R01",
        ...railSystems.flatMap((system) => ["received 4000", `settled back-${system}`]),
      ].toSorted(),
    );
    expect(await side.openItems()).toEqual([]);
  },
);

test.each(["plain messages", "messages of the networks"] as const)(
  "simulated events reach the engine with %s: a rejected wire, a late return of a wire",
  async (messages) => {
    await using env = await openSandboxBank();
    const side = openFlorinSide(env, spoken[messages]);
    await side.enqueue([payment("rejected", { rail: "wire" }), payment("late", { rail: "wire" })]);
    await side.engine.round();
    const [rejected, late] = ["rejected", "late"].map((id) => ({ id, traceNumber: undefined }));
    if (rejected === undefined || late === undefined) throw new Error("there are two");
    const reason = { code: "AC04", text: "The account is closed" };
    expect(await env.act((tx) => env.simulator.rejectEntry(tx, rejected, reason))).toBe(true);
    await side.runUntilQuiet();
    expect(await env.act((tx) => env.simulator.returnEntry(tx, late, reason))).toBe(true);
    await env.act((tx) => env.simulator.advance(tx, "next_banking_day"));
    await side.runUntilQuiet();
    expect(side.events()).toEqual(["rejected rejected AC04", "returned late AC04", "settled late"]);
    expect(await side.openItems()).toEqual([]);
  },
);

test.each(["plain messages", "messages of the networks"] as const)(
  "the engine finds the bank entries of a rejected file with %s",
  async (messages) => {
    await using env = await openSandboxBank();
    const side = openFlorinSide(env, spoken[messages]);
    await side.enqueue([givenBack({ ...unknownIncomingPayment, system: "wire" })]);
    await side.runUntilQuiet();
    expect(side.events()).toEqual(["rejected back-wire NOOR"]);
  },
);

test.each(isLong ? [1, 2, 3] : [2])(
  "late files, duplicate files, returns and rejections (seed %d): each event is reported once",
  async (seed) => {
    await using env = await openSandboxBank({ trouble: seededTrouble(seed) });
    const side = openFlorinSide(env);
    const ids = Array.from({ length: 24 }, (_, number) => `entry-${number}`);
    await side.enqueue(
      ids.map((id, number) => payment(id, { rail: bankRails[number % bankRails.length] ?? "wire" })),
    );
    for (let number = 1; number <= 5; number += 1) {
      await env.act((tx) => env.simulator.receive(tx, incomingPaymentOf("wire", BigInt(number))));
    }
    await side.runUntilQuiet();
    const events = side.events();
    expect(
      events.filter((event) => !event.startsWith("received")).map((event) => event.split(" ")[1]),
    ).toHaveLength(24);
    expect(new Set(events.map((event) => event.split(" ")[1]))).toEqual(
      new Set([...ids, "1", "2", "3", "4", "5"]),
    );
    expect(events).toHaveLength(29);
    expect(await side.openItems()).toEqual([]);
  },
);

const unknownIncomingPayment: IncomingBankPayment = {
  bankReference: "never-received",
  system: "wire",
  amountCents: 100n,
  accountNumber: "8801000000000017",
  receivedAt: 0 as IncomingBankPayment["receivedAt"],
  senderName: "Sender Inc",
  senderAccountNumber: undefined,
  senderBankName: undefined,
  senderBankRoutingNumber: "099900001",
  reference: undefined,
  imad: "20260727SENDRBNK000007",
  traceNumber: undefined,
  uetr: "0f8fad5b-d9cb-469f-a165-70867728950e",
};

interface FlorinSide {
  readonly engine: BankEngine;
  enqueue(entries: readonly NewBankEntry[]): Promise<void>;
  /** Runs rounds and banking days until nothing is pending. */
  runUntilQuiet(): Promise<void>;
  /** Events reported by the engine, sorted; duplicates would appear twice. */
  events(): readonly string[];
  incomingPayments(): readonly IncomingBankPayment[];
  openItems(): Promise<readonly object[]>;
}

function openFlorinSide(env: SandboxBankEnvironment, messages: Partial<MessageSettings> = {}): FlorinSide {
  const { database, clock, newId, bank } = env;
  const { routingNumber } = bank.identity;
  const bankEvents: BankEvent[] = [];
  const errors: unknown[] = [];
  const listener: BankListener = {
    heard: (_tx, _scope, received) => {
      bankEvents.push(...received);
      return Promise.resolve();
    },
    tenantOf: (_session, _network, incomingPayments) => Promise.resolve(incomingPayments.map(() => tenantId)),
  };
  const wakeUp = { nudge: () => {}, listen: () => () => {} };
  const work = createBankWork({ clock, wakeUp, keyRing });
  const engine = createBankEngine({
    bank,
    messages: {
      ...plainMessages({ routingNumber }),
      sender: senderOf({ routingNumber, fedwireSource: "FLRNTST1" }),
      swift: { sender: "EXMPUS33", receiver: "SNDBUS33XXX" },
      ...messages,
    },
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
    enqueue: (entries) => env.act((tx) => work.enqueue(tx, entries)),
    runUntilQuiet: async () => {
      // A window in which everything leaves, and more banking days than a debit needs to become final.
      await engine.round();
      await env.act((tx) => env.simulator.advance(tx, "next_window"));
      for (let day = 0; day < 5; day += 1) {
        await engine.round();
        clock.advance(secondsDelayMs);
        await env.act((tx) => env.simulator.advance(tx, "next_banking_day"));
        for (let round = 0; round < 3; round += 1) await engine.round();
      }
      expect(errors).toEqual([]);
    },
    events: () => bankEvents.map(describeEvent).toSorted(),
    incomingPayments: () =>
      bankEvents.flatMap((event) => (event.type === "received" ? [event.incomingPayment] : [])),
    openItems: () => database.rows(statement("SELECT kind, detail FROM bank_items WHERE state = 'open'")),
  };
}

function describeEvent(bankEvent: BankEvent): string {
  switch (bankEvent.type) {
    case "settled":
      return `settled ${bankEvent.entry.id}`;
    case "rejected":
    case "returned":
    case "notification_of_change":
      return `${bankEvent.type} ${bankEvent.entry.id} ${bankEvent.reason.code}`;
    case "received":
      return `received ${bankEvent.incomingPayment.amountCents}`;
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

function incomingPaymentOf(system: RailSystem, amountCents: bigint) {
  const accountNumber = "8801000000000017";
  return { system, accountNumber, amountCents, senderName: "Sender Inc", reference: "FLRN-17" };
}

function givenBack(incomingPayment: IncomingBankPayment): NewBankEntry {
  const id = `back-${incomingPayment.system}`;
  const { amountCents } = incomingPayment;
  return {
    id,
    network: "testnet",
    tenantId,
    subject: id,
    amountCents,
    kind: "return",
    incomingPayment,
    reason: "AC01",
  };
}
