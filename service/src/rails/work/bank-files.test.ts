import fc from "fast-check";
import { expect, test } from "vitest";
import {
  accountAnswer,
  achAnswer,
  achReturn,
  type Movement,
  returnAnswer,
  settledMovement,
  statusAnswer,
} from "../../../test/bank-answers.ts";
import type { TakenItem } from "../../../test/bank-double.ts";
import { type BankWorld, openBankWork, otherTenant, testTenant } from "../../../test/bank-work.ts";
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
import { countFiles, countOpenEntries, countOpenItems, countUntold } from "./count-store.ts";
import { transactionCodes } from "./transaction-codes.ts";

const newestFirst = { beforeId: "~", limit: 100 };

function received(bankReference: string, rest: Partial<Movement> = {}): Movement {
  return {
    amountCents: 100n,
    direction: "credit",
    transactionCode: transactionCodes.received.ach,
    bankReference,
    detail: { clearingReference: "091000010000001" },
    ...rest,
  };
}

function toldTypes({ told }: BankWorld): readonly string[] {
  return told.map(({ happening }) => happening.type);
}

test("the same file again is the same file, and its bytes under another name are a duplicate", async () => {
  await using world = await openBankWork();
  const bytes = accountAnswer({ id: "N1", at: world.clock.now() }, [received("BR1")]);
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
    received("P1", { status: "PDNG" }),
    received("E1", { currency: "EUR" }),
    received("F1", { transactionCode: "ACMT/MDOP/FEES", direction: "debit", detail: {} }),
    received("I1", { transactionCode: "ACMT/MCOP/INTR", detail: {} }),
    received("RV1", { isReversal: true }),
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
  world.double.put({ bytes: accountAnswer({ id: "C-1", at }, [received("P1")]) });
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
    received(reference, {
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
    bytes: accountAnswer({ id: "ST1", at }, [received("S1"), received("S2")], {
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
    bytes: accountAnswer({ id: "ST2", at }, [received("S3")], { openingCents: 250n, closingCents: 351n }),
  });
  await engine.round();
  expect((await world.openItems()).map(({ kind }) => kind)).toEqual(["statement_differs"]);
});

test("several payments in one booking are each told, and only when they make up the whole", async () => {
  await using world = await openBankWork();
  const at = world.clock.now();
  const [one] = [received("X")].map(({ detail }) => detail);
  const parts = [100n, 250n].map((amountCents) => ({ ...part, ...one, amountCents }));
  const booking = { amountCents: 350n, details: parts };
  world.double.put({ bytes: accountAnswer({ id: "M1", at }, [received("M1", booking)]) });
  world.double.put({
    bytes: accountAnswer({ id: "M2", at }, [received("M2", { ...booking, amountCents: 351n })]),
  });
  await world.engine().round();
  const receipts = world.told.map(({ happening }) =>
    happening.type === "received" ? [happening.receipt.bankReference, happening.receipt.amountCents] : [],
  );
  expect(receipts).toEqual([
    ["M1-1", 100n],
    ["M1-2", 250n],
  ]);
  expect((await world.openItems()).map(({ kind }) => kind)).toEqual(["amount_differs"]);
  // A statement that shows only the sum tells nothing new.
  const sum = received("M1", { amountCents: 350n });
  world.double.put({
    bytes: accountAnswer({ id: "M3", at }, [sum], { openingCents: 0n, closingCents: 350n }),
  });
  await world.engine().round();
  expect(world.told).toHaveLength(2);
  expect(await world.openItems()).toHaveLength(1);
});

const nobody = {
  name: undefined,
  addressLines: [],
  accountNumber: undefined,
  routingNumber: undefined,
  bankName: undefined,
  bankAddressLines: [],
};
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

test("somebody who cannot hear holds up only that, and is told later", async () => {
  await using world = await openBankWork();
  world.owners.set("1", testTenant).set("2", otherTenant);
  const to = (accountNumber: string, reference: string) =>
    received(reference, { detail: { creditor: { ...nobody, accountNumber } } });
  const movements = [to("1", "GOOD1"), to("1", "BAD"), to("1", "GOOD2"), to("2", "GOOD3")];
  world.double.put({ bytes: accountAnswer({ id: "N1", at: world.clock.now() }, movements) });
  let isDeaf = true;
  const heard: string[] = [];
  const engine = world.engine({
    listener: {
      heard: (tx, _scope, happenings) => {
        const references = happenings.map((one) =>
          one.type === "received" ? one.receipt.bankReference : "",
        );
        if (isDeaf && references.includes("BAD")) return Promise.reject(new Error("cannot hear"));
        tx.afterCommit(() => heard.push(...references));
        return Promise.resolve();
      },
    },
  });
  await engine.round();
  expect(heard).toEqual(["GOOD1", "GOOD2", "GOOD3"]);
  expect(await countUntold(world.database, "testnet")).toMatchObject([{ name: "failing", count: 1 }]);
  // Not before some time has passed; and a person is asked after many times.
  await engine.round();
  expect(world.reports.filter(({ type }) => type === "untold")).toHaveLength(1);
  for (let attempt = 2; attempt <= 10; attempt += 1) {
    world.clock.advance(600_000);
    await engine.round();
  }
  expect((await world.openItems()).map(({ kind }) => kind)).toEqual(["untold"]);
  isDeaf = false;
  world.clock.advance(600_000);
  await engine.round();
  expect(heard).toEqual(["GOOD1", "GOOD2", "GOOD3", "BAD"]);
  expect(await world.openItems()).toEqual([]);
});

test("one node speaks with the bank, and one that was overtaken writes nothing more", async () => {
  await using world = await openBankWork();
  const [id = ""] = await world.enqueue({});
  const first = world.engine({ leaseMs: 600_000 });
  await first.round();
  const second = world.engine({ leaseMs: 600_000 });
  await second.round();
  expect(second.health().isWorking).toBe(false);
  await first.stop();
  await second.round();
  expect(second.health().isWorking).toBe(true);
  await second.stop();
  // The lease runs out while a node is between two steps: another goes on, and the first one's writes are refused.
  const [next = ""] = await world.enqueue({});
  const heir = world.engine();
  const overtaken = world.engine({
    checkpoint: async (point) => {
      if (point === "delivered") await heir.round();
    },
  });
  world.reports.length = 0;
  await overtaken.round();
  expect(await world.stateOf(next)).toBe("sent");
  expect(world.reports.filter(({ type }) => type === "sent")).toHaveLength(1);
  expect(world.double.taken).toHaveLength(2);
  expect(await world.stateOf(id)).toBe("sent");
  expect(world.errors).toEqual([]);
  expect(await countOpenEntries(world.database, "testnet")).toMatchObject([{ name: "sent", count: 2 }]);
});

test("whatever order files come in, late, twice or under other names, each thing happens once", async () => {
  await using world = await openBankWork();
  let run = 0;
  const rails = ["ach_credit", "wire", "ach_debit"] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 12, maxLength: 30 }), async (order) => {
      run += 1;
      const before = world.told.length;
      const from = world.double.taken.length;
      await world.enqueue(...rails.map((rail) => ({ rail })), ...rails.map((rail) => ({ rail })));
      const engine = world.engine();
      await engine.round();
      const files = world.double.taken
        .slice(from)
        .flatMap((item, index) => answersTo(world, item, `${run}-${index}`, index >= 3));
      for (const [place, choice] of order.entries()) {
        const file = files[choice % files.length];
        if (file !== undefined) world.double.put({ ...file, name: `${run}-${place}-${file.name}` });
        if (choice % 3 === 0) await engine.round();
      }
      for (const file of files) world.double.put(file);
      await engine.round();
      world.clock.advance(600_000);
      await engine.round();
      const told = world.told.slice(before).map(({ happening }) => happening);
      const names = told.map((one) =>
        one.type === "received" ? one.receipt.bankReference : `${one.type} ${one.entry.id}`,
      );
      expect(new Set(names).size).toBe(names.length);
      const ends = names.filter((name) => name.startsWith("returned "));
      expect(ends).toHaveLength(3);
      // Of what came back the settlement may have been told before, and never after.
      for (const end of ends) {
        const settled = names.indexOf(end.replace("returned", "settled"));
        expect(settled).toBeLessThan(names.indexOf(end));
      }
      expect(names.filter((name) => name.startsWith("BR-"))).toHaveLength(6);
      const settledAlone = names.filter(
        (name) => name.startsWith("settled ") && !names.includes(name.replace("settled", "returned")),
      );
      expect(settledAlone).toHaveLength(3);
      expect(world.double.waiting()).toEqual([]);
    }),
    { numRuns: 5 },
  );
  expect(world.errors).toEqual([]);
  expect(await world.openItems()).toEqual([]);
}, 120_000);

interface NamedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The settlement in a notification and again in a statement, money of somebody else, and for some the return. */
function answersTo(
  world: BankWorld,
  item: TakenItem,
  name: string,
  comesBack: boolean,
): readonly NamedFile[] {
  const at = world.clock.now();
  const movements = [settledMovement(item, `SET-${name}`), received(`BR-${name}`)];
  const sum = item.direction === "credit" ? 100n + item.amountCents : 100n - item.amountCents;
  const files = [
    { name: `n-${name}.xml`, bytes: accountAnswer({ id: `N-${name}`, at }, movements) },
    {
      name: `s-${name}.xml`,
      bytes: accountAnswer({ id: `S-${name}`, at }, movements, { openingCents: 0n, closingCents: sum }),
    },
  ];
  if (!comesBack) return files;
  const sequence = Number(name.replace("-", ""));
  const back =
    item.system === "ach"
      ? { name: `r-${name}.ach`, bytes: achAnswer({ at }, item, achReturn("R01", item.reference), sequence) }
      : { name: `r-${name}.xml`, bytes: returnAnswer({ id: `R-${name}`, at }, item) };
  return [...files, back];
}
