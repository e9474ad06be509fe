import { expect, test } from "vitest";
import { fillJournal, ledgerStart, mint, move, openLedger, supply, wallet } from "../../../test/ledger.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import { type LedgerAccount, pathOf } from "../ledger-account.ts";
import { readBalancesOverTime } from "./balances-over-time.ts";
import { findRecord, listLatestRecords } from "./list-records.ts";
import { readTrialBalance } from "./trial-balance.ts";

const dayMs = 86_400_000;
const day = (count: number): Instant => addMs(ledgerStart, count * dayMs);

test("balances at the end of each day are the sum of all earlier postings", async () => {
  await using env = await openLedger();
  const scope = env.newScope();
  const reserve: LedgerAccount = { kind: "reserve", owner: "USDX", asset: { code: "USD", scale: 2 } };
  const outside: LedgerAccount = { kind: "external", asset: { code: "USD", scale: 2 } };
  // Day 1, at noon and just before midnight; nothing on day 2; day 3, at its very start.
  env.clock.advance(dayMs / 2);
  await env.record(scope, [mint("m/1", wallet("anna"), 100n), move("r/1", outside, reserve, 7n)]);
  env.clock.advance(dayMs / 2 - 1_000);
  await env.record(scope, [mint("m/2", wallet("bert"), 40n)]);
  env.clock.advance(dayMs + 1_000);
  await env.record(scope, [move("b/1", wallet("anna"), supply(), 30n)]);
  await env.record(env.newScope(), [mint("m/1", wallet("anna"), 9_999n)]);
  const moments = [0, 1, 2, 3].map(day);
  const { balances, isComplete } = await readBalancesOverTime(env.database, scope, {
    kinds: ["supply", "reserve"],
    moments,
  });
  expect(isComplete).toBe(true);
  expect(Object.fromEntries(balances.map(({ account, units }) => [pathOf(account), units]))).toEqual({
    "reserve/USDX//USD": [0n, 7n, 7n, 7n],
    "supply/USDX/base/USDX": [0n, -140n, -140n, -110n],
  });
});

test("a trial balance sums to zero per asset, and reports if it is incomplete", async () => {
  await using env = await openLedger();
  const scope = env.newScope();
  await fillJournal(env, scope);
  const { lines, isComplete } = await readTrialBalance(env.database, scope);
  expect(isComplete).toBe(true);
  expect(
    lines.map(({ kind, accounts, posted, held }) => [
      kind,
      posted.asset.code,
      accounts,
      posted.units,
      held.units,
    ]),
  ).toEqual([
    ["supply", "EUR", 1, -500n, 0n],
    ["wallet", "EUR", 1, 500n, 0n],
    ["fees", "USDX", 1, 10n, 0n],
    ["supply", "USDX", 1, -1_000n, 0n],
    ["wallet", "USDX", 2, 990n, 41n],
  ]);
  expect((await readTrialBalance(env.database, scope, { maxAccounts: 3 })).isComplete).toBe(false);
  const wallets = await readTrialBalance(env.database, scope, { kinds: ["wallet"] });
  expect(wallets.lines.map(({ kind }) => kind)).toEqual(["wallet", "wallet"]);
});

test("records are read newest first, and by sequence", async () => {
  await using env = await openLedger();
  const scope = env.newScope();
  await fillJournal(env, scope);
  const last = await listLatestRecords(env.database, scope, { limit: 2 });
  expect(last.map(({ key, lines }) => [key, lines.length])).toEqual([
    ["hold/late", 1],
    ["move/2", 2],
  ]);
  const [, second] = last;
  const before = await listLatestRecords(env.database, scope, { before: second?.sequence ?? 0n, limit: 1 });
  expect(before[0]?.lines.map(({ account, amount }) => `${pathOf(account)} ${amount.units}`)).toEqual([
    "wallet/bert/base/USDX -60",
    "wallet/anna/base/USDX 50",
    "fees///USDX 7",
    "fees///USDX 3",
  ]);
  expect((await findRecord(env.database, scope, 1n))?.key).toBe("mint/1");
  expect(await findRecord(env.database, scope, 10_000n)).toBeUndefined();
  expect(await findRecord(env.database, env.newScope(), 1n)).toBeUndefined();
});
