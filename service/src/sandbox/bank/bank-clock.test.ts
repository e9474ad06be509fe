import { expect, test } from "vitest";
import {
  achFile,
  debitEntry,
  entriesOf,
  openSandboxBank,
  trace,
  transferFile,
  tuesdayMorning,
} from "../../../test/sandbox-bank.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { AccountReport } from "../../rails/iso20022/iso-message.ts";

const receipt = {
  system: "wire",
  accountNumber: "8801000000000017",
  amountCents: 100_000n,
  senderName: "Sender Inc",
  reference: undefined,
} as const;

test("the bank's clock is ours until it is put on, and is the same on every node", async () => {
  await using world = await openSandboxBank();
  expect(await world.bank.now()).toBe(tuesdayMorning);
  const clock = await world.act((tx) => world.simulator.advance(tx, "next_window"));
  expect(formatInstant(clock.now)).toBe("2026-07-29T05:45:00.000Z");
  expect(await world.bank.now()).toBe(clock.now);
  expect(await world.another().bank.now()).toBe(clock.now);
  world.clock.advance(1_000);
  expect(await world.bank.now()).toBe(clock.now + 1_000);
});

test("banking days pass over the weekend", async () => {
  await using world = await openSandboxBank();
  const advance = () => world.act((tx) => world.simulator.advance(tx, "next_banking_day"));
  const days = [await advance(), await advance(), await advance(), await advance()];
  expect(days.map(({ now }) => formatInstant(now).slice(0, 16))).toEqual([
    "2026-07-29T13:00",
    "2026-07-30T13:00",
    "2026-07-31T13:00",
    "2026-08-03T13:00",
  ]);
  expect(days[3]?.nextBankingDayAt).toBeGreaterThan(days[3]?.now ?? 0);
});

test("each window is ahead of the one before", async () => {
  await using world = await openSandboxBank();
  let before = await world.bank.now();
  for (let count = 0; count < 5; count += 1) {
    const { now, nextWindowAt } = await world.act((tx) => world.simulator.advance(tx, "next_window"));
    expect(now).toBeGreaterThan(before);
    expect(nextWindowAt).toBeGreaterThan(now);
    before = now;
  }
});

test("time passes as the setting says until somebody chooses, and then as they chose", async () => {
  await using world = await openSandboxBank({ clockMode: "seconds" });
  expect((await world.simulator.clock(world.database)).mode).toBe("seconds");
  expect((await world.act((tx) => world.simulator.setMode(tx, "calendar"))).mode).toBe("calendar");
  expect((await world.simulator.clock(world.database)).mode).toBe("calendar");
  const times = await world.another({ clockMode: "seconds" }).bank.times("ach_credit");
  expect(formatInstant(times.settlesAt)).toBe("2026-07-29T12:30:00.000Z");
});

test("by the calendar an ACH entry settles on the next banking morning, and a wire at once", async () => {
  await using world = await openSandboxBank({ clockMode: "calendar" });
  await world.deliver(achFile([{}], { effectiveDate: "2026-07-29" }));
  await world.deliver(transferFile([{}]));
  const atOnce = await world.collect();
  expect(atOnce.statuses).toHaveLength(1);
  expect(atOnce.notifications).toEqual([]);
  await world.act((tx) => world.simulator.advance(tx, "next_window"));
  expect((await world.collect()).notifications).toEqual([]);
  await world.act((tx) => world.simulator.advance(tx, "next_banking_day"));
  expect(entriesOf((await world.collect()).notifications)).toMatchObject([
    { bookedAt: "2026-07-29T12:30:00.000Z", details: [{ clearingReference: trace(1) }] },
  ]);
});

test("a same-day entry settles in the next window of the day", async () => {
  await using world = await openSandboxBank({ clockMode: "calendar" });
  await world.deliver(achFile([debitEntry], { descriptiveDate: "SD1030" }));
  world.clock.advance(3 * 3_600_000);
  expect(entriesOf((await world.collect()).notifications)).toMatchObject([
    { bookedAt: "2026-07-28T17:00:00.000Z" },
  ]);
});

test("each banking day has a statement, and each opens with what the one before closed with", async () => {
  await using world = await openSandboxBank({ clockMode: "calendar" });
  const reference = await world.act((tx) => world.simulator.receive(tx, receipt));
  await world.deliver(transferFile([{ amountCents: 30_000n }]));
  await world.deliver(achFile([{ ...debitEntry, amountCents: 500n }], { effectiveDate: "2026-07-29" }));
  expect((await world.collect()).statements).toEqual([]);
  for (let days = 0; days < 3; days += 1) {
    await world.act((tx) => world.simulator.advance(tx, "next_banking_day"));
  }
  const { statements } = await world.collect();
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

test("what comes back after it has settled is booked the other way, and says that it is a reversal", async () => {
  await using world = await openSandboxBank({ clockMode: "calendar" });
  await world.deliver(achFile([{ ...debitEntry, amountCents: 500n }], { effectiveDate: "2026-07-29" }));
  await world.act((tx) => world.simulator.advance(tx, "next_banking_day"));
  await world.collect();
  const entry = { id: "any", traceNumber: trace(1) };
  await world.act((tx) => world.simulator.returnEntry(tx, entry, { code: "R10", text: "" }));
  await world.act((tx) => world.simulator.advance(tx, "next_banking_day"));
  const { statements, notifications } = await world.collect();
  expect(notifications).toEqual([]);
  expect(entriesOf(statements)).toMatchObject([
    { direction: "credit", isReversal: false, transactionCode: "PMNT/IDDT/OODD" },
    { direction: "debit", isReversal: true, transactionCode: "PMNT/IDDT/ARET" },
  ]);
  expect(statements.map(balances).at(-1)).toEqual([0n, 0n]);
});

test("an account can be overdrawn, and the statement says so", async () => {
  await using world = await openSandboxBank({ clockMode: "calendar" });
  await world.deliver(transferFile([{ amountCents: 30_000n }]));
  await world.act((tx) => world.simulator.advance(tx, "next_banking_day"));
  expect((await world.collect()).statements.map(balances)).toEqual([[0n, -30_000n]]);
});

function balances({ accounts }: AccountReport): readonly (bigint | undefined)[] {
  return accounts.flatMap(({ openingCents, closingCents }) => [openingCents, closingCents]);
}
