import { expect, test } from "vitest";
import { openBankWork, otherTenant, testCounterparty, testTenant } from "../../../test/bank-work.ts";
import { describeBankEvent, reportedOf, settleAll } from "../../../test/settling.ts";
import { readNacha } from "../nacha/read-nacha.ts";
import { bankRails } from "../rail.ts";
import { bankCheckpoints } from "./engine-deps.ts";

test("an entry of each rail is sent once and published as settled once", async () => {
  await using env = await openBankWork();
  const ids = await env.enqueue(...bankRails.map((rail) => ({ rail })));
  const engine = env.engine();
  await engine.round();
  expect(env.errors).toEqual([]);
  expect(env.double.taken).toHaveLength(ids.length);
  expect(await Promise.all(ids.map(env.stateOf))).toEqual(ids.map(() => "sent"));
  settleAll(env);
  await engine.round();
  env.clock.advance(120_000);
  await engine.round();
  expect(reportedOf(env)).toEqual(ids.map((id) => `settled ${id}`).sort());
  expect(await Promise.all(ids.map(env.stateOf))).toEqual(ids.map(() => "settled"));
  expect(await env.openItems()).toEqual([]);
  const wire = env.reported.find(({ bankEvent }) => describeBankEvent(bankEvent) === `settled ${ids[0]}`);
  expect(wire).toMatchObject({
    tenantId: testTenant,
    bankEvent: { entry: { subject: `subject-${ids[0]}` }, imad: expect.stringMatching(/^IMAD-/) },
  });
});

test("the entries of a window share a file, in batches by payer, direction and SEC code", async () => {
  await using env = await openBankWork();
  const statement = { name: "Other Payer", memo: "REVERSAL" };
  await env.enqueue(
    { rail: "ach_credit" },
    { rail: "ach_credit", tenantId: otherTenant },
    { rail: "ach_debit" },
    { rail: "ach_credit", statement },
    { rail: "same_day_ach_credit" },
    { rail: "ach_credit", counterparty: { ...testCounterparty, holder: "individual" } },
    { rail: "ach_credit", counterparty: { ...testCounterparty, holder: "business" } },
  );
  await env.engine().round();
  const files = env.double.files.map(({ bytes }) => {
    const reading = readNacha(bytes);
    return reading.ok ? reading.file.batches : [];
  });
  const shapes = files.map((batches) =>
    batches.map(({ serviceClass, sec, companyName, description, entries, descriptiveDate }) => [
      serviceClass,
      sec,
      companyName,
      description,
      entries.length,
      descriptiveDate.slice(0, 2),
    ]),
  );
  expect(shapes).toEqual([
    [
      ["220", "CCD", "Acme Payouts", "Invoice 7", 3, ""],
      ["225", "CCD", "Acme Payouts", "Invoice 7", 1, ""],
      ["220", "CCD", "Other Payer", "PAYMENT", 1, ""],
      ["220", "PPD", "Acme Payouts", "Invoice 7", 1, ""],
    ],
    [["220", "CCD", "Acme Payouts", "Invoice 7", 1, "SD"]],
  ]);
  const traces = env.double.taken.map(({ reference }) => reference);
  expect(new Set(traces).size).toBe(7);
  expect(traces.every((trace) => /^02100002\d{7}$/.test(trace))).toBe(true);
});

test("an entry can be withdrawn only until it is in a file", async () => {
  await using env = await openBankWork();
  const [first = "", second = ""] = await env.enqueue({}, {});
  const withdraw = (id: string) => env.database.transaction((tx) => env.work.withdraw(tx, testTenant, [id]));
  expect([...(await withdraw(first))]).toEqual([first]);
  await env.engine().round();
  expect([...(await withdraw(second))]).toEqual([]);
  expect(env.double.taken).toHaveLength(1);
  expect(await env.stateOf(first)).toBe("withdrawn");
  expect(await env.stateOf(second)).toBe("sent");
});

test("enqueueing an entry is idempotent", async () => {
  await using env = await openBankWork();
  const [id = ""] = await env.enqueue({});
  await env.enqueue({ id });
  await env.engine().round();
  expect(env.double.taken).toHaveLength(1);
});

