import { expect, test } from "vitest";
import { statement } from "../../../service/src/db/statement.ts";
import { allReturnCodes } from "../../../service/src/rails/nacha/return-codes.ts";
import {
  achFile,
  debitEntry,
  entriesOf,
  openSandboxBank,
  secondsDelayMs,
  trace,
  transferFile,
} from "../../../service/test/sandbox-bank.ts";

const wireId = "01J0000000000000000000WIRE";

test("an ACH credit settles after its delay, as a debit to Florin's account with its trace number", async () => {
  await using env = await openSandboxBank();
  await env.deliver(achFile([{ amountCents: 12_345n }]));
  expect((await env.collect()).names).toEqual([]);
  env.clock.advance(secondsDelayMs);
  const [entry, ...others] = entriesOf((await env.collect()).notifications);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    amountCents: 12_345n,
    direction: "debit",
    status: "BOOK",
    isReversal: false,
    transactionCode: "PMNT/ICDT/ACDT",
    details: [{ clearingReference: trace(1) }],
  });
  env.clock.advance(10 * secondsDelayMs);
  expect((await env.collect()).names).toEqual([]);
});

test("an ACH debit settles as a credit to Florin's account", async () => {
  await using env = await openSandboxBank();
  await env.deliver(achFile([debitEntry]));
  env.clock.advance(secondsDelayMs);
  expect(entriesOf((await env.collect()).notifications)).toMatchObject([
    { direction: "credit", transactionCode: "PMNT/IDDT/OODD", details: [{ clearingReference: trace(1) }] },
  ]);
});

test("a prenote is accepted without effect", async () => {
  await using env = await openSandboxBank();
  await env.deliver(achFile([{ transactionCode: "23", amountCents: 0n }]));
  env.clock.advance(secondsDelayMs);
  expect((await env.collect()).names).toEqual([]);
  expect(await deliveryResults(env.database)).toEqual(["taken"]);
});

test("an amount of 55.NN is returned with code RNN, credit or debit", async () => {
  await using env = await openSandboxBank();
  await env.deliver(
    achFile([{ amountCents: 5_503n }, { ...debitEntry, amountCents: 5_501n }, { amountCents: 5_515n }]),
  );
  env.clock.advance(secondsDelayMs);
  const { notifications, returnFiles } = await env.collect();
  expect(notifications).toEqual([]);
  const entries = returnFiles.flatMap(({ batches }) => batches.flatMap((batch) => batch.entries));
  expect(entries.map(({ transactionCode }) => transactionCode)).toEqual(["21", "26", "21"]);
  expect(entries.flatMap(({ addenda }) => addenda)).toMatchObject([
    { type: "return", code: "R03", originalTrace: trace(1), originalRdfi: "09990000" },
    { type: "return", code: "R01", originalTrace: trace(2) },
    { type: "return", code: "R15", originalTrace: trace(3), dateOfDeath: "2026-07-28" },
  ]);
});

test("after an amount of 56.05 has settled, the receiving bank reports the other type of account", async () => {
  await using env = await openSandboxBank();
  await env.deliver(
    achFile([{ amountCents: 5_605n }, { ...debitEntry, amountCents: 5_605n }, { amountCents: 5_606n }]),
  );
  env.clock.advance(secondsDelayMs);
  const { notifications, returnFiles } = await env.collect();
  expect(entriesOf(notifications)).toHaveLength(3);
  const batches = returnFiles.flatMap((file) => file.batches);
  expect(new Set(batches.map(({ sec }) => sec))).toEqual(new Set(["COR"]));
  const entries = batches.flatMap((batch) => batch.entries);
  expect(entries.map(({ amountCents }) => amountCents)).toEqual([0n, 0n]);
  expect(entries.flatMap(({ addenda }) => addenda)).toMatchObject([
    { type: "correction", code: "C05", originalTrace: trace(1), correctedData: "32" },
    { type: "correction", code: "C05", originalTrace: trace(2), correctedData: "37" },
  ]);
});

test("every return code that 55.NN can select produces a readable file", async () => {
  await using env = await openSandboxBank();
  const amounts = Array.from({ length: 100 }, (_, cents) => 5_500n + BigInt(cents));
  await env.deliver(achFile(amounts.map((amountCents) => ({ amountCents }))));
  env.clock.advance(secondsDelayMs);
  const { notifications, returnFiles } = await env.collect();
  const returned = returnFiles.flatMap(({ batches }) => batches.flatMap((batch) => batch.entries));
  const known = allReturnCodes().filter(({ stage }) => stage === "return");
  expect(
    returned.flatMap(({ addenda }) => addenda).map((addendum) => ("code" in addendum ? addendum.code : "")),
  ).toEqual(known.map(({ code }) => code));
  expect(returned.length + entriesOf(notifications).length).toBe(100);
});

