import { afterAll, beforeAll, expect, test } from "vitest";
import { type LedgerEnvironment, mint, openLedger, wallet } from "../../../test/ledger.ts";
import type { SqlValue, Statement } from "../../db/statement.ts";
import { statement } from "../../db/statement.ts";
import type { LedgerScope } from "../operation.ts";
import { factsStatements } from "./facts-store.ts";

const accounts = 3_000;
const owners = Array.from({ length: accounts }, (_, index) => `owner-${index}`);

let env: LedgerEnvironment;
let scope: LedgerScope;

beforeAll(async () => {
  env = await openLedger({ isPlain: true });
  scope = env.newScope();
  await env.tamper("ALTER TABLE ledger_accounts SET (autovacuum_enabled = false)");
  await env.tamper("ALTER TABLE ledger_journal SET (autovacuum_enabled = false)");
  await env.record(
    scope,
    owners.map((owner) => mint(`mint/${owner}`, wallet(owner), 1n)),
  );
});

afterAll(() => env.close());

const some = owners.slice(1_000, 1_100);
const all = <T>(value: T): readonly T[] => some.map(() => value);

test.each<[string, Statement, (scope: LedgerScope) => readonly SqlValue[], string]>([
  [
    "accounts by name",
    factsStatements.accounts,
    () => [all("wallet"), some, all("base"), all("USDX")],
    "ledger_accounts_by_name",
  ],
  ["held accounts", factsStatements.heldAccounts, () => [["no such hold"]], "ledger_accounts_pkey"],
  [
    "records by key",
    factsStatements.records,
    () => [some.map((owner) => `mint/${owner}`)],
    "ledger_journal_by_key",
  ],
  ["the last record", factsStatements.lastRecord, () => [], "ledger_journal_pkey"],
])("%s use their index, even before the planner has statistics", async (_name, requested, values, index) => {
  const plan = await explain(requested, values(scope));
  const scans = plan.filter(
    (line) => line.includes(" on ledger_journal") || line.includes(" on ledger_accounts"),
  );
  expect(scans).toHaveLength(1);
  expect(scans[0]).toContain(`using ${index} `);
  expect(plan.join("\n")).not.toMatch(/Rows Removed by Filter/);
});

async function explain({ text }: Statement, values: readonly SqlValue[]): Promise<readonly string[]> {
  const rows = await env.database.rows(
    statement<{ "QUERY PLAN": string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${text}`),
    [scope.tenantId, scope.network, ...values],
  );
  return rows.map((row) => row["QUERY PLAN"]);
}
