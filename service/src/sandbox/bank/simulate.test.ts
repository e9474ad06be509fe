import { expect, test } from "vitest";
import {
  achFile,
  debitEntry,
  entriesOf,
  openSandboxBank,
  returnFile,
  type SandboxBankWorld,
  secondsDelayMs,
  trace,
  transferFile,
} from "../../../test/sandbox-bank.ts";
import { RefusalError } from "../../kernel/refusal.ts";
import type { SimulatedReceipt } from "../../rails/bank-simulator.ts";

const wireId = "01J0000000000000000000WIRE";
const wire = { id: wireId, traceNumber: undefined };
const ach = { id: "01J00000000000000000000ACH", traceNumber: trace(1) };
const r02 = { code: "R02", text: "closed" };
const ac04 = { code: "AC04", text: "The account is closed" };

const receipt: SimulatedReceipt = {
  system: "wire",
  accountNumber: "8801000000000017",
  amountCents: 77_700n,
  senderName: "Sender Inc",
  reference: "FLRN-17",
};

test("a wire that somebody sends is told with everything that a bank knows of it", async () => {
  await using world = await openSandboxBank();
  const reference = await world.act((tx) => world.simulator.receive(tx, receipt));
  expect(entriesOf((await world.collect()).notifications)).toMatchObject([
    {
      amountCents: 77_700n,
      direction: "credit",
      bankReference: reference,
      bookedAt: "2026-07-28T14:00:00.000Z",
      transactionCode: "PMNT/RCDT/DMCT",
      details: [
        {
          clearingReference: expect.stringMatching(/^20260728FLRNSBX1\d{6}$/),
          bankReference: reference,
          debtor: {
            name: "Sender Inc",
            accountNumber: "700100200300",
            routingNumber: "099900001",
            bankName: "Sandbox Sender Bank",
          },
          creditor: { accountNumber: "8801000000000017" },
          remittance: "FLRN-17",
        },
      ],
    },
  ]);
});

test("an ACH credit that somebody sends has the trace number of the sender's bank", async () => {
  await using world = await openSandboxBank();
  await world.act((tx) => world.simulator.receive(tx, { ...receipt, system: "ach", reference: undefined }));
  expect(entriesOf((await world.collect()).notifications)).toMatchObject([
    {
      transactionCode: "PMNT/RCDT/ACDT",
      details: [{ clearingReference: expect.stringMatching(/^09990000\d{7}$/) }],
    },
  ]);
});

test("money for a number that is not the bank's cannot be received", async () => {
  await using world = await openSandboxBank();
  const elsewhere = { ...receipt, accountNumber: "123" };
  await expect(world.act((tx) => world.simulator.receive(tx, elsewhere))).rejects.toThrow("no such account");
});

test("nobody can send more than the rail carries, and the most of it can be told", async () => {
  await using world = await openSandboxBank();
  for (const [system, most] of [
    ["wire", 999_999_999_999n],
    ["ach", 9_999_999_999n],
    ["rtp", 1_000_000_000n],
  ] as const) {
    const send = (amountCents: bigint) =>
      world.act((tx) => world.simulator.receive(tx, { ...receipt, system, amountCents }));
    await send(most);
    await expect(send(most + 1n)).rejects.toThrow(RefusalError);
  }
  expect(entriesOf((await world.collect()).notifications)).toHaveLength(3);
});

test("whatever a sender writes, the bank can tell it", async () => {
  await using world = await openSandboxBank();
  const texts = [
    "",
    " ",
    "<&>\"'",
    "日本語 🙂",
    "\u0000\u0007\uD800",
    "x".repeat(500),
    "Zoë Ångström\nline two",
  ];
  for (const text of texts) {
    await world.act((tx) => world.simulator.receive(tx, { ...receipt, senderName: text, reference: text }));
  }
  expect(entriesOf((await world.collect()).notifications)).toHaveLength(texts.length);
});

test("a receipt whose transaction fails was never sent", async () => {
  await using world = await openSandboxBank();
  const failing = world.act(async (tx) => {
    await world.simulator.receive(tx, receipt);
    throw new Error("changed our mind");
  });
  await expect(failing).rejects.toThrow("changed our mind");
  expect((await world.collect()).names).toEqual([]);
});

