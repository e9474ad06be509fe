import { expect, test } from "vitest";
import {
  accountReply,
  achReply,
  achReturn,
  type Movement,
  noOne,
  receivedMovement,
  settledMovement,
  statusReply,
  traceNumberOf,
} from "../../../test/bank-replies.ts";
import { type BankEnvironment, openBankWork } from "../../../test/bank-work.ts";
import type { TakenItem } from "../../../test/fake-bank.ts";
import { otherClasses } from "../../../test/nacha-files.ts";
import { readNacha } from "../nacha/read-nacha.ts";
import { writeNacha } from "../nacha/write-nacha.ts";
import { paymentSystems } from "../registry.ts";
import { selectStatements, sumBookings } from "./account-store.ts";
import {
  fileList,
  finishItem,
  openFile,
  openItems,
  requeueFile,
  rereadFile,
  showFile,
} from "./bank-operations.ts";
import { countFiles, countOpenItems } from "./count-store.ts";

function reportedTypes({ reported }: BankEnvironment): readonly string[] {
  return reported.map(({ bankEvent }) => bankEvent.type);
}

test("a file is read once, and its bytes under another name are a duplicate", async () => {
  await using env = await openBankWork();
  const bytes = accountReply({ id: "N1", at: env.clock.now() }, [receivedMovement("BR1")]);
  const engine = env.engine();
  env.double.put({ name: "first.xml", bytes });
  await engine.round();
  env.double.put({ name: "first.xml", bytes });
  env.double.put({ name: "second.xml", bytes });
  await engine.round();
  expect(reportedTypes(env)).toEqual(["received"]);
  expect(env.double.waiting()).toEqual([]);
  expect(env.double.putAway.map(({ name, to }) => [name, to])).toEqual([
    ["first.xml", "archive"],
    ["first.xml", "archive"],
    ["second.xml", "archive"],
  ]);
  const files = (await fileList.read(env.database, { direction: "in" }, { limit: 100 })).items;
  expect(files.map(({ name, state }) => [name, state])).toEqual([
    ["second.xml", "duplicate"],
    ["first.xml", "read"],
  ]);
  expect(env.reports.filter(({ type }) => type === "duplicate-file")).toHaveLength(1);
  const [duplicate] = files;
  expect((await openFile(env, env.database, duplicate?.id ?? "")).bytes.equals(bytes)).toBe(true);
});

test("an unreadable file is quarantined with its problems and can be read again", async () => {
  await using env = await openBankWork();
  const engine = env.engine();
  env.double.put({ name: "broken.xml", bytes: Buffer.from("<Document><Secret>4111</Secret>") });
  env.double.put({ name: "odd.pdf", bytes: Buffer.from("%PDF") });
  await engine.round();
  const quarantined = (await fileList.read(env.database, { state: "quarantined" }, { limit: 100 })).items;
  expect(quarantined.map(({ name }) => name).sort()).toEqual(["broken.xml", "odd.pdf"]);
  expect(quarantined.every(({ problems }) => problems.length > 0)).toBe(true);
  expect(JSON.stringify(quarantined)).not.toContain("4111");
  expect(env.double.putAway.map(({ to }) => to)).toEqual(["quarantine", "quarantine"]);
  expect(await countFiles(env.database, "testnet")).toMatchObject([{ name: "quarantined", count: 2 }]);
  const id = quarantined.find(({ name }) => name === "broken.xml")?.id ?? "";
  await env.database.transaction((tx) => rereadFile(tx, id, env.clock.now()));
  expect(await countFiles(env.database, "testnet")).toMatchObject([
    { name: "unread", count: 1 },
    { name: "quarantined", count: 1 },
  ]);
  await engine.round();
  expect((await showFile(env.database, id)).file.state).toBe("quarantined");
  // It was put away before, so the bank is not called again.
  expect(env.double.putAway).toHaveLength(2);
  await expect(env.database.transaction((tx) => requeueFile(tx, id, env.clock.now()))).rejects.toMatchObject({
    refusal: { code: "conflict" },
  });
});

