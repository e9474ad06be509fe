import { expect, test } from "vitest";
import {
  accountAnswer,
  achAnswer,
  achReturn,
  type Movement,
  nobody,
  receivedMovement,
  settledMovement,
  statusAnswer,
} from "../../../test/bank-answers.ts";
import type { TakenItem } from "../../../test/bank-double.ts";
import { type BankWorld, openBankWork } from "../../../test/bank-work.ts";
import { selectStatements, sumBookings } from "./account-store.ts";
import {
  finishItem,
  listFiles,
  listItems,
  openFile,
  requeueFile,
  rereadFile,
  showFile,
} from "./bank-desk.ts";
import { countFiles, countOpenItems } from "./count-store.ts";
import { transactionCodes } from "./transaction-codes.ts";

const newestFirst = { beforeId: "~", limit: 100 };

function toldTypes({ told }: BankWorld): readonly string[] {
  return told.map(({ happening }) => happening.type);
}

test("the same file again is the same file, and its bytes under another name are a duplicate", async () => {
  await using world = await openBankWork();
  const bytes = accountAnswer({ id: "N1", at: world.clock.now() }, [receivedMovement("BR1")]);
  const engine = world.engine();
  world.double.put({ name: "first.xml", bytes });
  await engine.round();
  world.double.put({ name: "first.xml", bytes });
  world.double.put({ name: "second.xml", bytes });
  await engine.round();
  expect(toldTypes(world)).toEqual(["received"]);
  expect(world.double.waiting()).toEqual([]);
  expect(world.double.putAway.map(({ name, to }) => [name, to])).toEqual([
    ["first.xml", "archive"],
    ["first.xml", "archive"],
    ["second.xml", "archive"],
  ]);
  const files = await listFiles(world.database, { direction: "in" }, newestFirst);
  expect(files.map(({ name, state }) => [name, state])).toEqual([
    ["second.xml", "duplicate"],
    ["first.xml", "read"],
  ]);
  expect(world.reports.filter(({ type }) => type === "duplicate-file")).toHaveLength(1);
  const [duplicate] = files;
  expect((await openFile(world, world.database, duplicate?.id ?? "")).bytes.equals(bytes)).toBe(true);
});

test("a file that cannot be read is quarantined with what is wrong, and can be read again", async () => {
  await using world = await openBankWork();
  const engine = world.engine();
  world.double.put({ name: "broken.xml", bytes: Buffer.from("<Document><Secret>4111</Secret>") });
  world.double.put({ name: "odd.pdf", bytes: Buffer.from("%PDF") });
  await engine.round();
  const quarantined = await listFiles(world.database, { state: "quarantined" }, newestFirst);
  expect(quarantined.map(({ name }) => name).sort()).toEqual(["broken.xml", "odd.pdf"]);
  expect(quarantined.every(({ problems }) => problems.length > 0)).toBe(true);
  expect(JSON.stringify(quarantined)).not.toContain("4111");
  expect(world.double.putAway.map(({ to }) => to)).toEqual(["quarantine", "quarantine"]);
  expect(await countFiles(world.database, "testnet")).toMatchObject([{ name: "quarantined", count: 2 }]);
  const id = quarantined.find(({ name }) => name === "broken.xml")?.id ?? "";
  await world.database.transaction((tx) => rereadFile(tx, id, world.clock.now()));
  expect(await countFiles(world.database, "testnet")).toMatchObject([
    { name: "unread", count: 1 },
    { name: "quarantined", count: 1 },
  ]);
  await engine.round();
  expect((await showFile(world.database, id)).file.state).toBe("quarantined");
  // It was put away before, and is not looked for at the bank again.
  expect(world.double.putAway).toHaveLength(2);
  await expect(
    world.database.transaction((tx) => requeueFile(tx, id, world.clock.now())),
  ).rejects.toMatchObject({ refusal: { code: "conflict" } });
});

test("a file that was sent can be handed over again, and the bank takes it as the same", async () => {
  await using world = await openBankWork();
  await world.enqueue({});
  const engine = world.engine();
  await engine.round();
  const [file] = await listFiles(world.database, { direction: "out" }, newestFirst);
  expect(file).toMatchObject({ state: "sent", name: world.double.files[0]?.name });
  await world.database.transaction((tx) => requeueFile(tx, file?.id ?? "", world.clock.now()));
  await engine.round();
  expect((await showFile(world.database, file?.id ?? "")).file.state).toBe("sent");
  expect(world.double.taken).toHaveLength(1);
  expect(world.errors).toEqual([]);
});

