import { afterAll, beforeAll, expect, test } from "vitest";
import { isWithoutCitus } from "../../../test/citus.ts";
import { euro, type LedgerEnvironment, mint, openLedger, wallet } from "../../../test/ledger.ts";
import { statement } from "../../db/statement.ts";
import type { LedgerScope } from "../operation.ts";
import { totalOverTenants } from "./total-over-tenants.ts";
import { totalsStatement } from "./totals-store.ts";

let env: LedgerEnvironment;
let large: LedgerScope;

const wallets = 2_000;

beforeAll(async () => {
  env = await openLedger();
  if (isWithoutCitus) await env.tamper("ALTER TABLE ledger_accounts SET (autovacuum_enabled = false)");
  large = env.newScope();
  const owners = Array.from({ length: wallets }, (_, index) => `owner-${index}`);
  await env.record(
    large,
    owners.map((owner) => mint(`mint/${owner}`, wallet(owner), 1n)),
  );
  await env.record(env.newScope(), [mint("m", wallet("anna"), 40n), mint("e", wallet("anna", euro), 5n)]);
  await env.record(env.newScope("mainnet"), [mint("m", wallet("anna"), 7n)]);
});

afterAll(() => env.close());

test("balances of all tenants of a network are summed by asset and chain", async () => {
  const supplies = await totalOverTenants(env.database, {
    network: "testnet",
    kind: "supply",
    assetCodes: ["USDX", "EUR", "NONE"],
  });
  expect(supplies).toEqual([
    { assetCode: "EUR", chain: "base", scale: 2, posted: -5n },
    { assetCode: "USDX", chain: "base", scale: 6, posted: -2_040n },
  ]);
  const query = { network: "testnet", kind: "wallet", assetCodes: ["USDX"], owner: "anna" } as const;
  expect(await totalOverTenants(env.database, query)).toMatchObject([{ posted: 40n }]);
});

/** Citus has plans of its own. */
const testPlan = test.skipIf(!isWithoutCitus);

testPlan("wallets are not read for the supply, even before the planner has statistics", async () => {
  const rows = await env.database.rows(
    statement<{ "QUERY PLAN": string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${totalsStatement.text}`),
    ["testnet", "supply", ["USDX"], null],
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("using ledger_accounts_by_name");
  expect(plan).not.toMatch(/Rows Removed by Filter/);
});

test("a lost balance is not omitted from the total", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("m", wallet("a", { code: "LOST", scale: 6 }), 10n)]);
  await env.tamper(`DELETE FROM ledger_balances WHERE tenant_id = '${scope.tenantId}'`);
  const query = { network: "testnet", kind: "supply", assetCodes: ["LOST"] } as const;
  await expect(totalOverTenants(env.database, query)).rejects.toThrow("is missing its balance");
});
