import { afterAll, beforeAll, expect, test } from "vitest";
import { euro, type LedgerWorld, mint, openLedger, wallet } from "../../../test/ledger.ts";
import { statement } from "../../db/statement.ts";
import type { LedgerScope } from "../operation.ts";
import { totalOverTenants } from "./total-over-tenants.ts";
import { totalsStatement } from "./totals-store.ts";

let world: LedgerWorld;
let large: LedgerScope;

const wallets = 2_000;

beforeAll(async () => {
  world = await openLedger();
  await world.tamper("ALTER TABLE ledger_accounts SET (autovacuum_enabled = false)");
  large = world.newScope();
  const owners = Array.from({ length: wallets }, (_, index) => `owner-${index}`);
  await world.record(
    large,
    owners.map((owner) => mint(`mint/${owner}`, wallet(owner), 1n)),
  );
  await world.record(world.newScope(), [mint("m", wallet("anna"), 40n), mint("e", wallet("anna", euro), 5n)]);
  await world.record(world.newScope("mainnet"), [mint("m", wallet("anna"), 7n)]);
});

afterAll(() => world.close());

test("what all tenants of a network have is added up by asset and chain", async () => {
  const supplies = await totalOverTenants(world.database, {
    network: "testnet",
    kind: "supply",
    assetCodes: ["USDX", "EUR", "NONE"],
  });
  expect(supplies).toEqual([
    { assetCode: "EUR", chain: "base", scale: 2, posted: -5n },
    { assetCode: "USDX", chain: "base", scale: 6, posted: -2_040n },
  ]);
  const query = { network: "testnet", kind: "wallet", assetCodes: ["USDX"], owner: "anna" } as const;
  expect(await totalOverTenants(world.database, query)).toMatchObject([{ posted: 40n }]);
});

test("the wallets of a tenant are not looked at for its supply, also before the planner has statistics", async () => {
  const rows = await world.database.rows<{ "QUERY PLAN": string }>(
    statement(`EXPLAIN (ANALYZE, COSTS OFF) ${totalsStatement.text}`),
    ["testnet", "supply", ["USDX"], null],
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("using ledger_accounts_by_name");
  expect(plan).not.toMatch(/Rows Removed by Filter/);
});

test("a balance that was lost is not left out of the total", async () => {
  const scope = world.newScope();
  await world.record(scope, [mint("m", wallet("a", { code: "LOST", scale: 6 }), 10n)]);
  await world.tamper(`DELETE FROM ledger_balances WHERE tenant_id = '${scope.tenantId}'`);
  const query = { network: "testnet", kind: "supply", assetCodes: ["LOST"] } as const;
  await expect(totalOverTenants(world.database, query)).rejects.toThrow("lost its balance");
});