test("a wire is reported as settled with its IMAD, and RTP at once", async () => {
  await using env = await openSandboxBank();
  await env.deliver(transferFile([{ endToEndId: wireId }]));
  await env.deliver(
    transferFile([{ endToEndId: "01J00000000000000000000RTP", clearingSystem: "TCH" }], "m2"),
  );
  const atOnce = (await env.collect()).statuses.flatMap(({ statuses }) => statuses);
  expect(atOnce).toMatchObject([{ originalEndToEndId: "01J00000000000000000000RTP", status: "ACSC" }]);
  env.clock.advance(secondsDelayMs);
  const settled = (await env.collect()).statuses.flatMap(({ statuses }) => statuses);
  expect(settled).toMatchObject([
    {
      originalMessageId: "florin-message-1",
      originalEndToEndId: wireId,
      status: "ACSC",
      clearingReference: expect.stringMatching(/^20260728FLRNSBX1\d{6}$/),
    },
  ]);
});

test("a repeated file has no effect under any name, and is counted", async () => {
  await using env = await openSandboxBank();
  const file = achFile([{}]);
  await env.deliver(file);
  await env.deliver(file);
  await env.deliver({ ...file, name: "renamed.ach" });
  env.clock.advance(secondsDelayMs);
  expect(entriesOf((await env.collect()).notifications)).toHaveLength(1);
  expect(await env.database.rows(statement("SELECT repeats FROM sandbox_bank_deliveries"))).toEqual([
    { repeats: 2 },
  ]);
});

test("concurrent deliveries of one file count as one", async () => {
  await using env = await openSandboxBank();
  const file = achFile([{}]);
  await Promise.all([env.deliver(file), env.another().bank.deliver(file), env.deliver(file)]);
  env.clock.advance(secondsDelayMs);
  expect(entriesOf((await env.collect()).notifications)).toHaveLength(1);
});

test("another message with an accepted id is rejected, and the first is paid", async () => {
  await using env = await openSandboxBank();
  await env.deliver(transferFile([{ endToEndId: wireId }]));
  await env.deliver(transferFile([{ endToEndId: "other" }]));
  expect((await env.collect()).statuses.flatMap(({ statuses }) => statuses)).toMatchObject([
    {
      originalMessageId: expect.stringMatching(/^duplicate-[0-9a-f]{16}$/),
      originalEndToEndId: undefined,
      status: "RJCT",
      reasonCode: "AM05",
    },
  ]);
  env.clock.advance(secondsDelayMs);
  expect((await env.collect()).statuses.flatMap(({ statuses }) => statuses)).toMatchObject([
    { originalEndToEndId: wireId, status: "ACSC" },
  ]);
});

test.each(["broken.ach", "broken.xml", "broken.txt"])(
  "%s is rejected by name, and none of its contents are repeated",
  async (name) => {
    await using env = await openSandboxBank();
    await env.deliver({ name, bytes: Buffer.from("JANE DOE 123456789") });
    const [status, ...others] = (await env.collect()).statuses.flatMap(({ statuses }) => statuses);
    expect(others).toEqual([]);
    expect(status).toMatchObject({ originalMessageId: name, status: "RJCT", reasonCode: "FF01" });
    expect(JSON.stringify(status)).not.toMatch(/JANE|123456789/);
    expect(await deliveryResults(env.database)).toEqual(["refused"]);
  },
);

test("a file for another bank is rejected as a whole", async () => {
  await using env = await openSandboxBank();
  await env.deliver(achFile([{}], { destination: "099900001" }));
  env.clock.advance(secondsDelayMs);
  const { notifications, statuses } = await env.collect();
  expect(notifications).toEqual([]);
  expect(statuses.flatMap((report) => report.statuses)).toMatchObject([
    { status: "RJCT", reasonCode: "RC01" },
  ]);
});

test("every entry of a large file is reported exactly once", async () => {
  await using env = await openSandboxBank();
  const count = 1_200;
  await env.deliver(achFile(Array.from({ length: count }, () => ({ amountCents: 100n }))));
  env.clock.advance(secondsDelayMs);
  const entries = entriesOf((await env.collect()).notifications);
  const traces = entries.flatMap(({ details }) => details.map(({ clearingReference }) => clearingReference));
  expect(traces).toHaveLength(count);
  expect(new Set(traces).size).toBe(count);
  await env.act((tx) => env.simulator.advance(tx, "next_banking_day"));
  const { statements } = await env.collect();
  const stated = statements.flatMap(({ accounts }) => accounts);
  expect(stated.map(({ entries: { length }, closingCents }) => [length, closingCents])).toEqual([
    [1_000, -100_000n],
    [200, -120_000n],
  ]);
  expect(stated[1]?.openingCents).toBe(-100_000n);
});

test("the tables contain no plaintext personal data", async () => {
  await using env = await openSandboxBank();
  await env.deliver(achFile([{ individualName: "JANE DOE", accountNumber: "987650001" }]));
  env.clock.advance(secondsDelayMs);
  await env.bank.collect(10);
  for (const table of ["deliveries", "items", "bookings", "files"]) {
    const rows = await env.database.rows(statement(`SELECT t::text AS row FROM sandbox_bank_${table} t`));
    expect(rows.length).toBeGreaterThan(0);
    const text = JSON.stringify(rows);
    for (const secret of ["JANE DOE", "987650001"]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString("hex"));
    }
  }
});

async function deliveryResults(
  database: Awaited<ReturnType<typeof openSandboxBank>>["database"],
): Promise<unknown> {
  const rows = await database.rows(
    statement<{ outcome: string }>("SELECT outcome FROM sandbox_bank_deliveries ORDER BY delivered_at, name"),
  );
  return rows.map(({ outcome }) => outcome);
}
