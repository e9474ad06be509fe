import { expect, test } from "vitest";
import {
  achFile,
  debitEntry,
  entriesOf,
  openSandboxBank,
  secondsDelayMs,
  trace,
  transferFile,
} from "../../../test/sandbox-bank.ts";
import { statement } from "../../db/statement.ts";
import { allReturnCodes } from "../../rails/nacha/return-codes.ts";

const wireId = "01J0000000000000000000WIRE";

test("an ACH credit settles after its delay, as a debit of our account under its trace number", async () => {
  await using world = await openSandboxBank();
  await world.deliver(achFile([{ amountCents: 12_345n }]));
  expect((await world.collect()).names).toEqual([]);
  world.clock.advance(secondsDelayMs);
  const [entry, ...others] = entriesOf((await world.collect()).notifications);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    amountCents: 12_345n,
    direction: "debit",
    status: "BOOK",
    isReversal: false,
    transactionCode: "PMNT/ICDT/ACDT",
    details: [{ clearingReference: trace(1) }],
  });
  world.clock.advance(10 * secondsDelayMs);
  expect((await world.collect()).names).toEqual([]);
});

test("an ACH debit settles as a credit of our account", async () => {
  await using world = await openSandboxBank();
  await world.deliver(achFile([debitEntry]));
  world.clock.advance(secondsDelayMs);
  expect(entriesOf((await world.collect()).notifications)).toMatchObject([
    { direction: "credit", transactionCode: "PMNT/IDDT/OODD", details: [{ clearingReference: trace(1) }] },
  ]);
});

test("a prenote is taken and makes nothing", async () => {
  await using world = await openSandboxBank();
  await world.deliver(achFile([{ transactionCode: "23", amountCents: 0n }]));
  world.clock.advance(secondsDelayMs);
  expect((await world.collect()).names).toEqual([]);
  expect(await verdicts(world.database)).toEqual(["taken"]);
});

test("55.NN comes back with the code RNN instead of settling, credit or debit", async () => {
  await using world = await openSandboxBank();
  await world.deliver(
    achFile([{ amountCents: 5_503n }, { ...debitEntry, amountCents: 5_501n }, { amountCents: 5_515n }]),
  );
  world.clock.advance(secondsDelayMs);
  const { notifications, returnFiles } = await world.collect();
  expect(notifications).toEqual([]);
  const entries = returnFiles.flatMap(({ batches }) => batches.flatMap((batch) => batch.entries));
  expect(entries.map(({ transactionCode }) => transactionCode)).toEqual(["21", "26", "21"]);
  expect(entries.flatMap(({ addenda }) => addenda)).toMatchObject([
    { type: "return", code: "R03", originalTrace: trace(1), originalRdfi: "09990000" },
    { type: "return", code: "R01", originalTrace: trace(2) },
    { type: "return", code: "R15", originalTrace: trace(3), dateOfDeath: "2026-07-28" },
  ]);
});

test("every code of a return that 55.NN can name makes a file that can be read", async () => {
  await using world = await openSandboxBank();
  const amounts = Array.from({ length: 100 }, (_, cents) => 5_500n + BigInt(cents));
  await world.deliver(achFile(amounts.map((amountCents) => ({ amountCents }))));
  world.clock.advance(secondsDelayMs);
  const { notifications, returnFiles } = await world.collect();
  const returned = returnFiles.flatMap(({ batches }) => batches.flatMap((batch) => batch.entries));
  const known = allReturnCodes().filter(({ stage }) => stage === "return");
  expect(returned.flatMap(({ addenda }) => addenda).map((one) => ("code" in one ? one.code : ""))).toEqual(
    known.map(({ code }) => code),
  );
  expect(returned.length + entriesOf(notifications).length).toBe(100);
});

test("a wire is reported as settled with its IMAD, and RTP at once", async () => {
  await using world = await openSandboxBank();
  await world.deliver(transferFile([{ endToEndId: wireId }]));
  await world.deliver(
    transferFile([{ endToEndId: "01J00000000000000000000RTP", clearingSystem: "TCH" }], "m2"),
  );
  const atOnce = (await world.collect()).statuses.flatMap(({ statuses }) => statuses);
  expect(atOnce).toMatchObject([{ originalEndToEndId: "01J00000000000000000000RTP", status: "ACSC" }]);
  world.clock.advance(secondsDelayMs);
  const settled = (await world.collect()).statuses.flatMap(({ statuses }) => statuses);
  expect(settled).toMatchObject([
    {
      originalMessageId: "florin-message-1",
      originalEndToEndId: wireId,
      status: "ACSC",
      clearingReference: expect.stringMatching(/^20260728FLRNSBX1\d{6}$/),
    },
  ]);
});

