import { afterAll, beforeAll, expect, test } from "vitest";
import {
  euro,
  fillJournal,
  hold,
  type LedgerWorld,
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

let world: LedgerWorld;
let scope: LedgerScope;

beforeAll(async () => {
  world = await openLedger();
  scope = world.newScope();
  await fillJournal(world, scope);
});

afterAll(() => world.close());

test("balances come in the order of the accounts, and one that was never used is zero", async () => {
  const accounts = [wallet("nobody"), wallet("anna"), supply(), wallet("clara", euro)];
  const balances = await readBalances(world.database, scope, accounts);
  expect(balances.map(units)).toEqual([
    ["wallet/nobody/base/USDX", 0n, 0n, 0n],
    ["wallet/anna/base/USDX", 735n, 30n, 705n],
    ["supply/USDX/base/USDX", -1_000n, 0n, -1_000n],
    ["wallet/clara/base/EUR", 500n, 0n, 500n],
  ]);
  expect(balances[1]?.available.asset).toEqual(usdx);
});

test("balances are of one tenant and one network", async () => {
  const other: LedgerScope = { ...scope, network: "mainnet" };
  expect((await readBalances(world.database, other, [wallet("anna")])).map(units)).toEqual([
    ["wallet/anna/base/USDX", 0n, 0n, 0n],
  ]);
  expect(await listBalances(world.database, other, {}, { limit: 10 })).toEqual([]);
});

test("an account that is asked for in another scale is a bug, not a wrong amount", async () => {
  const wrong = wallet("anna", { code: "USDX", scale: 2 });
  await expect(readBalances(world.database, scope, [wrong])).rejects.toThrow("USDX has one scale");
  await expect(balanceAt(world.database, scope, wrong, world.clock.now())).rejects.toThrow(
    "USDX has one scale",
  );
});

test("accounts are listed by kind, owner, chain and asset, page after page, through any filter", async () => {
  const all = await listed({}, 100);
  expect(all).toEqual([
    "fees///USDX",
    "supply/EUR/base/EUR",
    "supply/USDX/base/USDX",
    "wallet/anna/base/USDX",
    "wallet/bert/base/USDX",
    "wallet/clara/base/EUR",
  ]);
  expect(await listed({}, 2)).toEqual(all);
  expect(await listed({ kind: "wallet" }, 1)).toEqual(all.slice(3));
  expect(await listed({ owners: ["bert", "EUR", "bert", "nobody"] }, 1)).toEqual([all[1], all[4]]);
  expect(await listed({ kind: "wallet", owners: ["bert", "EUR"] }, 10)).toEqual([all[4]]);
  expect(await listed({ chain: "base", asset: "EUR" }, 10)).toEqual([all[1], all[5]]);
});

test("a later page of balances is as cheap as the first", async () => {
  const scope = world.newScope();
  await world.record(scope, [mint("m", wallet("a"), 10n)]);
  await world.tamper(`
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
  const [row] = await world.tamper(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`);
  const [plan] = (row?.["QUERY PLAN"] ?? []) as readonly { readonly Plan: Plan }[];
  const [accounts] = scansOf(plan?.Plan).filter((plan) => plan["Index Name"] === "ledger_accounts_by_name");
  expect(accounts).toMatchObject({ "Actual Rows": 10, "Actual Loops": 1 });
  expect(Number(accounts?.["Shared Hit Blocks"]) + Number(accounts?.["Shared Read Blocks"])).toBeLessThan(20);
});

test("a balance that was lost is never taken for zero", async () => {
  const scope = world.newScope();
  await world.record(scope, [mint("m", wallet("a"), 10n)]);
  await world.tamper(`DELETE FROM ledger_balances WHERE tenant_id = '${scope.tenantId}'`);
  const lost = /lost its balance/;
  await expect(readBalances(world.database, scope, [wallet("a")])).rejects.toThrow(lost);
  await expect(listBalances(world.database, scope, {}, { limit: 5 })).rejects.toThrow(lost);
  await expect(sumBalances(world.database, scope, { kind: "wallet", asset: usdx })).rejects.toThrow(lost);
});

test("what all accounts of a kind have of an asset is added up", async () => {
  const wallets = await sumBalances(world.database, scope, { kind: "wallet", asset: usdx });
  expect([wallets.posted.units, wallets.held.units, wallets.available.units]).toEqual([990n, 41n, 949n]);
  const minted = await sumBalances(world.database, scope, { kind: "supply", asset: usdx, owner: "USDX" });
  expect(minted.posted).toEqual({ units: -1_000n, asset: usdx });
  const none = await sumBalances(world.database, scope, { kind: "supply", asset: usdx, owner: "EUR" });
  expect(none.posted.units).toBe(0n);
});

test("the open holds of an account are listed, oldest first, page after page", async () => {
  const scope = world.newScope();
  const openedAt = world.clock.now();
  await world.record(scope, [
    mint("m", wallet("a"), 10n),
    hold("1", wallet("a"), 1n),
    hold("2", wallet("a"), 2n),
    { type: "void_hold", key: "v", holdKey: "1" },
    hold("3", wallet("a"), 3n),
  ]);
  const [first] = await listOpenHolds(world.database, scope, wallet("a"), { limit: 1 });
  expect(first).toEqual({ key: "2", amount: { units: 2n, asset: usdx }, openedSequence: 3n, openedAt });
  const rest = await listOpenHolds(world.database, scope, wallet("a"), { limit: 5, after: 3n });
  expect(rest.map(({ key }) => key)).toEqual(["3"]);
  expect(await listOpenHolds(world.database, scope, wallet("b"), { limit: 5 })).toEqual([]);
});

test("a balance at a past moment is what the last entry at or before it left", async () => {
  const anna = wallet("anna");
  const at = async (afterMs: number) => {
    const { posted, held, available } = await balanceAt(
      world.database,
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
  const never = await balanceAt(world.database, scope, wallet("nobody"), instantFromMs(0));
  expect(never.posted.units).toBe(0n);
});

test("a balance at a past moment is one descent of an index, however long the history is", async () => {
  const scope = world.newScope();
  await world.record(scope, [mint("m", wallet("a"), 10n)]);
  const count = 30_000;
  await world.tamper(`
    INSERT INTO ledger_entries
    SELECT tenant_id, network, account_number, at + number * interval '1 second', sequence + number, 0, 0, 0, 0, 0
      FROM ledger_entries, generate_series(1, ${count}) AS number WHERE tenant_id = '${scope.tenantId}'`);
  const middle = addMs(world.clock.now(), (count / 2) * 1_000);
  const values = [scope.tenantId, scope.network, "wallet", "a", "base", "USDX", String(middle)];
  const text = values.reduce(
    (sql, value, index) => sql.replaceAll(`$${index + 1}`, `'${value}'`),
    balanceAtStatement.text,
  );
  const [row] = await world.tamper(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`);
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

async function listed(filter: Parameters<typeof listBalances>[2], limit: number): Promise<readonly string[]> {
  const found: Balance[] = [];
  for (;;) {
    const last = found.at(-1)?.account;
    const page = await listBalances(world.database, scope, filter, {
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
