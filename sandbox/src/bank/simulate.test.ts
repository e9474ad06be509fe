import { expect, test } from "vitest";
import { RefusalError } from "../../../service/src/kernel/refusal.ts";
import type { SimulatedIncomingPayment } from "../../../service/src/rails/bank-simulator.ts";
import {
  achFile,
  debitEntry,
  entriesOf,
  openSandboxBank,
  returnFile,
  type SandboxBankEnvironment,
  secondsDelayMs,
  trace,
  transferFile,
} from "../../../service/test/sandbox-bank.ts";

const wireId = "01J0000000000000000000WIRE";
const wire = { id: wireId, traceNumber: undefined };
const ach = { id: "01J00000000000000000000ACH", traceNumber: trace(1) };
const r02 = { code: "R02", text: "closed" };
const ac04 = { code: "AC04", text: "The account is closed" };

const incomingPayment: SimulatedIncomingPayment = {
  system: "wire",
  accountNumber: "8801000000000017",
  amountCents: 77_700n,
  senderName: "Sender Inc",
  reference: "FLRN-17",
};

test("an incoming wire is reported with all its details", async () => {
  await using env = await openSandboxBank();
  const reference = await env.act((tx) => env.simulator.receive(tx, incomingPayment));
  expect(entriesOf((await env.collect()).notifications)).toMatchObject([
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

test("an incoming ACH credit has the trace number of the sender's bank", async () => {
  await using env = await openSandboxBank();
  await env.act((tx) =>
    env.simulator.receive(tx, { ...incomingPayment, system: "ach", reference: undefined }),
  );
  expect(entriesOf((await env.collect()).notifications)).toMatchObject([
    {
      transactionCode: "PMNT/RCDT/ACDT",
      details: [{ clearingReference: expect.stringMatching(/^09990000\d{7}$/) }],
    },
  ]);
});

test("a payment for an unknown account number cannot be received", async () => {
  await using env = await openSandboxBank();
  const elsewhere = { ...incomingPayment, accountNumber: "123" };
  await expect(env.act((tx) => env.simulator.receive(tx, elsewhere))).rejects.toThrow("no such account");
});

test("an incoming payment is limited by its rail, and the maximum can be reported", async () => {
  await using env = await openSandboxBank();
  for (const [system, most] of [
    ["wire", 999_999_999_999n],
    ["ach", 9_999_999_999n],
    ["rtp", 1_000_000_000n],
  ] as const) {
    const send = (amountCents: bigint) =>
      env.act((tx) => env.simulator.receive(tx, { ...incomingPayment, system, amountCents }));
    await send(most);
    await expect(send(most + 1n)).rejects.toThrow(RefusalError);
  }
  expect(entriesOf((await env.collect()).notifications)).toHaveLength(3);
});

test("any sender text can be reported", async () => {
  await using env = await openSandboxBank();
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
    await env.act((tx) =>
      env.simulator.receive(tx, { ...incomingPayment, senderName: text, reference: text }),
    );
  }
  expect(entriesOf((await env.collect()).notifications)).toHaveLength(texts.length);
});

test("an incoming payment whose transaction rolls back was never received", async () => {
  await using env = await openSandboxBank();
  const failing = env.act(async (tx) => {
    await env.simulator.receive(tx, incomingPayment);
    throw new Error("changed our mind");
  });
  await expect(failing).rejects.toThrow("changed our mind");
  expect((await env.collect()).names).toEqual([]);
});

test("a returned incoming wire is debited once", async () => {
  await using env = await openSandboxBank();
  const reference = await env.act((tx) => env.simulator.receive(tx, incomingPayment));
  await env.collect();
  const back = { amountCents: incomingPayment.amountCents, originalEndToEndId: reference };
  await env.deliver(returnFile(back));
  await env.deliver(returnFile({ ...back, returnId: "01J000000000000000RETURN02" }, "florin-return-2"));
  env.clock.advance(secondsDelayMs);
  const { notifications, statuses } = await env.collect();
  expect(entriesOf(notifications)).toMatchObject([
    {
      direction: "debit",
      amountCents: incomingPayment.amountCents,
      transactionCode: "PMNT/ICDT/RRTN",
      details: [{ endToEndId: "01J00000000000000000RETURN" }],
    },
  ]);
  expect(statuses.flatMap((report) => report.statuses)).toMatchObject([
    { originalMessageId: "florin-return-2.xml", status: "RJCT", reasonCode: "ARDT" },
  ]);
});

test("a returned ACH credit is matched by trace number, and cannot exceed its amount", async () => {
  await using env = await openSandboxBank();
  await env.act((tx) => env.simulator.receive(tx, { ...incomingPayment, system: "ach" }));
  const [entry] = entriesOf((await env.collect()).notifications);
  const originalTrace = entry?.details[0]?.clearingReference ?? "";
  await env.deliver(achReturn(originalTrace, 99_900n, "A"));
  expect((await env.collect()).statuses.flatMap(({ statuses }) => statuses)).toMatchObject([
    { status: "RJCT", reasonCode: "AM09" },
  ]);
  await env.deliver(achReturn(originalTrace, incomingPayment.amountCents, "B"));
  env.clock.advance(secondsDelayMs);
  expect(entriesOf((await env.collect()).notifications)).toMatchObject([
    { direction: "debit", transactionCode: "PMNT/ICDT/ARET", details: [{ clearingReference: trace(9) }] },
  ]);
});

test("a payment that was never received cannot be returned", async () => {
  await using env = await openSandboxBank();
  await env.deliver(returnFile({ amountCents: 1n, originalEndToEndId: "never" }));
  expect((await env.collect()).statuses.flatMap(({ statuses }) => statuses)).toMatchObject([
    { status: "RJCT", reasonCode: "NOOR" },
  ]);
});

test("an ACH entry is returned with the requested code before settlement", async () => {
  await using env = await openSandboxBank();
  await env.deliver(achFile([{}]));
  expect(await env.act((tx) => env.simulator.returnEntry(tx, ach, r02))).toBe(true);
  const { returnFiles, notifications } = await env.collect();
  expect(notifications).toEqual([]);
  expect(codesOf(returnFiles)).toEqual([["R02", trace(1)]]);
  expect(await env.act((tx) => env.simulator.returnEntry(tx, ach, r02))).toBe(false);
  expect(await env.act((tx) => env.simulator.settleEntry(tx, ach))).toBe(false);
});

test("an ACH entry can be returned after settlement, too", async () => {
  await using env = await openSandboxBank();
  await env.deliver(achFile([debitEntry]));
  env.clock.advance(secondsDelayMs);
  expect(entriesOf((await env.collect()).notifications)).toHaveLength(1);
  expect(await env.act((tx) => env.simulator.rejectEntry(tx, ach, r02))).toBe(false);
  expect(await env.act((tx) => env.simulator.returnEntry(tx, ach, r02))).toBe(true);
  const { notifications, returnFiles } = await env.collect();
  expect(notifications).toEqual([]);
  expect(codesOf(returnFiles)).toEqual([["R02", trace(1)]]);
});

test("a wire is returned by pacs.004, before or after settlement", async () => {
  await using env = await openSandboxBank();
  await env.deliver(transferFile([{ endToEndId: wireId }]));
  await env.deliver(transferFile([{ endToEndId: "early" }], "m2"));
  expect(await env.act((tx) => env.simulator.returnEntry(tx, { ...wire, id: "early" }, ac04))).toBe(true);
  env.clock.advance(secondsDelayMs);
  const first = await env.collect();
  expect(first.statuses.flatMap(({ statuses }) => statuses)).toMatchObject([{ originalEndToEndId: wireId }]);
  expect(first.paymentReturns.flatMap(({ returns }) => returns)).toMatchObject([
    { originalEndToEndId: "early" },
  ]);
  expect(await env.act((tx) => env.simulator.returnEntry(tx, wire, ac04))).toBe(true);
  const second = await env.collect();
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

test("a wire is rejected by pacs.002; an ACH entry is returned instead, with an ACH return code", async () => {
  await using env = await openSandboxBank();
  await env.deliver(transferFile([{ endToEndId: wireId }]));
  await env.deliver(achFile([{}]));
  expect(await env.act((tx) => env.simulator.rejectEntry(tx, wire, ac04))).toBe(true);
  expect(await env.act((tx) => env.simulator.rejectEntry(tx, ach, ac04))).toBe(true);
  const { statuses, returnFiles, paymentReturns } = await env.collect();
  expect(statuses.flatMap((report) => report.statuses)).toMatchObject([
    { originalEndToEndId: wireId, status: "RJCT", reasonCode: "AC04" },
  ]);
  expect(codesOf(returnFiles)).toEqual([["R17", trace(1)]]);
  expect(paymentReturns).toEqual([]);
});

test("a reason that is not an ISO 20022 code is reported as text", async () => {
  await using env = await openSandboxBank();
  await env.deliver(transferFile([{ endToEndId: wireId }]));
  await env.deliver(transferFile([{ endToEndId: "odd" }], "m2"));
  const reason = { code: "closed account", text: "Beneficiary unknown" };
  const odd = { code: "", text: `<\u0000🙂>${"x".repeat(500)}` };
  await env.act((tx) => env.simulator.returnEntry(tx, wire, reason));
  await env.act((tx) => env.simulator.returnEntry(tx, { ...wire, id: "odd" }, odd));
  expect((await env.collect()).paymentReturns.flatMap(({ returns }) => returns)).toMatchObject([
    { reasonCode: "NARR", reasonText: "Beneficiary unknown" },
    { reasonCode: "NARR" },
  ]);
});

test("an entry settles at once on request, even if it would have been returned", async () => {
  await using env = await openSandboxBank({ clockMode: "calendar" });
  await env.deliver(achFile([{ amountCents: 5_501n }]));
  expect(await env.act((tx) => env.simulator.settleEntry(tx, ach))).toBe(true);
  const { notifications, returnFiles } = await env.collect();
  expect(entriesOf(notifications)).toHaveLength(1);
  expect(returnFiles).toEqual([]);
});

test("simulations of an unknown entry have no effect", async () => {
  await using env = await openSandboxBank();
  await env.act((tx) => env.simulator.receive(tx, incomingPayment));
  for (const entry of [wire, ach]) {
    expect(await env.act((tx) => env.simulator.settleEntry(tx, entry))).toBe(false);
    expect(await env.act((tx) => env.simulator.rejectEntry(tx, entry, r02))).toBe(false);
    expect(await env.act((tx) => env.simulator.returnEntry(tx, entry, r02))).toBe(false);
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

function codesOf(files: Awaited<ReturnType<SandboxBankEnvironment["collect"]>>["returnFiles"]) {
  return files.flatMap(({ batches }) =>
    batches.flatMap(({ entries }) =>
      entries.flatMap(({ addenda }) =>
        addenda.flatMap((addendum) =>
          addendum.type === "return" ? [[addendum.code, addendum.originalTrace]] : [],
        ),
      ),
    ),
  );
}
