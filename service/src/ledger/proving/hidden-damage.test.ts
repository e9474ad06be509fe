import { afterAll, beforeAll, expect, test } from "vitest";
import { fillJournal, hold, type LedgerWorld, mint, move, openLedger, wallet } from "../../../test/ledger.ts";
import type { Database, Session } from "../../db/database.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { listJournals, rebuildProjections, verifyJournal } from "../index.ts";
import { hashRecord } from "../journal-hash.ts";
import { type LedgerAccount, ledgerAccountKinds, limitsOf } from "../ledger-account.ts";
import type { LedgerScope, Operation } from "../operation.ts";
import { provenLimits } from "./proven-limits.ts";

let world: LedgerWorld;
let scope: LedgerScope;
let own: string;

beforeAll(async () => {
  world = await openLedger();
});

afterAll(() => world.close());

async function openJournal(operations?: readonly Operation[]): Promise<void> {
  scope = world.newScope();
  own = `tenant_id = '${scope.tenantId}'`;
  if (operations === undefined) await fillJournal(world, scope);
  else expect(await world.record(scope, operations)).toBe(0);
}

test("a time beyond every calendar is a finding, and no crash", async () => {
  const end = "294276-12-31 00:00:00+00";
  for (const change of [
    `UPDATE ledger_journal SET at = '${end}' WHERE OWN AND sequence = 4`,
    `UPDATE ledger_journal SET at = '1969-12-31 00:00:00+00' WHERE OWN AND sequence = 4`,
    `UPDATE ledger_accounts SET opened_at = '${end}' WHERE OWN AND number = 3`,
    `UPDATE ledger_heads SET last_at = '${end}' WHERE OWN`,
  ]) {
    await openJournal();
    await world.tamper(change.replace("OWN", own));
    const { findings, isComplete, failure } = await verifyJournal(world.database, scope);
    expect(findings, change).not.toEqual([]);
    expect({ isComplete, failure }, change).toEqual({ isComplete: true, failure: undefined });
  }
});

test("what was found before an error is not lost with it", async () => {
  await openJournal();
  await world.tamper(`UPDATE ledger_journal SET key = 'other' WHERE ${own} AND sequence = 2`);
  const transaction: Database["transaction"] = () => Promise.reject(new Error("the line is dead"));
  const verification = await verifyJournal({ ...world.database, transaction }, scope);
  expect(verification).toMatchObject({ isComplete: false, failure: "the line is dead", records: 13n });
  expect(verification.findings).toContainEqual(
    expect.objectContaining({ table: "ledger_journal", sequence: 2n }),
  );
});

test("a forged record with a hash of its own is found by the next, which says that it may not be its own fault", async () => {
  const [a, b] = [wallet("a"), wallet("b")];
  await openJournal([mint("1", a, 100n), move("2", a, b, 10n), move("3", a, b, 5n)]);
  await forge(2n, "forged", [
    { number: 2n, account: a, units: -10n },
    { number: 3n, account: b, units: 10n },
  ]);
  const { findings } = await verifyJournal(world.database, scope);
  expect(findings).toEqual([
    {
      table: "ledger_journal",
      sequence: 3n,
      detail: expect.stringContaining("this record or one before it was changed"),
    },
  ]);
});

test("nothing is rebuilt while entries differ from the journal, or belong to no record", async () => {
  for (const change of [
    "UPDATE ledger_entries SET posted_units = posted_units + 1 WHERE OWN AND sequence = 7",
    "DELETE FROM ledger_entries WHERE OWN AND sequence = 7",
    "UPDATE ledger_entries SET position = 9 WHERE OWN AND sequence = 7 AND position = 1",
    "INSERT INTO ledger_entries SELECT tenant_id, network, account_number, at, sequence, 50, 0, 0, 0, 0 FROM ledger_entries WHERE OWN AND sequence = 7 AND position = 0",
  ]) {
    await openJournal();
    await world.tamper(change.replace("OWN", own));
    const rebuilding = world.database.transaction((tx) => rebuildProjections(tx, scope));
    await expect(rebuilding, change).rejects.toMatchObject({ refusal: { code: "conflict" } });
  }
});