test("an IAT entry with a wrong number of addenda is an item, and the rest of its file is applied", async () => {
  await using env = await openBankWork();
  const [id = ""] = await env.enqueue({ rail: "ach_credit" });
  const engine = env.engine();
  await engine.round();
  const [item] = env.double.taken;
  if (item === undefined) throw new Error("nothing was taken");
  const iat = otherClasses.batches.filter(({ sec }) => sec === "IAT");
  const reply = readNacha(achReply({ at: env.clock.now() }, item, achReturn("R02", item.reference)));
  if (!reply.ok) throw new Error("the reply is a file");
  const batches = [...reply.file.batches, ...iat.map((batch) => ({ ...batch, number: 2 }))];
  const text = writeNacha({ ...reply.file, batches }).toString("latin1");
  const wrong = text.replace("6220910000190010", "6220910000190007");
  expect(wrong).not.toBe(text);
  env.double.put({ ending: "ach", bytes: Buffer.from(wrong, "latin1") });
  await engine.round();
  expect(await env.stateOf(id)).toBe("returned");
  const [refused, ...others] = await env.openItems();
  expect(others).toEqual([]);
  expect(refused).toMatchObject({
    kind: "refused_entry",
    reference: "121042880000003",
    amountCents: 125_000n,
  });
  expect(refused?.detail).toMatch(/^entry in line \d+ refused: .*\(addenda-count, column 13\)$/);
});

test("a sent file can be delivered again, and is the same file for the bank", async () => {
  await using env = await openBankWork();
  await env.enqueue({});
  const engine = env.engine();
  await engine.round();
  const [file] = (await fileList.read(env.database, { direction: "out" }, { limit: 100 })).items;
  expect(file).toMatchObject({ state: "sent", name: env.double.files[0]?.name });
  await env.database.transaction((tx) => requeueFile(tx, file?.id ?? "", env.clock.now()));
  await engine.round();
  expect((await showFile(env.database, file?.id ?? "")).file.state).toBe("sent");
  expect(env.double.taken).toHaveLength(1);
  expect(env.errors).toEqual([]);
});

test("a bank record that cannot be matched becomes one item for manual review and is never dropped", async () => {
  await using env = await openBankWork();
  const at = env.clock.now();
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
    env.double.put({ bytes: accountReply(later, movements) });
    env.double.put({ bytes: statusReply({ id: `${name}-2`, at }, stranger, "ACSC") });
  };
  env.double.put({
    ending: "ach",
    bytes: achReply({ at }, stranger, achReturn("R01", stranger.reference)),
  });
  put("A");
  const engine = env.engine();
  await engine.round();
  put("B");
  await engine.round();
  const items = await env.openItems();
  expect(items.map(({ kind }) => kind).sort()).toEqual([
    "other_currency",
    "unbooked",
    "unknown_credit",
    "unknown_credit",
    "unknown_debit",
    "unknown_reference",
    "unknown_reference",
  ]);
  expect(reportedTypes(env)).toEqual([]);
  // Once it is booked, the item needs no review any more.
  env.double.put({ bytes: accountReply({ id: "C-1", at }, [receivedMovement("P1")]) });
  await engine.round();
  expect(reportedTypes(env)).toEqual(["received"]);
  expect((await env.openItems()).map(({ kind }) => kind)).not.toContain("unbooked");
  expect(await countOpenItems(env.database, "testnet")).toHaveLength(4);
  const [first] = (await openItems.read(env.database, {}, { limit: 1 })).items;
  const finish = () =>
    env.database.transaction((tx) => finishItem(tx, first?.id ?? "", { note: "seen", now: at }));
  expect(await finish()).toMatchObject({ state: "done", note: "seen" });
  await expect(finish()).rejects.toMatchObject({ refusal: { code: "not_found" } });
});

test("a file that repeats an item raises it once, and the next file is read", async () => {
  await using env = await openBankWork();
  const at = env.clock.now();
  const unbooked = receivedMovement("P1", { status: "PDNG" });
  const second = { ...unbooked, amountCents: 200n };
  env.double.put({ name: "1.xml", bytes: accountReply({ id: "N1", at }, [unbooked, second]) });
  env.double.put({ name: "2.xml", bytes: accountReply({ id: "N2", at }, [receivedMovement("BR1")]) });
  await env.engine().round();
  expect(await env.openItems()).toMatchObject([{ kind: "unbooked", reference: "P1", amountCents: 100n }]);
  expect(reportedTypes(env)).toEqual(["received"]);
  expect(env.errors).toEqual([]);
});

