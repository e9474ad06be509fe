import { afterAll, beforeAll, expect, test } from "vitest";
import {
  fillJournal,
  hold,
  type LedgerEnvironment,
  mint,
  move,
  openLedger,
  wallet,
} from "../../../test/ledger.ts";
import type { Database, Session } from "../../db/database.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { listJournals, rebuildProjections, verifyJournal } from "../index.ts";
import { hashRecord } from "../journal-hash.ts";
import { type LedgerAccount, ledgerAccountKinds, limitsOf } from "../ledger-account.ts";
import type { LedgerScope, Operation } from "../operation.ts";
import { provenLimits } from "./proven-limits.ts";

let env: LedgerEnvironment;
let scope: LedgerScope;
let own: string;

beforeAll(async () => {
  env = await openLedger();
});

afterAll(() => env.close());

async function openJournal(operations?: readonly Operation[]): Promise<void> {
  scope = env.newScope();
  own = `tenant_id = '${scope.tenantId}'`;
  if (operations === undefined) await fillJournal(env, scope);
  else expect(await env.record(scope, operations)).toBe(0);
}

test("a time outside the calendar is a finding, not a crash", async () => {
  const end = "294276-12-31 00:00:00+00";
  for (const change of [
    `UPDATE ledger_journal SET at = '${end}' WHERE OWN AND sequence = 4`,
    `UPDATE ledger_journal SET at = '1969-12-31 00:00:00+00' WHERE OWN AND sequence = 4`,
    `UPDATE ledger_accounts SET opened_at = '${end}' WHERE OWN AND number = 3`,
    `UPDATE ledger_heads SET last_at = '${end}' WHERE OWN`,
  ]) {
    await openJournal();
    await env.tamper(change.replace("OWN", own));
    const { findings, isComplete, failure } = await verifyJournal(env.database, scope);
    expect(findings, change).not.toEqual([]);
    expect({ isComplete, failure }, change).toEqual({ isComplete: true, failure: undefined });
  }
});

test("findings before an error are kept", async () => {
  await openJournal();
  await env.tamper(`UPDATE ledger_journal SET key = 'other' WHERE ${own} AND sequence = 2`);
  const transaction: Database["transaction"] = () => Promise.reject(new Error("connection lost"));
  const verification = await verifyJournal({ ...env.database, transaction }, scope);
  expect(verification).toMatchObject({ isComplete: false, failure: "connection lost", records: 13n });
  expect(verification.findings).toContainEqual(
    expect.objectContaining({ table: "ledger_journal", sequence: 2n }),
  );
});

test("a forged record with a recomputed hash is detected by the next record", async () => {
  const [a, b] = [wallet("a"), wallet("b")];
  await openJournal([mint("1", a, 100n), move("2", a, b, 10n), move("3", a, b, 5n)]);
  await forge(2n, "forged", [
    { number: 2n, account: a, units: -10n },
    { number: 3n, account: b, units: 10n },
  ]);
  const { findings } = await verifyJournal(env.database, scope);
  expect(findings).toEqual([
    {
      table: "ledger_journal",
      sequence: 3n,
      detail: expect.stringContaining("this record or an earlier one was changed"),
    },
  ]);
});

test("nothing is rebuilt while entries differ from the journal or belong to no record", async () => {
  for (const change of [
    "UPDATE ledger_entries SET posted_units = posted_units + 1 WHERE OWN AND sequence = 7",
    "DELETE FROM ledger_entries WHERE OWN AND sequence = 7",
    "UPDATE ledger_entries SET position = 9 WHERE OWN AND sequence = 7 AND position = 1",
    "INSERT INTO ledger_entries SELECT tenant_id, network, account_number, at, sequence, 50, 0, 0, 0, 0 FROM ledger_entries WHERE OWN AND sequence = 7 AND position = 0",
  ]) {
    await openJournal();
    await env.tamper(change.replace("OWN", own));
    const rebuilding = env.database.transaction((tx) => rebuildProjections(tx, scope));
    await expect(rebuilding, change).rejects.toMatchObject({ refusal: { code: "conflict" } });
  }
});

