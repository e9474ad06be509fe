import { expect, test } from "vitest";
import { openBankWork, otherTenant, testTenant } from "../../../test/bank-work.ts";
import { describeHappening, settleAll, toldOf } from "../../../test/settling.ts";
import { readNacha } from "../nacha/read-nacha.ts";
import { bankRails } from "../rail.ts";
import { bankCheckpoints } from "./engine-deps.ts";

test("an entry of each rail reaches the bank once and is told to be settled once", async () => {
  await using world = await openBankWork();
  const ids = await world.enqueue(...bankRails.map((rail) => ({ rail })));
  const engine = world.engine();
  await engine.round();
  expect(world.errors).toEqual([]);
  expect(world.double.taken).toHaveLength(ids.length);
  expect(await Promise.all(ids.map(world.stateOf))).toEqual(ids.map(() => "sent"));
  settleAll(world);
  await engine.round();
  world.clock.advance(120_000);
  await engine.round();
  expect(toldOf(world)).toEqual(ids.map((id) => `settled ${id}`).sort());
  expect(await Promise.all(ids.map(world.stateOf))).toEqual(ids.map(() => "settled"));
  expect(await world.openItems()).toEqual([]);
  const wire = world.told.find(({ happening }) => describeHappening(happening) === `settled ${ids[0]}`);
  expect(wire).toMatchObject({
    tenantId: testTenant,
    happening: { entry: { subject: `subject-${ids[0]}` }, imad: expect.stringMatching(/^IMAD-/) },
  });
});

test("the entries of a window share a file, in batches of one payer, direction and class", async () => {
  await using world = await openBankWork();
  const statement = { name: "Other Payer", memo: "REVERSAL" };
  await world.enqueue(
    { rail: "ach_credit" },
    { rail: "ach_credit", tenantId: otherTenant },
    { rail: "ach_debit" },
    { rail: "ach_credit", statement },
    { rail: "same_day_ach_credit" },
  );
  await world.engine().round();
  const files = world.double.files.map(({ bytes }) => {
    const reading = readNacha(bytes);
    return reading.ok ? reading.file.batches : [];
  });
  const shapes = files.map((batches) =>
    batches.map(({ serviceClass, companyName, description, entries, descriptiveDate }) => [
      serviceClass,
      companyName,
      description,
      entries.length,
      descriptiveDate.slice(0, 2),
    ]),
  );
  expect(shapes).toEqual([
    [
      ["220", "Acme Payouts", "Invoice 7", 2, ""],
      ["225", "Acme Payouts", "Invoice 7", 1, ""],
      ["220", "Other Payer", "PAYMENT", 1, ""],
    ],
    [["220", "Acme Payouts", "Invoice 7", 1, "SD"]],
  ]);
  const traces = world.double.taken.map(({ reference }) => reference);
  expect(new Set(traces).size).toBe(5);
  expect(traces.every((trace) => /^02100002\d{7}$/.test(trace))).toBe(true);
});

test("an entry can be withdrawn until it is in a file, and never after", async () => {
  await using world = await openBankWork();
  const [first = "", second = ""] = await world.enqueue({}, {});
  const withdraw = (id: string) => world.database.transaction((tx) => world.work.withdraw(tx, [id]));
  expect([...(await withdraw(first))]).toEqual([first]);
  await world.engine().round();
  expect([...(await withdraw(second))]).toEqual([]);
  expect(world.double.taken).toHaveLength(1);
  expect(await world.stateOf(first)).toBe("withdrawn");
  expect(await world.stateOf(second)).toBe("sent");
});

test("the same entry enqueued again is the same entry", async () => {
  await using world = await openBankWork();
  const [id = ""] = await world.enqueue({});
  await world.enqueue({ id });
  await world.engine().round();
  expect(world.double.taken).toHaveLength(1);
});

