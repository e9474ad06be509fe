import { expect, test } from "vitest";
import {
  accountReply,
  intradayReply,
  type Movement,
  noOne,
  receivedMovement,
  settledMovement,
} from "../../../test/bank-replies.ts";
import { type BankEnvironment, openBankWork, testTenant } from "../../../test/bank-work.ts";
import { paymentSystems } from "../registry.ts";
import { insertMovements, sumBookings } from "./account-store.ts";
import { creditItem, finishItem } from "./bank-operations.ts";

const uetr = "8a562c67-ca16-48ba-b074-65581be6f001";
const imad = "20261115ABCDEFGH000001";
const trace = "091000010000007";
const account = "8800000001";

/** A wire of 2,500.00 to a virtual account, as one report has it. */
function wire(bankReference: string, rest: Partial<Movement> = {}): Movement {
  const { detail, ...entry } = rest;
  return receivedMovement(bankReference, {
    amountCents: 250_000n,
    transactionCode: paymentSystems.wire.transactionCodes.received,
    detail: {
      uetr,
      clearingReference: imad,
      endToEndId: "INVOICE-7",
      debtor: { ...noOne, name: "A Sender" },
      creditor: { ...noOne, accountNumber: account },
      ...detail,
    },
    ...entry,
  });
}

async function receive(env: BankEnvironment, ...files: readonly Buffer[]): Promise<void> {
  for (const bytes of files) env.double.put({ bytes });
  await env.engine().round();
}

function receivedIn(env: BankEnvironment): readonly string[] {
  return env.reported.flatMap(({ bankEvent }) =>
    bankEvent.type === "received" ? [bankEvent.incomingPayment.bankReference] : [],
  );
}

const balances = { openingCents: 0n, closingCents: 250_000n };

test("a wire in an intraday report, a notification and a statement under three references is credited once", async () => {
  await using env = await openBankWork();
  env.owners.set(account, testTenant);
  const at = env.clock.now();
  await receive(env, intradayReply({ id: "D1", at }, [wire("INTRA-77")]));
  await receive(env, accountReply({ id: "N1", at }, [wire("BR1")]));
  await receive(env, accountReply({ id: "S1", at }, [wire("BR1-001")], balances));
  expect(receivedIn(env)).toEqual(["INTRA-77"]);
  const names = [`imad/${imad}`, `uetr/${uetr}`];
  const first = (...others: string[]) => ({
    reference: "INTRA-77",
    amountCents: "250000",
    names: [...others, ...names],
  });
  const second = (reference: string) => ({ reference, amountCents: "250000", bookedOn: today(env) });
  expect(await env.openItems()).toMatchObject([
    {
      kind: "duplicate_reference",
      reference: "BR1",
      amountCents: 250_000n,
      records: [first(), second("BR1")],
    },
    { kind: "duplicate_reference", reference: "BR1-001", records: [first("bank/BR1"), second("BR1-001")] },
  ]);
  expect(await sumBookings(env.database, "testnet")).toBe(250_000n);
});

function today({ clock }: BankEnvironment): string {
  return new Date(clock.now()).toISOString().slice(0, 10);
}

const ach = (bankReference: string, rest: Partial<Movement> = {}) =>
  receivedMovement(bankReference, { detail: { clearingReference: trace }, ...rest });
const dayMs = 86_400_000;

test.each<readonly [string, Movement, Movement]>([
  [
    "the UETR",
    wire("A", { detail: { clearingReference: undefined } }),
    wire("B", { detail: { clearingReference: undefined } }),
  ],
  ["the IMAD", wire("A", { detail: { uetr: undefined } }), wire("B", { detail: { uetr: undefined } })],
  [
    "the IMAD, without a transaction code",
    wire("A", { detail: { uetr: undefined } }),
    wire("B", { detail: { uetr: undefined }, transactionCode: undefined }),
  ],
  ["the trace number of a day", ach("A"), ach("B")],
  ["another amount", wire("A"), wire("B", { amountCents: 250_001n })],
  [
    "the bank's reference of a detail",
    ach("A", { detail: { bankReference: "D" } }),
    ach("B", { detail: { bankReference: "D" } }),
  ],
])("a second credit with %s is an item, in the same file and in a later one", async (_, first, second) => {
  await using env = await openBankWork();
  const at = env.clock.now();
  await receive(env, accountReply({ id: "N1", at }, [first, second]));
  await receive(env, accountReply({ id: "N2", at }, [{ ...second, bankReference: "C" }]));
  expect(receivedIn(env)).toHaveLength(1);
  const items = await env.openItems();
  expect(items).toMatchObject(["B", "C"].map((reference) => ({ kind: "duplicate_reference", reference })));
  const isOther = first.amountCents !== second.amountCents;
  for (const { detail } of items) expect(detail.includes("another amount")).toBe(isOther);
  expect(await sumBookings(env.database, "testnet")).toBe(first.amountCents);
});