async function sentItem(env: BankEnvironment, rail: "ach_credit" | "wire" | "ach_debit"): Promise<TakenItem> {
  await env.enqueue({ rail });
  await env.engine().round();
  const item = env.double.taken.at(-1);
  if (item === undefined) throw new Error("nothing was taken");
  return item;
}

test("a different amount, a second return and an unexplained return become items for manual review", async () => {
  await using env = await openBankWork();
  const at = env.clock.now();
  const engine = env.engine();
  const item = await sentItem(env, "ach_credit");
  const less = { ...item, amountCents: item.amountCents - 1n };
  env.double.put({ bytes: accountReply({ id: "L1", at }, [settledMovement(less, "L1")]) });
  env.double.put({ ending: "ach", bytes: achReply({ at }, less, achReturn("R01", item.reference), 7) });
  const back = {
    amountCents: item.amountCents,
    direction: "credit" as const,
    transactionCode: paymentSystems.ach.transactionCodes.cameBack,
    bankReference: "BACK1",
    detail: { clearingReference: item.reference },
  };
  env.double.put({ bytes: accountReply({ id: "L2", at }, [back]) });
  await engine.round();
  const kinds = async () => (await env.openItems()).map(({ kind }) => kind).sort();
  expect(await kinds()).toEqual(["amount_differs", "amount_differs", "unexplained_return"]);
  expect(reportedTypes(env)).toEqual([]);
  // The return explains the credit; a second return does not.
  env.double.put({ ending: "ach", bytes: achReply({ at }, item, achReturn("R01", item.reference), 8) });
  await engine.round();
  expect(await kinds()).toEqual(["amount_differs", "amount_differs"]);
  env.double.put({ ending: "ach", bytes: achReply({ at }, item, achReturn("R02", item.reference), 9) });
  await engine.round();
  expect(await kinds()).toEqual(["amount_differs", "amount_differs", "returned_again"]);
  expect(reportedTypes(env)).toEqual(["returned"]);
});

test("a contradicting bank record has no effect", async () => {
  await using env = await openBankWork();
  const engine = env.engine();
  const item = await sentItem(env, "wire");
  const at = env.clock.now();
  env.double.put({ bytes: statusReply({ id: "S1", at }, item, "ACSC") });
  await engine.round();
  env.double.put({ bytes: statusReply({ id: "S2", at }, item, "RJCT", { reasonCode: "AC04" }) });
  await engine.round();
  expect(reportedTypes(env)).toEqual(["settled"]);
  expect(await env.stateOf(item.reference)).toBe("settled");
  expect((await env.openItems()).map(({ kind }) => kind)).toEqual(["contradiction"]);
});

test("our id in a third party's free text settles nothing, and the money is an incoming payment", async () => {
  await using env = await openBankWork();
  const [debit = "", wire = ""] = await env.enqueue({ rail: "ach_debit" }, { rail: "wire" });
  const engine = env.engine();
  await engine.round();
  const at = env.clock.now();
  const forged = (reference: string, endToEndId: string, system: "ach" | "rtp") =>
    receivedMovement(reference, {
      amountCents: 1_000n,
      transactionCode: paymentSystems[system].transactionCodes.received,
      detail: { endToEndId },
    });
  const movements = [forged("X1", debit, "ach"), forged("X2", debit, "rtp"), forged("X3", wire, "rtp")];
  env.double.put({ bytes: accountReply({ id: "X1", at }, movements) });
  await engine.round();
  env.clock.advance(600_000);
  await engine.round();
  expect(reportedTypes(env)).toEqual(["received", "received", "received"]);
  expect([await env.stateOf(debit), await env.stateOf(wire)]).toEqual(["sent", "sent"]);
  expect(await env.openItems()).toEqual([]);
});

