import { afterAll, beforeAll, expect, test } from "vitest";
import {
  euro,
  fillJournal,
  type LedgerEnvironment,
  mint,
  move,
  openLedger,
  wallet,
} from "../../../test/ledger.ts";
import { readBalances, rebuildProjections, verifyJournal } from "../index.ts";
import type { LedgerScope } from "../operation.ts";

let env: LedgerEnvironment;

beforeAll(async () => {
  env = await openLedger();
});

afterAll(() => env.close());

// Possible damage to the two tables; constraints prevent the rest.
const damages: readonly string[] = [
  "DELETE FROM ledger_balances WHERE OWN",
  "DELETE FROM ledger_holds WHERE OWN",
  "UPDATE ledger_balances SET posted_units = posted_units + 7 WHERE OWN AND minimum_units IS NOT NULL",
  "UPDATE ledger_balances SET minimum_units = NULL, maximum_units = 999999 WHERE OWN",
  "UPDATE ledger_holds SET closed_sequence = NULL, closed_by = NULL, posted_units = NULL WHERE OWN",
  "UPDATE ledger_holds SET account_number = 1, units = 999, opened_sequence = 5 WHERE OWN",
  "INSERT INTO ledger_balances SELECT tenant_id, network, 77, 5, 0 FROM ledger_heads WHERE OWN",
  "INSERT INTO ledger_holds SELECT tenant_id, network, 'forged', 1, 5, 1 FROM ledger_heads WHERE OWN",
];

test("damaged balances and holds are rebuilt from the journal, and the differences are reported", async () => {
  const scope = env.newScope();
  const other = env.newScope();
  for (const each of [scope, other]) await fillJournal(env, each);
  for (const damage of damages) {
    await env.tamper(damage.replace("OWN", `tenant_id = '${scope.tenantId}'`));
    const before = await verifyJournal(env.database, scope);
    expect(before.findings, damage).not.toEqual([]);
    const { balances, holds, findings, records } = await rebuild(scope);
    expect(records).toBe(13n);
    expect(balances + holds).toBe(before.findings.length);
    expect(findings).toEqual(expect.arrayContaining([...before.findings]));
    expect((await verifyJournal(env.database, scope)).findings, damage).toEqual([]);
  }
  expect((await verifyJournal(env.database, other)).findings).toEqual([]);
});

test("a valid ledger is left unchanged and stays writable", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("m", wallet("a"), 10n)]);
  expect(await rebuild(scope)).toEqual({ records: 1n, balances: 0, holds: 0, findings: [] });
  expect(await env.record(scope, [move("n", wallet("a"), wallet("b"), 4n)])).toBe(0);
  const [balance] = await readBalances(env.database, scope, [wallet("a")]);
  expect(balance?.posted.units).toBe(6n);
});

test("nothing is rebuilt from an invalid journal", async () => {
  const changes = [
    "UPDATE ledger_journal SET key = 'other' WHERE sequence = 2 AND OWN",
    "UPDATE ledger_heads SET last_sequence = 3 WHERE OWN",
    "UPDATE ledger_accounts SET owner = 'mallory' WHERE number = 2 AND OWN",
    "INSERT INTO ledger_accounts SELECT tenant_id, network, 9, kind, 'x', chain, asset_code, asset_scale, opened_at FROM ledger_accounts WHERE number = 1 AND OWN",
  ];
  for (const change of changes) {
    const scope = env.newScope();
    await fillJournal(env, scope);
    await env.tamper(change.replace("OWN", `tenant_id = '${scope.tenantId}'`));
    await env.tamper(`DELETE FROM ledger_balances WHERE tenant_id = '${scope.tenantId}'`);
    await expect(rebuild(scope), change).rejects.toMatchObject({ refusal: { code: "conflict" } });
    const reading = readBalances(env.database, scope, [wallet("clara", euro)]);
    await expect(reading, change).rejects.toThrow("is missing its balance");
  }
  await expect(rebuild(env.newScope())).rejects.toMatchObject({ refusal: { code: "not_found" } });
});

function rebuild(scope: LedgerScope) {
  return env.database.transaction((tx) => rebuildProjections(tx, scope));
}