test("an entry waits for its window, and for a later one when it missed the first", async () => {
  await using world = await openBankWork();
  let window = 60_000;
  world.double.timetable((_rail, now) => ({
    leavesAt: (now + window) as typeof now,
    cutoffAt: (now + window + 10_000) as typeof now,
    settlesAt: (now + window + 20_000) as typeof now,
    finalAt: (now + window + 20_000) as typeof now,
    settlementDate: "2026-11-16",
  }));
  const [id = ""] = await world.enqueue({});
  const created = world.clock.now();
  const progress = async () => (await world.work.progress(world.database, [id])).get(id);
  expect(await progress()).toMatchObject({ leavesAt: created, settlesAt: created });
  const engine = world.engine();
  await engine.round();
  expect(await progress()).toMatchObject({ state: "queued", leavesAt: created + 60_000 });
  // Nobody was there until after the cut-off.
  world.clock.advance(80_000);
  window = 30_000;
  await engine.round();
  expect(await progress()).toMatchObject({ state: "queued", leavesAt: created + 110_000 });
  world.clock.advance(30_000);
  await engine.round();
  expect(await progress()).toMatchObject({ state: "sent", settlesAt: created + 130_000 });
});

test("an entry that no file can hold is told to be rejected, and holds up no other", async () => {
  await using world = await openBankWork();
  const tooMuch = 10n ** 12n;
  const [bad = "", good = ""] = await world.enqueue({ amountCents: tooMuch }, {});
  await world.engine().round();
  expect(await world.stateOf(good)).toBe("sent");
  expect(await world.stateOf(bad)).toBe("rejected");
  expect(toldOf(world)).toEqual([`rejected ${bad}`]);
  expect(world.reports).toContainEqual({ type: "unwritable", entryId: bad });
  expect(world.errors).toHaveLength(1);
});

/** Passed for each of several things: the kill comes between two of them as well. */
const severalInARound: ReadonlySet<string> = new Set(["delivered", "sent", "stored", "read", "put-away"]);

test("a kill at any point, in any round, loses nothing and does nothing twice", async () => {
  await using world = await openBankWork();
  const answered = new Set<string>();
  const all: string[] = [];
  for (const point of bankCheckpoints) {
    for (const visit of severalInARound.has(point) ? [1, 2] : [1]) {
      const doomed = world.engine({ dieAt: { point, visit } });
      let wasKilled = false;
      for (let round = 0; round < 6 && !wasKilled; round += 1) {
        all.push(...(await world.enqueue({ rail: "wire" }, { rail: "ach_credit" }, { rail: "ach_debit" })));
        wasKilled = await doomed.round().then(
          () => false,
          () => true,
        );
        settleAll(world, answered);
      }
      expect({ point, visit, wasKilled }).toEqual({ point, visit, wasKilled: true });
      const heir = world.engine();
      for (let round = 0; round < 3; round += 1) {
        await heir.round();
        settleAll(world, answered);
        world.clock.advance(120_000);
      }
      expect(toldOf(world)).toEqual(all.map((id) => `settled ${id}`).sort());
    }
  }
  expect(world.double.taken).toHaveLength(all.length);
  expect(world.errors).toEqual([]);
  expect(world.double.waiting()).toEqual([]);
}, 120_000);

test.each(["before", "after"] as const)(
  "a bank that fails %s it has acted is asked again, and nothing happens twice",
  async (how) => {
    await using world = await openBankWork();
    const [id = ""] = await world.enqueue({ rail: "wire" });
    const engine = world.engine();
    for (const method of ["times", "now", "deliver", "collect"] as const) {
      world.double.breakNext(method, how);
      await engine.round();
    }
    await engine.round();
    expect(await world.stateOf(id)).toBe("sent");
    settleAll(world);
    world.double.breakNext("putAway", how);
    await engine.round();
    await engine.round();
    expect(toldOf(world)).toEqual([`settled ${id}`]);
    expect(world.double.waiting()).toEqual([]);
    expect(world.reports.filter(({ type }) => type === "bank-unavailable")).toHaveLength(5);
    expect(world.errors).toEqual([]);
  },
);

test("news is told although the bank is out of reach", async () => {
  await using world = await openBankWork();
  const [id = ""] = await world.enqueue({ rail: "wire" });
  const deaf = world.engine({ listener: { heard: () => Promise.reject(new Error("busy")) } });
  await deaf.round();
  settleAll(world);
  await deaf.round();
  expect(toldOf(world)).toEqual([]);
  world.clock.advance(600_000);
  world.double.breakNext("now", "before");
  await world.engine().round();
  expect(toldOf(world)).toEqual([`settled ${id}`]);
});
