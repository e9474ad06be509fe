import { afterAll, beforeAll, expect, test } from "vitest";
import { asOnCitus } from "../../../test/as-on-citus.ts";
import { isWithoutCitus } from "../../../test/citus.ts";
import {
  euro,
  fillJournal,
  hold,
  type LedgerEnvironment,
  ledgerStart,
  mint,
  openLedger,
  supply,
  usdx,
  wallet,
} from "../../../test/ledger.ts";
import { addMs, instantFromMs } from "../../kernel/instant.ts";
import {
  type Balance,
  balanceAt,
  listBalances,
  listOpenHolds,
  pathOf,
  readBalances,
  sumBalances,
} from "../index.ts";
import type { LedgerScope } from "../operation.ts";
import { balancesOfKindsStatement } from "./balances-store.ts";
import { balanceAtStatement } from "./read-store.ts";

let env: LedgerEnvironment;
let scope: LedgerScope;

beforeAll(async () => {
  env = await openLedger();
  scope = env.newScope();
  await fillJournal(env, scope);
});

afterAll(() => env.close());

test("balances are in the order of the accounts, and unused accounts are zero", async () => {
  const accounts = [wallet("unknown"), wallet("anna"), supply(), wallet("clara", euro)];
  const balances = await readBalances(env.database, scope, accounts);
  expect(balances.map(units)).toEqual([
    ["wallet/unknown/base/USDX", 0n, 0n, 0n],
    ["wallet/anna/base/USDX", 735n, 30n, 705n],
    ["supply/USDX/base/USDX", -1_000n, 0n, -1_000n],
    ["wallet/clara/base/EUR", 500n, 0n, 500n],
  ]);
  expect(balances[1]?.available.asset).toEqual(usdx);
});

test("the function that Citus calls finds the same balances as the statement", async () => {
  const accounts = [wallet("unknown"), wallet("bert"), wallet("anna"), supply(), wallet("clara", euro)];
  for (const each of [scope, env.newScope()]) {
    const [expected, found] = await env.database.transaction(async (tx) => [
      await readBalances(tx, each, accounts),
      await readBalances(asOnCitus(tx), each, accounts),
    ]);
    expect(found).toEqual(expected);
  }
});

test("balances belong to one tenant and one network", async () => {
  const other: LedgerScope = { ...scope, network: "mainnet" };
  expect((await readBalances(env.database, other, [wallet("anna")])).map(units)).toEqual([
    ["wallet/anna/base/USDX", 0n, 0n, 0n],
  ]);
  expect(await listBalances(env.database, other, {}, { limit: 10 })).toEqual([]);
});

test("requesting an account with another scale throws instead of returning a wrong amount", async () => {
  const wrong = wallet("anna", { code: "USDX", scale: 2 });
  await expect(readBalances(env.database, scope, [wrong])).rejects.toThrow("USDX has one scale");
  await expect(balanceAt(env.database, scope, wrong, env.clock.now())).rejects.toThrow("USDX has one scale");
});

test("accounts are ordered by kind, owner, chain and asset, page by page, with any filter", async () => {
  const all = await listPaths({}, 100);
  expect(all).toEqual([
    "fees///USDX",
    "supply/EUR/base/EUR",
    "supply/USDX/base/USDX",
    "wallet/anna/base/USDX",
    "wallet/bert/base/USDX",
    "wallet/clara/base/EUR",
  ]);
  expect(await listPaths({}, 2)).toEqual(all);
  expect(await listPaths({ kind: "wallet" }, 1)).toEqual(all.slice(3));
  expect(await listPaths({ owners: ["bert", "EUR", "bert", "unknown"] }, 1)).toEqual([all[1], all[4]]);
  expect(await listPaths({ kind: "wallet", owners: ["bert", "EUR"] }, 10)).toEqual([all[4]]);
  expect(await listPaths({ chain: "base", asset: "EUR" }, 10)).toEqual([all[1], all[5]]);
});

/** Citus has plans of its own. */
const testPlan = test.skipIf(!isWithoutCitus);

