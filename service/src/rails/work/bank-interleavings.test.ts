import fc from "fast-check";
import { expect, test } from "vitest";
import {
  accountAnswer,
  achAnswer,
  achReturn,
  nobody,
  receivedMovement,
  returnAnswer,
  settledMovement,
} from "../../../test/bank-answers.ts";
import type { TakenItem } from "../../../test/bank-double.ts";
import { type BankWorld, openBankWork, otherTenant, testTenant } from "../../../test/bank-work.ts";
import { countOpenEntries, countUntold } from "./count-store.ts";

test("somebody who cannot hear holds up only that, and is told later", async () => {
  await using world = await openBankWork();
  world.owners.set("1", testTenant).set("2", otherTenant);
  const to = (accountNumber: string, reference: string) =>
    receivedMovement(reference, { detail: { creditor: { ...nobody, accountNumber } } });
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
  const movements = [settledMovement(item, `SET-${name}`), receivedMovement(`BR-${name}`)];
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