test("a record ahead of the database clock is one finding", async () => {
  await openJournal();
  await env.tamper(
    `UPDATE ledger_journal SET at = date_trunc('second', now()) + interval '60 minutes' WHERE ${own} AND sequence > 11`,
  );
  const ahead = async () =>
    (await verifyJournal(env.database, scope)).findings.filter(({ detail }) => detail.includes("ahead"));
  expect(await ahead()).toMatchObject([{ table: "ledger_journal", sequence: 12n }]);
  await env.tamper(
    `UPDATE ledger_journal SET at = date_trunc('second', now()) + interval '4 minutes' WHERE ${own} AND sequence > 11`,
  );
  expect(await ahead()).toEqual([]);
});

test("an asset with two scales is a finding", async () => {
  await openJournal();
  await env.tamper(`UPDATE ledger_accounts SET asset_scale = 3 WHERE ${own} AND owner = 'clara'`);
  const { findings } = await verifyJournal(env.database, scope);
  expect(findings).toContainEqual({
    table: "ledger_accounts",
    account: "wallet/clara/base/EUR",
    detail: "has 3 decimals, but another account of EUR has 2",
  });
});

test("the final snapshot runs no query that reads the whole journal", async () => {
  await openJournal();
  const inside: string[] = [];
  const listening = <S extends Session>(session: S): S => ({
    ...session,
    rows: (requested, values) => {
      inside.push(requested.text);
      return session.rows(requested, values);
    },
  });
  const transaction: Database["transaction"] = (work, options) =>
    env.database.transaction((tx) => work(listening(tx)), options);
  await verifyJournal({ ...env.database, transaction }, scope);
  expect(inside.length).toBeGreaterThan(0);
  expect(inside.filter((text) => /isForeign|count\(/.test(text))).toEqual([]);
});

test("verification can be aborted while it counts", async () => {
  await openJournal();
  const stopping = new AbortController();
  const transaction: Database["transaction"] = async (work, options) => {
    const result = await env.database.transaction(work, options);
    stopping.abort(new Error("enough"));
    return result;
  };
  const database = { ...env.database, transaction };
  await expect(verifyJournal(database, scope, { signal: stopping.signal })).rejects.toThrow("enough");
});

test("the verifier and the writer use the same limits", () => {
  for (const kind of ledgerAccountKinds) expect(provenLimits(kind), kind).toEqual(limitsOf(kind));
  expect(provenLimits("purse")).toBeUndefined();
});

test("a verified journal is compared with its checkpoint the next time, without configuration", async () => {
  await openJournal([mint("1", wallet("a"), 5n), mint("2", wallet("a"), 6n)]);
  const check = () => verifyJournal(env.database, scope, { keepsMarkAt: env.clock.now() });
  expect((await check()).findings).toEqual([]);
  await forget();
  await env.record(scope, [mint("1", wallet("a"), 5n), mint("2", wallet("a"), 7n)]);
  const replaced = {
    table: "ledger_journal",
    sequence: 2n,
    detail: "does not have the hash it had at the last verification",
  };
  expect((await check()).findings).toEqual([replaced]);
  expect((await check()).findings).toEqual([replaced]);
  expect((await verifyJournal(env.database, scope)).findings).toEqual([replaced]);
});

test("a journal whose rows were all deleted is still included and reported as missing", async () => {
  await openJournal([mint("1", wallet("a"), 5n)]);
  await verifyJournal(env.database, scope, { keepsMarkAt: env.clock.now() });
  await forget();
  const journals: LedgerScope[] = [];
  for await (const each of listJournals(env.database)) journals.push(each);
  expect(journals).toContainEqual(scope);
  expect((await verifyJournal(env.database, scope)).findings).toMatchObject([
    { table: "ledger_journal", sequence: 1n, detail: expect.stringContaining("no such record") },
  ]);
});

/* These tests remove protections, so they come last. */

test("a hold without a key and a duplicate record at the edge of a page are found", async () => {
  await env.tamper("ALTER TABLE ledger_holds DROP CONSTRAINT ledger_holds_key_check");
  await openJournal();
  await env.tamper(`UPDATE ledger_holds SET key = '' WHERE ${own} AND key = 'hold/late'`);
  expect((await verifyJournal(env.database, scope)).findings).toContainEqual(
    expect.objectContaining({ table: "ledger_holds", detail: "hold  was not opened by any record" }),
  );
  await env.tamper("ALTER TABLE ledger_journal DROP CONSTRAINT ledger_journal_pkey");
  await env.tamper("ALTER TABLE ledger_journal DROP CONSTRAINT ledger_journal_by_key");
  await openJournal([
    mint("m", wallet("a"), 5_000n),
    ...Array.from({ length: 1_005 }, (_, index) => hold(`${index}`, wallet("a"), 1n)),
  ]);
  await env.tamper(
    `INSERT INTO ledger_journal SELECT * FROM ledger_journal WHERE ${own} AND sequence = 1000`,
  );
  expect((await verifyJournal(env.database, scope)).findings).toContainEqual({
    table: "ledger_journal",
    sequence: 1_000n,
    detail: "appears 2 times",
  });
});

test("removed protections are findings: a constraint, a key, a privilege", async () => {
  // On one server: Citus refuses to remove some of them.
  await using plain = await openLedger({ isPlain: true });
  const journal = plain.newScope();
  expect(await plain.record(journal, [mint("1", wallet("a"), 5n)])).toBe(0);
  const role = await roleOfTheService(plain);
  const losses: readonly (readonly [string, string, string])[] = [
    [
      "ALTER TABLE ledger_balances DROP CONSTRAINT available_not_below_minimum",
      "ledger_balances",
      "is missing the constraint available_not_below_minimum",
    ],
    [
      "ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_by_name",
      "ledger_accounts",
      "is missing the constraint ledger_accounts_by_name",
    ],
    [
      "ALTER TABLE ledger_balances DROP CONSTRAINT posted_not_above_maximum;" +
        "ALTER TABLE ledger_balances ADD CONSTRAINT posted_not_above_maximum CHECK (true)",
      "ledger_balances",
      "has another definition of the constraint posted_not_above_maximum",
    ],
    [
      `GRANT UPDATE ON ledger_journal TO ${role}`,
      "ledger_journal",
      `grants UPDATE to ${role}, which is not allowed`,
    ],
    [`GRANT DELETE ON audit_log TO PUBLIC`, "audit_log", "grants DELETE to PUBLIC, which is not allowed"],
    [`GRANT UPDATE (data) ON events TO ${role}`, "events", `grants UPDATE to ${role}, which is not allowed`],
  ];
  for (const [sql, table, detail] of losses) {
    await plain.tamper(sql);
    expect((await verifyJournal(plain.database, journal)).findings).toContainEqual({ table, detail });
  }
});

async function forge(
  sequence: bigint,
  key: string,
  lines: readonly { readonly number: bigint; readonly account: LedgerAccount; readonly units: bigint }[],
): Promise<void> {
  const [before] = await env.tamper(
    `SELECT hash FROM ledger_journal WHERE ${own} AND sequence = ${sequence - 1n}`,
  );
  const at = instantFromMs(env.clock.now());
  const content = { sequence, at, type: "post" as const, key, holdKey: undefined, lines };
  const hash = hashRecord(scope, before?.["hash"] as Buffer, content).toString("hex");
  await env.tamper(`
    UPDATE ledger_journal SET key = '${key}', hash = '\\x${hash}' WHERE ${own} AND sequence = ${sequence}`);
}

async function forget(): Promise<void> {
  for (const table of ["heads", "journal", "accounts", "assets", "entries", "balances", "holds"]) {
    await env.tamper(`DELETE FROM ledger_${table} WHERE ${own}`);
  }
}

async function roleOfTheService({ tamper }: LedgerEnvironment): Promise<string> {
  const [row] = await tamper(
    "SELECT relowner::regrole::text AS role FROM pg_class WHERE relname = 'ledger_journal'",
  );
  return String(row?.["role"]);
}