test("the same bytes again have no effect, whatever the name, and are noted", async () => {
  await using world = await openSandboxBank();
  const file = achFile([{}]);
  await world.deliver(file);
  await world.deliver(file);
  await world.deliver({ ...file, name: "renamed.ach" });
  world.clock.advance(secondsDelayMs);
  expect(entriesOf((await world.collect()).notifications)).toHaveLength(1);
  expect(await world.database.rows(statement("SELECT repeats FROM sandbox_bank_deliveries"))).toEqual([
    { repeats: 2 },
  ]);
});

test("two deliveries of one file at the same time are one", async () => {
  await using world = await openSandboxBank();
  const file = achFile([{}]);
  await Promise.all([world.deliver(file), world.another().bank.deliver(file), world.deliver(file)]);
  world.clock.advance(secondsDelayMs);
  expect(entriesOf((await world.collect()).notifications)).toHaveLength(1);
});

test("another message under an id that was taken is refused, and the first is paid", async () => {
  await using world = await openSandboxBank();
  await world.deliver(transferFile([{ endToEndId: wireId }]));
  await world.deliver(transferFile([{ endToEndId: "other" }]));
  expect((await world.collect()).statuses.flatMap(({ statuses }) => statuses)).toMatchObject([
    {
      originalMessageId: expect.stringMatching(/^duplicate-[0-9a-f]{16}$/),
      originalEndToEndId: undefined,
      status: "RJCT",
      reasonCode: "AM05",
    },
  ]);
  world.clock.advance(secondsDelayMs);
  expect((await world.collect()).statuses.flatMap(({ statuses }) => statuses)).toMatchObject([
    { originalEndToEndId: wireId, status: "ACSC" },
  ]);
});

test.each(["broken.ach", "broken.xml", "broken.txt"])(
  "%s is refused by its name, and no word of it is repeated",
  async (name) => {
    await using world = await openSandboxBank();
    await world.deliver({ name, bytes: Buffer.from("JANE DOE 123456789") });
    const [status, ...others] = (await world.collect()).statuses.flatMap(({ statuses }) => statuses);
    expect(others).toEqual([]);
    expect(status).toMatchObject({ originalMessageId: name, status: "RJCT", reasonCode: "FF01" });
    expect(JSON.stringify(status)).not.toMatch(/JANE|123456789/);
    expect(await verdicts(world.database)).toEqual(["refused"]);
  },
);

test("a file for another bank is refused as a whole", async () => {
  await using world = await openSandboxBank();
  await world.deliver(achFile([{}], { destination: "099900001" }));
  world.clock.advance(secondsDelayMs);
  const { notifications, statuses } = await world.collect();
  expect(notifications).toEqual([]);
  expect(statuses.flatMap((report) => report.statuses)).toMatchObject([
    { status: "RJCT", reasonCode: "RC01" },
  ]);
});

test("many entries are all answered, each once", async () => {
  await using world = await openSandboxBank();
  const count = 1_200;
  await world.deliver(achFile(Array.from({ length: count }, () => ({ amountCents: 100n }))));
  world.clock.advance(secondsDelayMs);
  const entries = entriesOf((await world.collect()).notifications);
  const traces = entries.flatMap(({ details }) => details.map(({ clearingReference }) => clearingReference));
  expect(traces).toHaveLength(count);
  expect(new Set(traces).size).toBe(count);
  await world.act((tx) => world.simulator.advance(tx, "next_banking_day"));
  const { statements } = await world.collect();
  const stated = statements.flatMap(({ accounts }) => accounts);
  expect(stated.map(({ entries: { length }, closingCents }) => [length, closingCents])).toEqual([
    [1_000, -100_000n],
    [200, -120_000n],
  ]);
  expect(stated[1]?.openingCents).toBe(-100_000n);
});

test("nothing that tells who somebody is stands in the tables", async () => {
  await using world = await openSandboxBank();
  await world.deliver(achFile([{ individualName: "JANE DOE", accountNumber: "987650001" }]));
  world.clock.advance(secondsDelayMs);
  await world.bank.collect(10);
  for (const table of ["deliveries", "items", "bookings", "files"]) {
    const rows = await world.database.rows(statement(`SELECT t::text AS row FROM sandbox_bank_${table} t`));
    expect(rows.length).toBeGreaterThan(0);
    const text = JSON.stringify(rows);
    for (const secret of ["JANE DOE", "987650001"]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString("hex"));
    }
  }
});

async function verdicts(database: Awaited<ReturnType<typeof openSandboxBank>>["database"]): Promise<unknown> {
  const rows = await database.rows<{ verdict: string }>(
    statement("SELECT verdict FROM sandbox_bank_deliveries ORDER BY delivered_at, name"),
  );
  return rows.map(({ verdict }) => verdict);
}