test("what nobody can place is asked of a person, once, and never dropped", async () => {
  await using world = await openBankWork();
  const at = world.clock.now();
  const stranger = {
    reference: "021000029999999",
    amountCents: 1n,
    direction: "debit",
    messageId: "?",
  } as const;
  const movements: readonly Movement[] = [
    receivedMovement("P1", { status: "PDNG" }),
    receivedMovement("E1", { currency: "EUR" }),
    receivedMovement("F1", { transactionCode: "ACMT/MDOP/FEES", direction: "debit", detail: {} }),
    receivedMovement("I1", { transactionCode: "ACMT/MCOP/INTR", detail: {} }),
    receivedMovement("RV1", { isReversal: true }),
  ];
  const put = (name: string): void => {
    const later = { id: `${name}-1`, at };
    world.double.put({ bytes: accountAnswer(later, movements) });
    world.double.put({ bytes: statusAnswer({ id: `${name}-2`, at }, stranger, "ACSC") });
  };
  world.double.put({
    ending: "ach",
    bytes: achAnswer({ at }, stranger, achReturn("R01", stranger.reference)),
  });
  put("A");
  const engine = world.engine();
  await engine.round();
  put("B");
  await engine.round();
  const items = await world.openItems();
  expect(items.map(({ kind }) => kind).sort()).toEqual([
    "other_currency",
    "unbooked",
    "unknown_credit",
    "unknown_credit",
    "unknown_debit",
    "unknown_reference",
    "unknown_reference",
  ]);
  expect(toldTypes(world)).toEqual([]);
  // When it is booked after all, nobody has to look at it any more.
  world.double.put({ bytes: accountAnswer({ id: "C-1", at }, [receivedMovement("P1")]) });
  await engine.round();
  expect(toldTypes(world)).toEqual(["received"]);
  expect((await world.openItems()).map(({ kind }) => kind)).not.toContain("unbooked");
  expect(await countOpenItems(world.database, "testnet")).toHaveLength(4);
  const [first] = await listItems(world.database, { afterId: "", limit: 1 });
  const finish = () =>
    world.database.transaction((tx) => finishItem(tx, first?.id ?? "", { note: "seen", now: at }));
  expect(await finish()).toMatchObject({ state: "done", note: "seen" });
  await expect(finish()).rejects.toMatchObject({ refusal: { code: "not_found" } });
});

async function sentItem(world: BankWorld, rail: "ach_credit" | "wire" | "ach_debit"): Promise<TakenItem> {
  await world.enqueue({ rail });
  await world.engine().round();
  const item = world.double.taken.at(-1);
  if (item === undefined) throw new Error("nothing was taken");
  return item;
}

test("another amount, another return, and money back without a reason are asked of a person", async () => {
  await using world = await openBankWork();
  const at = world.clock.now();
  const engine = world.engine();
  const item = await sentItem(world, "ach_credit");
  const less = { ...item, amountCents: item.amountCents - 1n };
  world.double.put({ bytes: accountAnswer({ id: "L1", at }, [settledMovement(less, "L1")]) });
  world.double.put({ ending: "ach", bytes: achAnswer({ at }, less, achReturn("R01", item.reference), 7) });
  const back = {
    amountCents: item.amountCents,
    direction: "credit" as const,
    transactionCode: transactionCodes.cameBack.ach,
    bankReference: "BACK1",
    detail: { clearingReference: item.reference },
  };
  world.double.put({ bytes: accountAnswer({ id: "L2", at }, [back]) });
  await engine.round();
  const kinds = async () => (await world.openItems()).map(({ kind }) => kind).sort();
  expect(await kinds()).toEqual(["amount_differs", "amount_differs", "unexplained_return"]);
  expect(toldTypes(world)).toEqual([]);
  // The return explains the money; a second one explains nothing.
  world.double.put({ ending: "ach", bytes: achAnswer({ at }, item, achReturn("R01", item.reference), 8) });
  await engine.round();
  expect(await kinds()).toEqual(["amount_differs", "amount_differs"]);
  world.double.put({ ending: "ach", bytes: achAnswer({ at }, item, achReturn("R02", item.reference), 9) });
  await engine.round();
  expect(await kinds()).toEqual(["amount_differs", "amount_differs", "returned_again"]);
  expect(toldTypes(world)).toEqual(["returned"]);
});

