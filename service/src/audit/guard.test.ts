import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import type { Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { systemCause } from "../kernel/cause.ts";
import { createIdFactory, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { auditChange } from "./record-audit.ts";

let env: TestDatabase;
const newId = createIdFactory(systemClock);
const deps = { clock: systemClock, newId };

beforeAll(async () => {
  env = await createTestDatabase();
});

afterAll(() => env.drop());

// As what the methods of an audited table make; any table will do.
const audited = ["lease", "task"];
const insert = statement(
  "INSERT INTO leases (task, holder, epoch, expires_at) VALUES ($1, 'x', 1, now()) ON CONFLICT DO NOTHING RETURNING task",
  { audited },
);
const isStored = statement<{ readonly task: string }>("SELECT task FROM leases WHERE task = $1");

const record = (tx: Transaction, type: string) =>
  auditChange(deps, tx, {
    cause: systemCause("test"),
    action: `${type}.change`,
    of: { tenantId: tenantOf(newId<"account">()), network: undefined, id: "any" },
  });

async function committed(task: string, work: (tx: Transaction) => Promise<unknown>): Promise<boolean> {
  const outcome = await env.database.transaction(work).then(
    () => "committed",
    (error: Error) => error.message,
  );
  expect([
    "committed",
    "a transaction that changes audited rows has an entry of type lease or task",
  ]).toContain(outcome);
  const found = (await env.database.first(isStored, [task])) !== undefined;
  expect(found).toBe(outcome === "committed");
  return found;
}

test("a change of an audited table is committed with an entry of one of its types, and refused without", async () => {
  expect(await committed("none", (tx) => tx.run(insert, ["none"]))).toBe(false);
  expect(await committed("row", (tx) => tx.first(insert, ["row"]))).toBe(false);
  expect(await committed("later", async (tx) => tx.later(insert, ["later"]))).toBe(false);
  const withEntry = (task: string, type: string) => async (tx: Transaction) => {
    await tx.rows(insert, [task]);
    await record(tx, type);
  };
  expect(await committed("another", withEntry("another", "note"))).toBe(false);
  expect(await committed("own", withEntry("own", "task"))).toBe(true);
});

test("a statement that changes no row needs no entry", async () => {
  await env.database.transaction(async (tx) => {
    await tx.run(insert, ["known"]);
    await record(tx, "lease");
  });
  expect(await committed("known", (tx) => tx.run(insert, ["known"]))).toBe(true);
});

test("what a savepoint takes back needs no entry, and what came before it does", async () => {
  const takingBack = (first: string) => async (tx: Transaction) => {
    if (first !== "") await tx.run(insert, [first]);
    const takeBack = await tx.savepoint();
    await tx.run(insert, ["taken back"]);
    await takeBack();
  };
  await env.database.transaction(takingBack(""));
  expect(await committed("before", takingBack("before"))).toBe(false);
});

test("an audited table is not changed outside of a transaction", async () => {
  await expect(env.database.run(insert, ["alone"])).rejects.toThrow(/in a transaction/);
});
