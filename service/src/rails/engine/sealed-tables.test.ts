import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { accountReply, noOne, receivedMovement } from "../../../test/bank-replies.ts";
import { openBankWork, testCounterparty } from "../../../test/bank-work.ts";
import { dumpTables } from "../../../test/table-dump.ts";
import { createKeyRing, needsRewrap, open, rewrap } from "../../kernel/envelope.ts";
import { sealedBankTables } from "./sealed-tables.ts";

test("names and account numbers are never stored in clear text, and all sealed values can be rewrapped under a new master key", async () => {
  await using env = await openBankWork();
  const { database, keyRing } = env;
  await env.enqueue({ rail: "wire" }, {});
  const secrets = [testCounterparty.name, testCounterparty.accountNumber, "Hidden Sender", "5550001"];
  const debtor = { ...noOne, name: "Hidden Sender", accountNumber: "5550001" };
  const movement = receivedMovement("BR1", { detail: { clearingReference: "091000010000001", debtor } });
  env.double.put({ bytes: accountReply({ id: "N1", at: env.clock.now() }, [movement]) });
  await env.engine().round();
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
        locked.map((row) => ({ ...row, sealed: rewrap(both, row.sealed, contextOf(row)) })),
      );
      return lockAfter(tx, { after: undefined, limit: 100 });
    });
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(needsRewrap(both, row.sealed)).toBe(false);
      expect(open(createKeyRing(newKey), row.sealed, contextOf(row)).length).toBeGreaterThan(0);
    }
    const [first] = rows;
    const after = await database.transaction((tx) => lockAfter(tx, { after: first, limit: 100 }));
    expect(after).toHaveLength(rows.length - 1);
  }
});
