import { afterAll, beforeAll, expect, test } from "vitest";
import { euro, fillJournal, type LedgerWorld, mint, move, openLedger, wallet } from "../../../test/ledger.ts";
import { readBalances, rebuildProjections, verifyJournal } from "../index.ts";
import type { LedgerScope } from "../operation.ts";

let world: LedgerWorld;

beforeAll(async () => {
  world = await openLedger();
});

afterAll(() => world.close());

// Each is something that may become of the two tables; a constraint keeps the rest out.
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

test("whatever became of balances and holds, they are rebuilt from the journal, and what differed is told", async () => {
  const scope = world.newScope();
  const other = world.newScope();
  for (const each of [scope, other]) await fillJournal(world, each);
  for (const damage of damages) {
    await world.tamper(damage.replace("OWN", `tenant_id = '${scope.tenantId}'`));
    const before = await verifyJournal(world.database, scope);
    expect(before.findings, damage).not.toEqual([]);
    const { balances, holds, findings, records } = await rebuild(scope);
    expect(records).toBe(13n);
    expect(balances + holds).toBe(before.findings.length);
    expect(findings).toEqual(expect.arrayContaining([...before.findings]));
    expect((await verifyJournal(world.database, scope)).findings, damage).toEqual([]);
  }
  expect((await verifyJournal(world.database, other)).findings).toEqual([]);
});

test("a ledger that is right is left alone, and goes on from where it was", async () => {
  const scope = world.newScope();
  await world.record(scope, [mint("m", wallet("a"), 10n)]);
  expect(await rebuild(scope)).toEqual({ records: 1n, balances: 0, holds: 0, findings: [] });
  expect(await world.record(scope, [move("n", wallet("a"), wallet("b"), 4n)])).toBe(0);
  const [balance] = await readBalances(world.database, scope, [wallet("a")]);
  expect(balance?.posted.units).toBe(6n);
});

test("nothing is rebuilt from a journal that is not sound", async () => {
  const changes = [
    "UPDATE ledger_journal SET key = 'other' WHERE sequence = 2 AND OWN",
    "UPDATE ledger_heads SET last_sequence = 3 WHERE OWN",
    "UPDATE ledger_accounts SET owner = 'mallory' WHERE number = 2 AND OWN",
    "INSERT INTO ledger_accounts SELECT tenant_id, network, 9, kind, 'x', chain, asset_code, asset_scale, opened_at FROM ledger_accounts WHERE number = 1 AND OWN",
  ];
  for (const change of changes) {
    const scope = world.newScope();
    await fillJournal(world, scope);
    await world.tamper(change.replace("OWN", `tenant_id = '${scope.tenantId}'`));
    await world.tamper(`DELETE FROM ledger_balances WHERE tenant_id = '${scope.tenantId}'`);
    await expect(rebuild(scope), change).rejects.toMatchObject({ refusal: { code: "conflict" } });
    const reading = readBalances(world.database, scope, [wallet("clara", euro)]);
    await expect(reading, change).rejects.toThrow("has lost its balance");
  }
  await expect(rebuild(world.newScope())).rejects.toMatchObject({ refusal: { code: "not_found" } });
});

function rebuild(scope: LedgerScope) {
  return world.database.transaction((tx) => rebuildProjections(tx, scope));
}
