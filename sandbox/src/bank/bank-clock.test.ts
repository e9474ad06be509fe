import { expect, test } from "vitest";
import { formatInstant } from "../../../service/src/kernel/instant.ts";
import type { AccountReport } from "../../../service/src/rails/iso20022/iso-message.ts";
import {
  achFile,
  debitEntry,
  entriesOf,
  openSandboxBank,
  trace,
  transferFile,
  tuesdayMorning,
} from "../../../service/test/sandbox-bank.ts";

const incomingPayment = {
  system: "wire",
  accountNumber: "8801000000000017",
  amountCents: 100_000n,
  senderName: "Sender Inc",
  reference: undefined,
} as const;

test("the bank's clock is the system clock until it is advanced, and is the same in every process", async () => {
  await using env = await openSandboxBank();
  expect(await env.bank.now()).toBe(tuesdayMorning);
  const clock = await env.act((tx) => env.simulator.advance(tx, "next_window"));
  expect(formatInstant(clock.now)).toBe("2026-07-29T05:45:00.000Z");
  expect(await env.bank.now()).toBe(clock.now);
  expect(await env.another().bank.now()).toBe(clock.now);
  env.clock.advance(1_000);
  expect(await env.bank.now()).toBe(clock.now + 1_000);
});

test("banking days skip the weekend", async () => {
  await using env = await openSandboxBank();
  const advance = () => env.act((tx) => env.simulator.advance(tx, "next_banking_day"));
  const days = [await advance(), await advance(), await advance(), await advance()];
  expect(days.map(({ now }) => formatInstant(now).slice(0, 16))).toEqual([
    "2026-07-29T13:00",
    "2026-07-30T13:00",
    "2026-07-31T13:00",
    "2026-08-03T13:00",
  ]);
  expect(days[3]?.nextBankingDayAt).toBeGreaterThan(days[3]?.now ?? 0);
});

test("each window is later than the previous one", async () => {
  await using env = await openSandboxBank();
  let before = await env.bank.now();
  for (let count = 0; count < 5; count += 1) {
    const { now, nextWindowAt } = await env.act((tx) => env.simulator.advance(tx, "next_window"));
    expect(now).toBeGreaterThan(before);
    expect(nextWindowAt).toBeGreaterThan(now);
    before = now;
  }
});

test("the clock mode follows the setting until it is chosen", async () => {
  await using env = await openSandboxBank({ clockMode: "seconds" });
  expect((await env.simulator.clock(env.database)).mode).toBe("seconds");
  expect((await env.act((tx) => env.simulator.setMode(tx, "calendar"))).mode).toBe("calendar");
  expect((await env.simulator.clock(env.database)).mode).toBe("calendar");
  const times = await env.another({ clockMode: "seconds" }).bank.times("ach_credit");
  expect(formatInstant(times.settlesAt)).toBe("2026-07-29T12:30:00.000Z");
});

test("in calendar mode an ACH entry settles on the next banking morning, and a wire at once", async () => {
  await using env = await openSandboxBank({ clockMode: "calendar" });
  await env.deliver(achFile([{}], { effectiveDate: "2026-07-29" }));
  await env.deliver(transferFile([{}]));
  const atOnce = await env.collect();
  expect(atOnce.statuses).toHaveLength(1);
  expect(atOnce.notifications).toEqual([]);
  await env.act((tx) => env.simulator.advance(tx, "next_window"));
  expect((await env.collect()).notifications).toEqual([]);
  await env.act((tx) => env.simulator.advance(tx, "next_banking_day"));
  expect(entriesOf((await env.collect()).notifications)).toMatchObject([
    { bookedAt: "2026-07-29T12:30:00.000Z", details: [{ clearingReference: trace(1) }] },
  ]);
});

test("a same-day entry settles in the next window of the day", async () => {
  await using env = await openSandboxBank({ clockMode: "calendar" });
  await env.deliver(achFile([debitEntry], { descriptiveDate: "SD1030" }));
  env.clock.advance(3 * 3_600_000);
  expect(entriesOf((await env.collect()).notifications)).toMatchObject([
    { bookedAt: "2026-07-28T17:00:00.000Z" },
  ]);
});

test("each banking day has a statement, and each opens with the previous closing balance", async () => {
  await using env = await openSandboxBank({ clockMode: "calendar" });
  const reference = await env.act((tx) => env.simulator.receive(tx, incomingPayment));
  await env.deliver(transferFile([{ amountCents: 30_000n }]));
  await env.deliver(achFile([{ ...debitEntry, amountCents: 500n }], { effectiveDate: "2026-07-29" }));
  expect((await env.collect()).statements).toEqual([]);
  for (let days = 0; days < 3; days += 1) {
    await env.act((tx) => env.simulator.advance(tx, "next_banking_day"));
  }
  const { statements } = await env.collect();
  expect(statements.map(balances)).toEqual([
    [0n, 70_000n],
    [70_000n, 70_500n],
    [70_500n, 70_500n],
  ]);
  const [first, second] = statements;
  expect(entriesOf(first === undefined ? [] : [first])).toMatchObject([
    { amountCents: 100_000n, direction: "credit", bankReference: reference },
    {
      amountCents: 30_000n,
      direction: "debit",
      transactionCode: "PMNT/ICDT/DMCT",
      details: [{ endToEndId: "01J0000000000000000000WIRE" }],
    },
  ]);
  expect(entriesOf(second === undefined ? [] : [second])).toMatchObject([{ amountCents: 500n }]);
});

test("a return after settlement is booked in the opposite direction as a reversal", async () => {
  await using env = await openSandboxBank({ clockMode: "calendar" });
  await env.deliver(achFile([{ ...debitEntry, amountCents: 500n }], { effectiveDate: "2026-07-29" }));
  await env.act((tx) => env.simulator.advance(tx, "next_banking_day"));
  await env.collect();
  const entry = { id: "any", traceNumber: trace(1) };
  await env.act((tx) => env.simulator.returnEntry(tx, entry, { code: "R10", text: "" }));
  await env.act((tx) => env.simulator.advance(tx, "next_banking_day"));
  const { statements, notifications } = await env.collect();
  expect(notifications).toEqual([]);
  expect(entriesOf(statements)).toMatchObject([
    { direction: "credit", isReversal: false, transactionCode: "PMNT/IDDT/OODD" },
    { direction: "debit", isReversal: true, transactionCode: "PMNT/IDDT/ARET" },
  ]);
  expect(statements.map(balances).at(-1)).toEqual([0n, 0n]);
});

test("an account can be overdrawn, and the statement shows it", async () => {
  await using env = await openSandboxBank({ clockMode: "calendar" });
  await env.deliver(transferFile([{ amountCents: 30_000n }]));
  await env.act((tx) => env.simulator.advance(tx, "next_banking_day"));
  expect((await env.collect()).statements.map(balances)).toEqual([[0n, -30_000n]]);
});

function balances({ accounts }: AccountReport): readonly (bigint | undefined)[] {
  return accounts.flatMap(({ openingCents, closingCents }) => [openingCents, closingCents]);
}
