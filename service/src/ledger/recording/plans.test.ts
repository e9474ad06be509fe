import { afterAll, beforeAll, expect, test } from "vitest";
import { type LedgerWorld, mint, openLedger, wallet } from "../../../test/ledger.ts";
import type { SqlValue, Statement } from "../../db/statement.ts";
import { statement } from "../../db/statement.ts";
import type { LedgerScope } from "../operation.ts";
import { factsStatements } from "./facts-store.ts";

const accounts = 3_000;
const owners = Array.from({ length: accounts }, (_, index) => `owner-${index}`);

let world: LedgerWorld;
let scope: LedgerScope;

beforeAll(async () => {
  world = await openLedger();
  scope = world.newScope();
  await world.tamper("ALTER TABLE ledger_accounts SET (autovacuum_enabled = false)");
  await world.tamper("ALTER TABLE ledger_journal SET (autovacuum_enabled = false)");
  await world.record(
    scope,
    owners.map((owner) => mint(`mint/${owner}`, wallet(owner), 1n)),
  );
});

afterAll(() => world.close());

const some = owners.slice(1_000, 1_100);
const all = <T>(value: T): readonly T[] => some.map(() => value);

test.each<[string, Statement, (scope: LedgerScope) => readonly SqlValue[], string]>([
  [
    "accounts by their names",
    factsStatements.accounts,
    () => [all("wallet"), some, all("base"), all("USDX")],
    "ledger_accounts_by_name",
  ],
  ["accounts by their numbers", factsStatements.accountsByNumber, () => [[1n, 2n]], "ledger_accounts_pkey"],
  [
    "records by their keys",
    factsStatements.records,
    () => [some.map((owner) => `mint/${owner}`)],
    "ledger_journal_by_key",
  ],
  ["the last record", factsStatements.lastRecord, () => [], "ledger_journal_pkey"],
])(
  "%s are found by their own index, also before the planner has statistics",
  async (_name, asked, values, index) => {
    const plan = await explain(asked, values(scope));
    const scans = plan.filter(
      (line) => line.includes(" on ledger_journal") || line.includes(" on ledger_accounts"),
    );
    expect(scans).toHaveLength(1);
    expect(scans[0]).toContain(`using ${index} `);
    expect(plan.join("\n")).not.toMatch(/Rows Removed by Filter/);
  },
);

async function explain({ text }: Statement, values: readonly SqlValue[]): Promise<readonly string[]> {
  const rows = await world.database.rows<{ "QUERY PLAN": string }>(
    statement(`EXPLAIN (ANALYZE, COSTS OFF) ${text}`),
    [scope.tenantId, scope.network, ...values],
  );
  return rows.map((row) => row["QUERY PLAN"]);
}