test("a wire that we give back leaves our account quietly, and only once", async () => {
  await using world = await openSandboxBank();
  const reference = await world.act((tx) => world.simulator.receive(tx, receipt));
  await world.collect();
  const back = { amountCents: receipt.amountCents, originalEndToEndId: reference };
  await world.deliver(returnFile(back));
  await world.deliver(returnFile({ ...back, returnId: "01J000000000000000RETURN02" }, "florin-return-2"));
  world.clock.advance(secondsDelayMs);
  const { notifications, statuses } = await world.collect();
  expect(entriesOf(notifications)).toMatchObject([
    {
      direction: "debit",
      amountCents: receipt.amountCents,
      transactionCode: "PMNT/ICDT/RRTN",
      details: [{ endToEndId: "01J00000000000000000RETURN" }],
    },
  ]);
  expect(statuses.flatMap((report) => report.statuses)).toMatchObject([
    { originalMessageId: "florin-return-2.xml", status: "RJCT", reasonCode: "ARDT" },
  ]);
});

test("an ACH credit that we give back is known by its trace number, and more than it cannot go back", async () => {
  await using world = await openSandboxBank();
  await world.act((tx) => world.simulator.receive(tx, { ...receipt, system: "ach" }));
  const [entry] = entriesOf((await world.collect()).notifications);
  const originalTrace = entry?.details[0]?.clearingReference ?? "";
  await world.deliver(achReturn(originalTrace, 99_900n, "A"));
  expect((await world.collect()).statuses.flatMap(({ statuses }) => statuses)).toMatchObject([
    { status: "RJCT", reasonCode: "AM09" },
  ]);
  await world.deliver(achReturn(originalTrace, receipt.amountCents, "B"));
  world.clock.advance(secondsDelayMs);
  expect(entriesOf((await world.collect()).notifications)).toMatchObject([
    { direction: "debit", transactionCode: "PMNT/ICDT/ARET", details: [{ clearingReference: trace(9) }] },
  ]);
});

test("what was never received cannot be given back", async () => {
  await using world = await openSandboxBank();
  await world.deliver(returnFile({ amountCents: 1n, originalEndToEndId: "never" }));
  expect((await world.collect()).statuses.flatMap(({ statuses }) => statuses)).toMatchObject([
    { status: "RJCT", reasonCode: "NOOR" },
  ]);
});

test("an ACH entry comes back with the code that was asked for, before it settles", async () => {
  await using world = await openSandboxBank();
  await world.deliver(achFile([{}]));
  expect(await world.act((tx) => world.simulator.returnEntry(tx, ach, r02))).toBe(true);
  const { returnFiles, notifications } = await world.collect();
  expect(notifications).toEqual([]);
  expect(codesOf(returnFiles)).toEqual([["R02", trace(1)]]);
  expect(await world.act((tx) => world.simulator.returnEntry(tx, ach, r02))).toBe(false);
  expect(await world.act((tx) => world.simulator.settleEntry(tx, ach))).toBe(false);
});

test("an ACH entry comes back after it has settled, too", async () => {
  await using world = await openSandboxBank();
  await world.deliver(achFile([debitEntry]));
  world.clock.advance(secondsDelayMs);
  expect(entriesOf((await world.collect()).notifications)).toHaveLength(1);
  expect(await world.act((tx) => world.simulator.rejectEntry(tx, ach, r02))).toBe(false);
  expect(await world.act((tx) => world.simulator.returnEntry(tx, ach, r02))).toBe(true);
  const { notifications, returnFiles } = await world.collect();
  expect(notifications).toEqual([]);
  expect(codesOf(returnFiles)).toEqual([["R02", trace(1)]]);
});