testPlan("a later page of balances costs as little as the first", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("m", wallet("a"), 10n)]);
  await env.tamper(`
    INSERT INTO ledger_accounts
    SELECT tenant_id, network, 100 + place, kind, 'w' || lpad(place::text, 6, '0'), chain, asset_code, asset_scale, opened_at
      FROM ledger_accounts, generate_series(1, 20000) AS place WHERE tenant_id = '${scope.tenantId}' AND kind = 'wallet';
    ANALYZE ledger_accounts`);
  const values = [
    scope.tenantId,
    scope.network,
    "{supply,wallet}",
    null,
    null,
    "wallet",
    "w015000",
    "base",
    "USDX",
    "10",
  ];
  const text = values.reduceRight<string>(
    (sql, value, index) => sql.replaceAll(`$${index + 1}`, value === null ? "NULL" : `'${value}'`),
    balancesOfKindsStatement.text,
  );
  const [row] = await env.tamper(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`);
  const [plan] = (row?.["QUERY PLAN"] ?? []) as readonly { readonly Plan: Plan }[];
  const [accounts] = scansOf(plan?.Plan).filter((plan) => plan["Index Name"] === "ledger_accounts_by_name");
  expect(accounts).toMatchObject({ "Actual Rows": 10, "Actual Loops": 1 });
  expect(Number(accounts?.["Shared Hit Blocks"]) + Number(accounts?.["Shared Read Blocks"])).toBeLessThan(20);
});

test("a lost balance is never reported as zero", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("m", wallet("a"), 10n)]);
  await env.tamper(`DELETE FROM ledger_balances WHERE tenant_id = '${scope.tenantId}'`);
  const lost = /is missing its balance/;
  await expect(readBalances(env.database, scope, [wallet("a")])).rejects.toThrow(lost);
  await expect(listBalances(env.database, scope, {}, { limit: 5 })).rejects.toThrow(lost);
  await expect(sumBalances(env.database, scope, { kind: "wallet", asset: usdx })).rejects.toThrow(lost);
});

test("balances of a kind and asset are summed", async () => {
  const wallets = await sumBalances(env.database, scope, { kind: "wallet", asset: usdx });
  expect([wallets.posted.units, wallets.held.units, wallets.available.units]).toEqual([990n, 41n, 949n]);
  const minted = await sumBalances(env.database, scope, { kind: "supply", asset: usdx, owner: "USDX" });
  expect(minted.posted).toEqual({ units: -1_000n, asset: usdx });
  const none = await sumBalances(env.database, scope, { kind: "supply", asset: usdx, owner: "EUR" });
  expect(none.posted.units).toBe(0n);
});

test("open holds of an account are returned oldest first, page by page", async () => {
  const scope = env.newScope();
  const openedAt = env.clock.now();
  await env.record(scope, [
    mint("m", wallet("a"), 10n),
    hold("1", wallet("a"), 1n),
    hold("2", wallet("a"), 2n),
    { type: "void_hold", key: "v", holdKey: "1" },
    hold("3", wallet("a"), 3n),
  ]);
  const [first] = await listOpenHolds(env.database, scope, wallet("a"), { limit: 1 });
  expect(first).toEqual({ key: "2", amount: { units: 2n, asset: usdx }, openedSequence: 3n, openedAt });
  const rest = await listOpenHolds(env.database, scope, wallet("a"), { limit: 5, after: 3n });
  expect(rest.map(({ key }) => key)).toEqual(["3"]);
  expect(await listOpenHolds(env.database, scope, wallet("b"), { limit: 5 })).toEqual([]);
});

test("a past balance is the one after the last entry at or before that time", async () => {
  const anna = wallet("anna");
  const at = async (afterMs: number) => {
    const { posted, held, available } = await balanceAt(
      env.database,
      scope,
      anna,
      addMs(ledgerStart, afterMs),
    );
    return [posted.units, held.units, available.units];
  };
  expect(await at(-1)).toEqual([0n, 0n, 0n]);
  expect(await at(0)).toEqual([1_000n, 0n, 1_000n]);
  expect(await at(999)).toEqual([1_000n, 0n, 1_000n]);
  expect(await at(1_000)).toEqual([1_000n, 180n, 820n]);
  expect(await at(2_000)).toEqual([800n, 250n, 550n]);
  expect(await at(3_000)).toEqual([680n, 30n, 650n]);
  expect(await at(1_000_000)).toEqual([735n, 30n, 705n]);
  const never = await balanceAt(env.database, scope, wallet("unknown"), instantFromMs(0));
  expect(never.posted.units).toBe(0n);
});

testPlan("a past balance is a single index lookup, however long the history", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("m", wallet("a"), 10n)]);
  const count = 30_000;
  await env.tamper(`
    INSERT INTO ledger_entries
    SELECT tenant_id, network, account_number, at + number * interval '1 second', sequence + number, 0, 0, 0, 0, 0
      FROM ledger_entries, generate_series(1, ${count}) AS number WHERE tenant_id = '${scope.tenantId}'`);
  const middle = addMs(env.clock.now(), (count / 2) * 1_000);
  const values = [scope.tenantId, scope.network, "wallet", "a", "base", "USDX", String(middle)];
  const text = values.reduce(
    (sql, value, index) => sql.replaceAll(`$${index + 1}`, `'${value}'`),
    balanceAtStatement.text,
  );
  const [row] = await env.tamper(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`);
  const [plan] = (row?.["QUERY PLAN"] ?? []) as readonly { readonly Plan: Plan }[];
  const scans = scansOf(plan?.Plan);
  const [entries] = scans.filter((plan) => plan["Index Name"] === "ledger_entries_pkey");
  expect(entries).toMatchObject({ "Scan Direction": "Backward", "Actual Rows": 1, "Actual Loops": 1 });
  expect(entries?.["Rows Removed by Filter"] ?? 0).toBe(0);
  const buffers = Number(entries?.["Shared Hit Blocks"]) + Number(entries?.["Shared Read Blocks"]);
  expect(buffers).toBeLessThan(10);
});

interface Plan extends Readonly<Record<string, unknown>> {
  readonly Plans?: readonly Plan[];
}

function scansOf(plan: Plan | undefined): readonly Plan[] {
  return plan === undefined ? [] : [plan, ...(plan.Plans ?? []).flatMap(scansOf)];
}

async function listPaths(
  filter: Parameters<typeof listBalances>[2],
  limit: number,
): Promise<readonly string[]> {
  const found: Balance[] = [];
  for (;;) {
    const last = found.at(-1)?.account;
    const page = await listBalances(env.database, scope, filter, {
      limit,
      ...(last === undefined ? {} : { after: last }),
    });
    if (page.length === 0) return found.map(({ account }) => pathOf(account));
    found.push(...page);
  }
}

function units({ account, posted, held, available }: Balance): readonly unknown[] {
  return [pathOf(account), posted.units, held.units, available.units];
}
