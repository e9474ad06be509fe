import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { createGate } from "../../test/gate.ts";
import { findUnversioned } from "../../test/unversioned-facts.ts";
import type { Database, Transaction } from "./database.ts";
import { statement } from "./statement.ts";

test.each([
  ["UPDATE accounts SET status = $2 WHERE tenant_id = $1", undefined, true],
  ["UPDATE accounts SET status = $2 WHERE tenant_id = $1", 2, true],
  ["UPDATE accounts SET status = $2 WHERE tenant_id = $1", 1, false],
  [
    "UPDATE accounts SET status = $3, name = $2 WHERE tenant_id = $1 AND status = 'pending'",
    undefined,
    false,
  ],
  ["UPDATE accounts SET status = $3, name = $2 WHERE tenant_id = $1", undefined, true],
  ["WITH gone AS (DELETE FROM transfer_limits WHERE tenant_id = $1) SELECT 1", undefined, true],
  ["INSERT INTO claims (id, tenant_id) VALUES ($1, $2)", 1, true],
  ["INSERT INTO claims (id, tenant_id) VALUES ($1, $2)", 2, false],
  ["INSERT INTO token_freezes (id) VALUES ($1)", undefined, true],
  ["INSERT INTO token_freezes (id) VALUES ($1)", "platform", false],
  ["INSERT INTO addresses (id) VALUES ($1)", undefined, false],
] as const)("a missing version is found: %s, %s", (text, changesFacts, isFound) => {
  const found = findUnversioned({ place: "planted", columns: undefined, texts: [text], changesFacts });
  expect(found).toHaveLength(isFound ? 1 : 0);
});

const changeLimits = statement("DELETE FROM transfer_limits WHERE tenant_id = $1", { changesFacts: 1 });
const changeFreezes = statement("DELETE FROM token_freezes WHERE $1 = ''", { changesFacts: "platform" });

function change(database: Database, tenantId: string): Promise<unknown> {
  return database.transaction((tx) => tx.run(changeLimits, [tenantId]));
}

/** A transaction that reads facts, during whose first attempt something else happens; how often it ran. */
async function readWhile(database: Database, meanwhile: (tx: Transaction) => Promise<unknown>) {
  let attempts = 0;
  await database.transaction(async (tx) => {
    attempts += 1;
    await tx.watchFacts("mine");
    if (attempts === 1) await meanwhile(tx);
  });
  return attempts;
}

test("a transaction whose facts have changed since it read them runs again", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  expect(await readWhile(database, () => change(database, "mine"))).toBe(2);
  expect(await readWhile(database, () => change(database, "another"))).toBe(1);
  const changeAll = () => database.transaction((tx) => tx.run(changeFreezes, [""]));
  expect(await readWhile(database, changeAll)).toBe(2);
  // Its own change is no reason.
  expect(await readWhile(database, (tx) => tx.run(changeLimits, ["mine"]))).toBe(1);
});

test("facts that keep changing are a 503, and what was decided with them is not committed", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  let attempts = 0;
  const writing = database.transaction(async (tx) => {
    attempts += 1;
    await tx.watchFacts("mine");
    await tx.run(
      statement("INSERT INTO leases (task, holder, epoch, expires_at) VALUES ('decided', 'x', 1, now())"),
    );
    await change(database, "mine");
  });
  await expect(writing).rejects.toMatchObject({ refusal: { code: "overloaded", retryAfterSeconds: 1 } });
  expect(attempts).toBe(3);
  const rows = await database.rows(statement("SELECT task FROM leases WHERE task = 'decided'"));
  expect(rows).toEqual([]);
});

test("a change waits for a transaction that has checked its facts and is being committed", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  const [checked, done] = [createGate(), createGate()];
  const settled = statement("SELECT settle_facts(ARRAY['mine', 'platform'], ARRAY[0, 0]::bigint[], '{}')");
  const committing = database.transaction(async (tx) => {
    await tx.run(settled);
    checked.open();
    await done.opened;
  });
  await checked.opened;
  const impatient = database.transaction((tx) => tx.run(changeLimits, ["mine"]), { lockTimeoutMs: 50 });
  await expect(impatient).rejects.toMatchObject({ refusal: { code: "overloaded" } });
  await change(database, "another");
  done.open();
  await committing;
  await change(database, "mine");
});

test("the read of a version keeps no lock, in an open transaction or if it is canceled", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  const locks = () => database.rows(advisoryLocks);
  await database.transaction(async (tx) => {
    await tx.watchFacts("mine");
    expect(await locks()).toEqual([]);
    // A change that is not bound to wait for the reader.
    await database.transaction((other) => other.run(changeLimits, ["another"]), { lockTimeoutMs: 50 });
    await tx.run(lockVersions);
    const impatient = database.transaction((other) => other.watchFacts("mine"), { lockTimeoutMs: 50 });
    await expect(impatient).rejects.toMatchObject({ refusal: { code: "overloaded" } });
    expect(await locks()).toEqual([]);
  });
  await change(database, "mine");
});

const advisoryLocks = statement("SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = 122");
const lockVersions = statement("LOCK TABLE facts_versions IN ACCESS EXCLUSIVE MODE");

test("a statement that changes facts is refused outside of a transaction", async () => {
  await using env = await createTestDatabase();
  await expect(env.database.run(changeLimits, ["mine"])).rejects.toThrow(/in a transaction/);
});
