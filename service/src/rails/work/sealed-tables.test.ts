import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { accountAnswer, nobody, receivedMovement } from "../../../test/bank-answers.ts";
import { openBankWork, testCounterparty } from "../../../test/bank-work.ts";
import { dumpTables } from "../../../test/table-dump.ts";
import { createKeyRing, needsReseal, open, reseal } from "../../kernel/envelope.ts";
import { sealedBankTables } from "./sealed-tables.ts";

test("names and account numbers are nowhere in the clear, and a new master key can wrap all that is sealed", async () => {
  await using world = await openBankWork();
  const { database, keyRing } = world;
  await world.enqueue({ rail: "wire" }, {});
  const secrets = [testCounterparty.name, testCounterparty.accountNumber, "Hidden Sender", "5550001"];
  const debtor = { ...nobody, name: "Hidden Sender", accountNumber: "5550001" };
  const movement = receivedMovement("BR1", { detail: { clearingReference: "091000010000001", debtor } });
  world.double.put({ bytes: accountAnswer({ id: "N1", at: world.clock.now() }, [movement]) });
  await world.engine().round();
  const dump = JSON.stringify(await dumpTables(database));
  expect(dump).toContain("BR1");
  for (const secret of secrets) {
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(Buffer.from(secret).toString("hex"));
  }

  const newKey = randomBytes(32);
  const both = { current: createKeyRing(newKey).current, previous: [keyRing.current] };
  for (const { contextOf, lockAfter, update } of sealedBankTables) {
    const rows = await database.transaction(async (tx) => {
      const locked = await lockAfter(tx, { after: undefined, limit: 100 });
      await update(
        tx,
        locked.map((row) => ({ ...row, sealed: reseal(both, row.sealed, contextOf(row)) })),
      );
      return lockAfter(tx, { after: undefined, limit: 100 });
    });
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(needsReseal(both, row.sealed)).toBe(false);
      expect(open(createKeyRing(newKey), row.sealed, contextOf(row)).length).toBeGreaterThan(0);
    }
    const [first] = rows;
    const after = await database.transaction((tx) => lockAfter(tx, { after: first, limit: 100 }));
    expect(after).toHaveLength(rows.length - 1);
  }
});