test("an entry waits for its window, or for a later one if it missed the first", async () => {
  await using env = await openBankWork();
  let window = 60_000;
  env.double.timetable((_rail, now) => ({
    leavesAt: (now + window) as typeof now,
    cutoffAt: (now + window + 10_000) as typeof now,
    settlesAt: (now + window + 20_000) as typeof now,
    finalAt: (now + window + 20_000) as typeof now,
    settlementDate: "2026-11-16",
  }));
  const [id = ""] = await env.enqueue({});
  const created = env.clock.now();
  const progress = async () => (await env.work.progress(env.database, testTenant, [id])).get(id);
  expect(await progress()).toMatchObject({ leavesAt: created, settlesAt: created });
  const engine = env.engine();
  await engine.round();
  expect(await progress()).toMatchObject({ state: "queued", leavesAt: created + 60_000 });
  // No node ran until after the cut-off.
  env.clock.advance(80_000);
  window = 30_000;
  await engine.round();
  expect(await progress()).toMatchObject({ state: "queued", leavesAt: created + 110_000 });
  env.clock.advance(30_000);
  await engine.round();
  expect(await progress()).toMatchObject({ state: "sent", settlesAt: created + 130_000 });
});

test("an entry that cannot be written to a file is rejected and blocks no other entry", async () => {
  await using env = await openBankWork();
  const tooMuch = 10n ** 12n;
  const [bad = "", good = ""] = await env.enqueue({ amountCents: tooMuch }, {});
  await env.engine().round();
  expect(await env.stateOf(good)).toBe("sent");
  expect(await env.stateOf(bad)).toBe("rejected");
  expect(reportedOf(env)).toEqual([`rejected ${bad}`]);
  expect(env.reports).toContainEqual({ type: "unwritable", entryId: bad });
  expect(env.errors).toHaveLength(1);
});

/** Checkpoints passed several times per round: the kill also comes between two of them. */
const severalInARound: ReadonlySet<string> = new Set(["delivered", "sent", "stored", "read", "put-away"]);

test("a kill at any checkpoint in any round loses nothing and repeats nothing", async () => {
  await using env = await openBankWork();
  const replied = new Set<string>();
  const all: string[] = [];
  for (const point of bankCheckpoints) {
    for (const visit of severalInARound.has(point) ? [1, 2] : [1]) {
      const toKill = env.engine({ dieAt: { point, visit } });
      let wasKilled = false;
      for (let round = 0; round < 6 && !wasKilled; round += 1) {
        all.push(...(await env.enqueue({ rail: "wire" }, { rail: "ach_credit" }, { rail: "ach_debit" })));
        wasKilled = await toKill.round().then(
          () => false,
          () => true,
        );
        settleAll(env, replied);
      }
      expect({ point, visit, wasKilled }).toEqual({ point, visit, wasKilled: true });
      const successor = env.engine();
      for (let round = 0; round < 3; round += 1) {
        await successor.round();
        settleAll(env, replied);
        env.clock.advance(120_000);
      }
      expect(reportedOf(env)).toEqual(all.map((id) => `settled ${id}`).sort());
    }
  }
  expect(env.double.taken).toHaveLength(all.length);
  expect(env.errors).toEqual([]);
  expect(env.double.waiting()).toEqual([]);
});

test.each(["before", "after"] as const)(
  "a bank call that fails %s its effect is retried, and nothing happens twice",
  async (how) => {
    await using env = await openBankWork();
    const [id = ""] = await env.enqueue({ rail: "wire" });
    const engine = env.engine();
    for (const method of ["times", "now", "deliver", "collect"] as const) {
      env.double.breakNext(method, how);
      await engine.round();
    }
    await engine.round();
    expect(await env.stateOf(id)).toBe("sent");
    settleAll(env);
    env.double.breakNext("putAway", how);
    await engine.round();
    await engine.round();
    expect(reportedOf(env)).toEqual([`settled ${id}`]);
    expect(env.double.waiting()).toEqual([]);
    expect(env.reports.filter(({ type }) => type === "bank-unavailable")).toHaveLength(5);
    expect(env.errors).toEqual([]);
  },
);

test("bank events are published while the bank is unreachable", async () => {
  await using env = await openBankWork();
  const [id = ""] = await env.enqueue({ rail: "wire" });
  const failing = env.engine({ listener: { heard: () => Promise.reject(new Error("busy")) } });
  await failing.round();
  settleAll(env);
  await failing.round();
  expect(reportedOf(env)).toEqual([]);
  env.clock.advance(600_000);
  env.double.breakNext("now", "before");
  await env.engine().round();
  expect(reportedOf(env)).toEqual([`settled ${id}`]);
});