test("payment systems that share a transaction code are distinguished by the reference", async () => {
  await using env = await openBankWork();
  const engine = env.engine();
  const by = (reference: string, clearingReference: string, transactionCode = "PMNT/RRCT/DMCT") =>
    receivedMovement(reference, { transactionCode, detail: { clearingReference } });
  const movements = [
    by("X1", "20261118091000019T10000000000000042"),
    by("X2", "20261118091000019000000000000000042"),
    by("X3", "unknown"),
    // Neither the code nor the reference proves that it is a payment.
    by("X4", "20261118091000019000000000000000043", "NTRF"),
  ];
  env.double.put({ bytes: accountReply({ id: "X", at: env.clock.now() }, movements) });
  await engine.round();
  const systems = env.reported.map(({ bankEvent }) =>
    bankEvent.type === "received" ? bankEvent.incomingPayment.system : bankEvent.type,
  );
  expect(systems).toEqual(["rtp", "fednow", "rtp"]);
  expect((await env.openItems()).map(({ kind }) => kind)).toEqual(["unknown_credit"]);
});

test("a statement is stored with its balances, and one that does not add up becomes an item", async () => {
  await using env = await openBankWork();
  const at = env.clock.now();
  const engine = env.engine();
  env.double.put({
    bytes: accountReply({ id: "ST1", at }, [receivedMovement("S1"), receivedMovement("S2")], {
      openingCents: 50n,
      closingCents: 250n,
    }),
  });
  await engine.round();
  expect(await selectStatements(env.database, { network: "testnet", limit: 10 })).toMatchObject([
    { reportId: "ST1", openingCents: 50n, closingCents: 250n, creditCents: 200n, debitCents: 0n },
  ]);
  expect(await sumBookings(env.database, "testnet")).toBe(200n);
  expect(await env.openItems()).toEqual([]);
  env.double.put({
    bytes: accountReply({ id: "ST2", at }, [receivedMovement("S3")], {
      openingCents: 250n,
      closingCents: 351n,
    }),
  });
  await engine.round();
  expect((await env.openItems()).map(({ kind }) => kind)).toEqual(["statement_differs"]);
});

test("several payments in one booking are published separately, and only if they add up to its amount", async () => {
  await using env = await openBankWork();
  const at = env.clock.now();
  const [detail] = [receivedMovement("X")].map(({ detail }) => detail);
  const parts = [100n, 250n].map((amountCents) => ({ ...part, ...detail, amountCents }));
  const booking = { amountCents: 350n, details: parts };
  env.double.put({ bytes: accountReply({ id: "M1", at }, [receivedMovement("M1", booking)]) });
  env.double.put({
    bytes: accountReply({ id: "M2", at }, [receivedMovement("M2", { ...booking, amountCents: 351n })]),
  });
  // Some banks repeat the reference of the booking in each detail.
  const others = { clearingReference: traceNumberOf("M0"), bankReference: "M0" };
  const alike = { ...booking, details: parts.map((each) => ({ ...each, ...others })) };
  env.double.put({ bytes: accountReply({ id: "M0", at }, [receivedMovement("M0", alike)]) });
  await env.engine().round();
  const incomingPayments = env.reported.map(({ bankEvent }) =>
    bankEvent.type === "received"
      ? [bankEvent.incomingPayment.bankReference, bankEvent.incomingPayment.amountCents]
      : [],
  );
  expect(incomingPayments).toEqual([
    ["M1-1", 100n],
    ["M1-2", 250n],
    ["M0-1", 100n],
    ["M0-2", 250n],
  ]);
  expect((await env.openItems()).map(({ kind }) => kind)).toEqual(["amount_differs"]);
  // A statement with only the total adds nothing.
  const sum = receivedMovement("M1", { amountCents: 350n });
  env.double.put({
    bytes: accountReply({ id: "M3", at }, [sum], { openingCents: 0n, closingCents: 350n }),
  });
  await env.engine().round();
  expect(env.reported).toHaveLength(4);
  expect(await env.openItems()).toHaveLength(1);
});

const part = {
  endToEndId: undefined,
  transactionId: undefined,
  uetr: undefined,
  clearingReference: undefined,
  bankReference: undefined,
  debtor: noOne,
  creditor: noOne,
  remittance: undefined,
};