test("a bank that contradicts itself is not believed twice", async () => {
  await using world = await openBankWork();
  const engine = world.engine();
  const item = await sentItem(world, "wire");
  const at = world.clock.now();
  world.double.put({ bytes: statusAnswer({ id: "S1", at }, item, "ACSC") });
  await engine.round();
  world.double.put({ bytes: statusAnswer({ id: "S2", at }, item, "RJCT", { reasonCode: "AC04" }) });
  await engine.round();
  expect(toldTypes(world)).toEqual(["settled"]);
  expect(await world.stateOf(item.reference)).toBe("settled");
  expect((await world.openItems()).map(({ kind }) => kind)).toEqual(["contradiction"]);
});

test("an id of ours that somebody writes where we would not, settles nothing and is money received", async () => {
  await using world = await openBankWork();
  const [debit = "", wire = ""] = await world.enqueue({ rail: "ach_debit" }, { rail: "wire" });
  const engine = world.engine();
  await engine.round();
  const at = world.clock.now();
  const forged = (reference: string, endToEndId: string, system: "ach" | "rtp") =>
    receivedMovement(reference, {
      amountCents: 1_000n,
      transactionCode: transactionCodes.received[system],
      detail: { endToEndId },
    });
  const movements = [forged("X1", debit, "ach"), forged("X2", debit, "rtp"), forged("X3", wire, "rtp")];
  world.double.put({ bytes: accountAnswer({ id: "X1", at }, movements) });
  await engine.round();
  world.clock.advance(600_000);
  await engine.round();
  expect(toldTypes(world)).toEqual(["received", "received", "received"]);
  expect([await world.stateOf(debit), await world.stateOf(wire)]).toEqual(["sent", "sent"]);
  expect(await world.openItems()).toEqual([]);
});

test("a statement is kept with its balances, and one that does not add up is asked of a person", async () => {
  await using world = await openBankWork();
  const at = world.clock.now();
  const engine = world.engine();
  world.double.put({
    bytes: accountAnswer({ id: "ST1", at }, [receivedMovement("S1"), receivedMovement("S2")], {
      openingCents: 50n,
      closingCents: 250n,
    }),
  });
  await engine.round();
  expect(await selectStatements(world.database, "testnet", 10)).toMatchObject([
    { reportId: "ST1", openingCents: 50n, closingCents: 250n, creditCents: 200n, debitCents: 0n },
  ]);
  expect(await sumBookings(world.database, "testnet")).toBe(200n);
  expect(await world.openItems()).toEqual([]);
  world.double.put({
    bytes: accountAnswer({ id: "ST2", at }, [receivedMovement("S3")], {
      openingCents: 250n,
      closingCents: 351n,
    }),
  });
  await engine.round();
  expect((await world.openItems()).map(({ kind }) => kind)).toEqual(["statement_differs"]);
});

test("several payments in one booking are each told, and only when they make up the whole", async () => {
  await using world = await openBankWork();
  const at = world.clock.now();
  const [one] = [receivedMovement("X")].map(({ detail }) => detail);
  const parts = [100n, 250n].map((amountCents) => ({ ...part, ...one, amountCents }));
  const booking = { amountCents: 350n, details: parts };
  world.double.put({ bytes: accountAnswer({ id: "M1", at }, [receivedMovement("M1", booking)]) });
  world.double.put({
    bytes: accountAnswer({ id: "M2", at }, [receivedMovement("M2", { ...booking, amountCents: 351n })]),
  });
  // Some banks give the reference of the whole to each part.
  const alike = { ...booking, details: parts.map((each) => ({ ...each, bankReference: "M0" })) };
  world.double.put({ bytes: accountAnswer({ id: "M0", at }, [receivedMovement("M0", alike)]) });
  await world.engine().round();
  const receipts = world.told.map(({ happening }) =>
    happening.type === "received" ? [happening.receipt.bankReference, happening.receipt.amountCents] : [],
  );
  expect(receipts).toEqual([
    ["M1-1", 100n],
    ["M1-2", 250n],
    ["M0-1", 100n],
    ["M0-2", 250n],
  ]);
  expect((await world.openItems()).map(({ kind }) => kind)).toEqual(["amount_differs"]);
  // A statement that shows only the sum tells nothing new.
  const sum = receivedMovement("M1", { amountCents: 350n });
  world.double.put({
    bytes: accountAnswer({ id: "M3", at }, [sum], { openingCents: 0n, closingCents: 350n }),
  });
  await world.engine().round();
  expect(world.told).toHaveLength(4);
  expect(await world.openItems()).toHaveLength(1);
});

const part = {
  endToEndId: undefined,
  transactionId: undefined,
  uetr: undefined,
  clearingReference: undefined,
  bankReference: undefined,
  debtor: nobody,
  creditor: nobody,
  remittance: undefined,
};