test("trace numbers of other days, end-to-end ids and references without a format are no references of a movement", async () => {
  await using env = await openBankWork();
  const at = env.clock.now();
  await receive(env, accountReply({ id: "N1", at }, [ach("A")]));
  env.clock.advance(dayMs);
  const free = { endToEndId: "NOTPROVIDED", clearingReference: "ACH CREDIT" };
  await receive(
    env,
    accountReply({ id: "N2", at: env.clock.now() }, [
      ach("B"),
      ach("C", { detail: free }),
      ach("D", { detail: free }),
    ]),
  );
  expect(receivedIn(env)).toEqual(["A", "B", "C", "D"]);
  expect(await env.openItems()).toEqual([]);
});

test("references that a repeated report adds recognize a later one, and two that were credited before are an item", async () => {
  await using env = await openBankWork();
  const at = env.clock.now();
  const bare = { detail: { uetr: undefined, clearingReference: undefined } };
  await receive(env, accountReply({ id: "N1", at }, [wire("A", bare)]));
  await receive(env, accountReply({ id: "N2", at }, [wire("A")]));
  await receive(env, accountReply({ id: "N3", at }, [wire("B", { detail: { uetr: undefined } })]));
  expect(receivedIn(env)).toEqual(["A"]);
  expect(await env.openItems()).toMatchObject([{ kind: "duplicate_reference", reference: "B" }]);
  await receive(env, accountReply({ id: "N4", at }, [wire("E", bare)]));
  await receive(env, accountReply({ id: "N5", at }, [wire("E")]));
  expect(receivedIn(env)).toEqual(["A", "E"]);
  const [, found] = await env.openItems();
  expect(found).toMatchObject({ reference: "E", detail: expect.stringContaining("both were processed") });
  const credited = env.database.transaction((tx) =>
    creditItem(tx, found?.id ?? "", { note: "another one", now: env.clock.now() }),
  );
  await expect(credited).rejects.toMatchObject({ refusal: { code: "conflict" } });
});

test("a credit without a transaction code that repeats the UETR of a payment is the same item", async () => {
  await using env = await openBankWork();
  const at = env.clock.now();
  const unknown = { transactionCode: undefined, detail: { clearingReference: undefined } };
  await receive(env, accountReply({ id: "N1", at }, [wire("A", unknown)]));
  await receive(env, accountReply({ id: "N2", at }, [wire("B")]));
  expect(receivedIn(env)).toEqual([]);
  expect((await env.openItems()).map(({ kind, reference }) => [kind, reference])).toEqual([
    ["unknown_credit", "A"],
    ["duplicate_reference", "B"],
  ]);
});

test("a booking of several payments is compared part by part", async () => {
  await using env = await openBankWork();
  const at = env.clock.now();
  await receive(env, intradayReply({ id: "D1", at }, [wire("INTRA-77")]));
  const { details } = detailsOf([
    wire("x"),
    wire("y", { detail: { uetr: undefined, clearingReference: "20261115ABCDEFGH000002" } }),
  ]);
  await receive(env, accountReply({ id: "N1", at }, [{ ...wire("BATCH"), amountCents: 500_000n, details }]));
  expect(receivedIn(env)).toEqual(["INTRA-77", "BATCH-2"]);
  expect(await env.openItems()).toMatchObject([
    { kind: "duplicate_reference", reference: "BATCH-1", amountCents: 250_000n },
  ]);
  expect(await sumBookings(env.database, "testnet")).toBe(500_000n);
});

function detailsOf(movements: readonly Movement[]) {
  const whole = {
    endToEndId: undefined,
    transactionId: undefined,
    uetr: undefined,
    clearingReference: undefined,
  };
  const parties = { debtor: noOne, creditor: noOne, remittance: undefined, bankReference: undefined };
  return {
    details: movements.map(({ amountCents, detail }) => ({ ...whole, ...parties, amountCents, ...detail })),
  };
}

test.each([
  ["alone and then in a batch", ["X-1", "BATCH"]],
  ["in a batch and then alone", ["BATCH", "X-1"]],
])("payments that a bank reports %s, with its own references only, are counted once", async (_, order) => {
  await using env = await openBankWork();
  const at = env.clock.now();
  const bare = { uetr: undefined, clearingReference: undefined };
  const part = (reference: string) => wire("x", { detail: { ...bare, bankReference: reference } });
  const { details } = detailsOf([part("X-1"), part("X-2")]);
  for (const reference of order) {
    const movement =
      reference === "BATCH"
        ? { ...wire("BATCH"), amountCents: 500_000n, details }
        : wire(reference, { detail: bare });
    await receive(env, accountReply({ id: reference, at }, [movement]));
  }
  expect(receivedIn(env)).toEqual(["X-1", "X-2"]);
  expect(await env.openItems()).toMatchObject([{ kind: "duplicate_reference", amountCents: 250_000n }]);
  expect(await sumBookings(env.database, "testnet")).toBe(500_000n);
});