test("a wire comes back by pacs.004, before it settles or after", async () => {
  await using world = await openSandboxBank();
  await world.deliver(transferFile([{ endToEndId: wireId }]));
  await world.deliver(transferFile([{ endToEndId: "early" }], "m2"));
  expect(await world.act((tx) => world.simulator.returnEntry(tx, { ...wire, id: "early" }, ac04))).toBe(true);
  world.clock.advance(secondsDelayMs);
  const first = await world.collect();
  expect(first.statuses.flatMap(({ statuses }) => statuses)).toMatchObject([{ originalEndToEndId: wireId }]);
  expect(first.paymentReturns.flatMap(({ returns }) => returns)).toMatchObject([
    { originalEndToEndId: "early" },
  ]);
  expect(await world.act((tx) => world.simulator.returnEntry(tx, wire, ac04))).toBe(true);
  const second = await world.collect();
  expect(second.statuses).toEqual([]);
  expect(second.paymentReturns.flatMap(({ returns }) => returns)).toMatchObject([
    {
      originalMessageId: "florin-message-1",
      originalEndToEndId: wireId,
      originalUetr: "5f0c1c6e-6f5b-4d29-9d3a-0c2c6b6f1a11",
      amountCents: 250_000n,
      reasonCode: "AC04",
      reasonText: "The account is closed",
    },
  ]);
});

test("a wire is rejected by pacs.002; an entry of ACH comes back instead, with a code of ACH", async () => {
  await using world = await openSandboxBank();
  await world.deliver(transferFile([{ endToEndId: wireId }]));
  await world.deliver(achFile([{}]));
  expect(await world.act((tx) => world.simulator.rejectEntry(tx, wire, ac04))).toBe(true);
  expect(await world.act((tx) => world.simulator.rejectEntry(tx, ach, ac04))).toBe(true);
  const { statuses, returnFiles, paymentReturns } = await world.collect();
  expect(statuses.flatMap((report) => report.statuses)).toMatchObject([
    { originalEndToEndId: wireId, status: "RJCT", reasonCode: "AC04" },
  ]);
  expect(codesOf(returnFiles)).toEqual([["R17", trace(1)]]);
  expect(paymentReturns).toEqual([]);
});

test("a reason that is no code of ISO 20022 goes out as words", async () => {
  await using world = await openSandboxBank();
  await world.deliver(transferFile([{ endToEndId: wireId }]));
  await world.deliver(transferFile([{ endToEndId: "odd" }], "m2"));
  const reason = { code: "closed account", text: "Beneficiary unknown" };
  const odd = { code: "", text: `<\u0000🙂>${"x".repeat(500)}` };
  await world.act((tx) => world.simulator.returnEntry(tx, wire, reason));
  await world.act((tx) => world.simulator.returnEntry(tx, { ...wire, id: "odd" }, odd));
  expect((await world.collect()).paymentReturns.flatMap(({ returns }) => returns)).toMatchObject([
    { reasonCode: "NARR", reasonText: "Beneficiary unknown" },
    { reasonCode: "NARR" },
  ]);
});

test("an entry settles now when it is told to, also one that would have come back", async () => {
  await using world = await openSandboxBank({ clockMode: "calendar" });
  await world.deliver(achFile([{ amountCents: 5_501n }]));
  expect(await world.act((tx) => world.simulator.settleEntry(tx, ach))).toBe(true);
  const { notifications, returnFiles } = await world.collect();
  expect(entriesOf(notifications)).toHaveLength(1);
  expect(returnFiles).toEqual([]);
});

test("nothing can be done to an entry that the bank does not have", async () => {
  await using world = await openSandboxBank();
  await world.act((tx) => world.simulator.receive(tx, receipt));
  for (const entry of [wire, ach]) {
    expect(await world.act((tx) => world.simulator.settleEntry(tx, entry))).toBe(false);
    expect(await world.act((tx) => world.simulator.rejectEntry(tx, entry, r02))).toBe(false);
    expect(await world.act((tx) => world.simulator.returnEntry(tx, entry, r02))).toBe(false);
  }
});

function achReturn(originalTrace: string, amountCents: bigint, modifier: string) {
  const traceNumber = trace(9);
  return achFile(
    [
      {
        transactionCode: "21",
        traceNumber,
        amountCents,
        addenda: [
          {
            type: "return",
            code: "R03",
            originalTrace,
            dateOfDeath: undefined,
            originalRdfi: "12990000",
            text: "",
            traceNumber,
          },
        ],
      },
    ],
    { modifier },
  );
}

function codesOf(files: Awaited<ReturnType<SandboxBankWorld["collect"]>>["returnFiles"]) {
  return files.flatMap(({ batches }) =>
    batches.flatMap(({ entries }) =>
      entries.flatMap(({ addenda }) =>
        addenda.flatMap((one) => (one.type === "return" ? [[one.code, one.originalTrace]] : [])),
      ),
    ),
  );
}