test("a record that lies in the future of the database is a finding, once", async () => {
  await openJournal();
  await world.tamper(
    `UPDATE ledger_journal SET at = date_trunc('second', now()) + interval '6 minutes' WHERE ${own} AND sequence > 11`,
  );
  const ahead = async () =>
    (await verifyJournal(world.database, scope)).findings.filter(({ detail }) => detail.includes("ahead"));
  expect(await ahead()).toMatchObject([{ table: "ledger_journal", sequence: 12n }]);
  await world.tamper(
    `UPDATE ledger_journal SET at = date_trunc('second', now()) + interval '4 minutes' WHERE ${own} AND sequence > 11`,
  );
  expect(await ahead()).toEqual([]);
});

test("an asset that has two scales is a finding", async () => {
  await openJournal();
  await world.tamper(`UPDATE ledger_accounts SET asset_scale = 3 WHERE ${own} AND owner = 'clara'`);
  const { findings } = await verifyJournal(world.database, scope);
  expect(findings).toContainEqual({
    table: "ledger_accounts",
    account: "wallet/clara/base/EUR",
    detail: "has 3 decimals, and another account of EUR has 2",
  });
});

test("the snapshot at the end looks for nothing that the whole journal must be read for", async () => {
  await openJournal();
  const inside: string[] = [];
  const listening = <S extends Session>(session: S): S => ({
    ...session,
    rows: (asked, values) => {
      inside.push(asked.text);
      return session.rows(asked, values);
    },
  });
  const transaction: Database["transaction"] = (work, options) =>
    world.database.transaction((tx) => work(listening(tx)), options);
  await verifyJournal({ ...world.database, transaction }, scope);
  expect(inside.length).toBeGreaterThan(0);
  expect(inside.filter((text) => /isForeign|count\(/.test(text))).toEqual([]);
});

test("it can be told to stop while it counts", async () => {
  await openJournal();
  const stopping = new AbortController();
  const transaction: Database["transaction"] = async (work, options) => {
    const result = await world.database.transaction(work, options);
    stopping.abort(new Error("enough"));
    return result;
  };
  const database = { ...world.database, transaction };
  await expect(verifyJournal(database, scope, { signal: stopping.signal })).rejects.toThrow("enough");
});

test("the limits that the proof uses are those that the writer keeps", () => {
  for (const kind of ledgerAccountKinds) expect(provenLimits(kind), kind).toEqual(limitsOf(kind));
  expect(provenLimits("purse")).toBeUndefined();
});

test("a journal that passed is held against its mark the next time, without anybody having written it down", async () => {
  await openJournal([mint("1", wallet("a"), 5n), mint("2", wallet("a"), 6n)]);
  const check = () => verifyJournal(world.database, scope, { keepsMarkAt: world.clock.now() });
  expect((await check()).findings).toEqual([]);
  await forget();
  await world.record(scope, [mint("1", wallet("a"), 5n), mint("2", wallet("a"), 7n)]);
  const replaced = {
    table: "ledger_journal",
    sequence: 2n,
    detail: "does not have the hash that it had when it was verified last",
  };
  expect((await check()).findings).toEqual([replaced]);
  expect((await check()).findings).toEqual([replaced]);
  expect((await verifyJournal(world.database, scope)).findings).toEqual([replaced]);
});

test("a journal of which every row is gone is still listed, and found to be gone", async () => {
  await openJournal([mint("1", wallet("a"), 5n)]);
  await verifyJournal(world.database, scope, { keepsMarkAt: world.clock.now() });
  await forget();
  const listed: LedgerScope[] = [];
  for await (const each of listJournals(world.database)) listed.push(each);
  expect(listed).toContainEqual(scope);
  expect((await verifyJournal(world.database, scope)).findings).toMatchObject([
    { table: "ledger_journal", sequence: 1n, detail: expect.stringContaining("no such record") },
  ]);
});

/* These take protections away, so they come last. */

test("a hold without a key, and a second record at the edge of a page, are found", async () => {
  await world.tamper("ALTER TABLE ledger_holds DROP CONSTRAINT ledger_holds_key_check");
  await openJournal();
  await world.tamper(`UPDATE ledger_holds SET key = '' WHERE ${own} AND key = 'hold/late'`);
  expect((await verifyJournal(world.database, scope)).findings).toContainEqual(
    expect.objectContaining({ table: "ledger_holds", detail: "hold  was opened by no record" }),
  );
  await world.tamper("ALTER TABLE ledger_journal DROP CONSTRAINT ledger_journal_pkey");
  await world.tamper("ALTER TABLE ledger_journal DROP CONSTRAINT ledger_journal_by_key");
  await openJournal([
    mint("m", wallet("a"), 5_000n),
    ...Array.from({ length: 1_005 }, (_, index) => hold(`${index}`, wallet("a"), 1n)),
  ]);
  await world.tamper(
    `INSERT INTO ledger_journal SELECT * FROM ledger_journal WHERE ${own} AND sequence = 1000`,
  );
  expect((await verifyJournal(world.database, scope)).findings).toContainEqual({
    table: "ledger_journal",
    sequence: 1_000n,
    detail: "stands there 2 times",
  });
});

test("protections that were taken away are findings: a constraint, a key, a privilege", async () => {
  await openJournal([mint("1", wallet("a"), 5n)]);
  const role = await roleOfTheService();
  const losses: readonly (readonly [string, string, string])[] = [
    [
      "ALTER TABLE ledger_balances DROP CONSTRAINT available_is_not_below_the_minimum",
      "ledger_balances",
      "has lost its constraint available_is_not_below_the_minimum",
    ],
    [
      "ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_by_name",
      "ledger_accounts",
      "has lost its constraint ledger_accounts_by_name",
    ],
    [
      "ALTER TABLE ledger_balances DROP CONSTRAINT posted_is_not_above_the_maximum;" +
        "ALTER TABLE ledger_balances ADD CONSTRAINT posted_is_not_above_the_maximum CHECK (true)",
      "ledger_balances",
      "its constraint posted_is_not_above_the_maximum says something else",
    ],
    [`GRANT UPDATE ON ledger_journal TO ${role}`, "ledger_journal", `lets ${role} UPDATE, and must not`],
    [`GRANT DELETE ON audit_log TO PUBLIC`, "audit_log", "lets everybody DELETE, and must not"],
    [`GRANT UPDATE (data) ON events TO ${role}`, "events", `lets ${role} UPDATE, and must not`],
  ];
  for (const [sql, table, detail] of losses) {
    await world.tamper(sql);
    expect((await verifyJournal(world.database, scope)).findings).toContainEqual({ table, detail });
  }
});

async function forge(
  sequence: bigint,
  key: string,
  lines: readonly { readonly number: bigint; readonly account: LedgerAccount; readonly units: bigint }[],
): Promise<void> {
  const [before] = await world.tamper(
    `SELECT hash FROM ledger_journal WHERE ${own} AND sequence = ${sequence - 1n}`,
  );
  const at = instantFromMs(world.clock.now());
  const content = { sequence, at, type: "post" as const, key, holdKey: undefined, lines };
  const hash = hashRecord(scope, before?.["hash"] as Buffer, content).toString("hex");
  await world.tamper(`
    UPDATE ledger_journal SET key = '${key}', hash = '\\x${hash}' WHERE ${own} AND sequence = ${sequence}`);
}

async function forget(): Promise<void> {
  for (const table of ["heads", "journal", "accounts", "assets", "entries", "balances", "holds"]) {
    await world.tamper(`DELETE FROM ledger_${table} WHERE ${own}`);
  }
}

async function roleOfTheService(): Promise<string> {
  const [row] = await world.tamper(
    "SELECT relowner::regrole::text AS role FROM pg_class WHERE relname = 'ledger_journal'",
  );
  return String(row?.["role"]);
}