test("an operator credits a genuinely separate payment, once", async () => {
  await using env = await openBankWork();
  env.owners.set(account, testTenant);
  const at = env.clock.now();
  await receive(env, accountReply({ id: "N1", at }, [wire("A"), wire("B"), wire("C")]));
  const [ofB, ofC] = await env.openItems();
  const decided = { note: "The sender confirms two wires.", now: env.clock.now() };
  const credit = (id = "") => env.database.transaction((tx) => creditItem(tx, id, decided));
  const finish = (id = "") => env.database.transaction((tx) => finishItem(tx, id, decided));
  await credit(ofB?.id);
  await finish(ofC?.id);
  for (const again of [() => credit(ofB?.id), () => finish(ofB?.id), () => credit(ofC?.id)])
    await expect(again()).rejects.toMatchObject({ refusal: { code: "not_found" } });
  await receive(
    env,
    accountReply({ id: "S1", at }, [wire("A"), wire("B"), wire("C")], {
      openingCents: 0n,
      closingCents: 750_000n,
    }),
  );
  expect(receivedIn(env)).toEqual(["A", "B"]);
  expect(env.reported.map(({ tenantId }) => tenantId)).toEqual([testTenant, testTenant]);
  expect(await env.openItems()).toEqual([]);
  expect(await sumBookings(env.database, "testnet")).toBe(500_000n);
  expect(env.errors).toEqual([]);
});

test("an item of another kind cannot be credited, and stays open", async () => {
  await using env = await openBankWork();
  const at = env.clock.now();
  await receive(
    env,
    accountReply({ id: "N1", at }, [
      wire("A", { transactionCode: undefined, detail: { clearingReference: undefined } }),
    ]),
  );
  const [item] = await env.openItems();
  const credited = env.database.transaction((tx) =>
    creditItem(tx, item?.id ?? "", { note: "Credit it.", now: env.clock.now() }),
  );
  await expect(credited).rejects.toMatchObject({ refusal: { code: "conflict" } });
  expect(await env.openItems()).toEqual([item]);
});

test("an outgoing payment that is booked under two references settles once, and the second one is an item", async () => {
  await using env = await openBankWork();
  const [id = ""] = await env.enqueue({ rail: "wire" });
  const engine = env.engine();
  await engine.round();
  const item = env.double.taken[0] ?? expect.unreachable();
  const at = env.clock.now();
  await receive(env, intradayReply({ id: "D1", at }, [settledMovement(item, "OUT-1")]));
  await receive(env, accountReply({ id: "N1", at }, [settledMovement(item, "OUT-2")]));
  expect(env.reported.map(({ bankEvent }) => bankEvent.type)).toEqual(["settled"]);
  expect(await env.openItems()).toMatchObject([
    { kind: "duplicate_reference", reference: "OUT-2", entryId: id },
  ]);
  expect(await sumBookings(env.database, "testnet")).toBe(-item.amountCents);
});

test("an outgoing payment that was booked with another amount settles when it is booked again", async () => {
  await using env = await openBankWork();
  const [id = ""] = await env.enqueue({ rail: "wire" });
  await env.engine().round();
  const item = env.double.taken[0] ?? expect.unreachable();
  const at = env.clock.now();
  const wrong = { ...settledMovement(item, "OUT-1"), amountCents: 999n };
  await receive(env, accountReply({ id: "N1", at }, [wrong]));
  expect(env.reported).toEqual([]);
  await receive(env, accountReply({ id: "N2", at }, [settledMovement(item, "OUT-2")]));
  expect(env.reported.map(({ bankEvent }) => bankEvent.type)).toEqual(["settled"]);
  expect(await env.openItems()).toMatchObject([{ kind: "amount_differs", entryId: id }]);
  expect(await sumBookings(env.database, "testnet")).toBe(-999n - item.amountCents);
});

test("of two files that are read at the same time, the second one does not store a known reference", async () => {
  await using env = await openBankWork();
  const stored = { network: "testnet", now: env.clock.now() } as const;
  const movement = (reference: string) => ({
    direction: "credit" as const,
    bookingReference: reference,
    reference,
    amountCents: 250_000n,
    bookedOn: today(env),
    transactionCode: undefined,
    fileId: undefined,
    names: [`uetr/${uetr}`],
  });
  const store = (reference: string) =>
    env.database.transaction((tx) => insertMovements(tx, stored, [movement(reference)]));
  const results = await Promise.allSettled([store("A"), store("B")]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});
