import { expect, test } from "vitest";
import { fillJournal, ledgerStart, mint, move, openLedger, supply, wallet } from "../../../test/ledger.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import { type LedgerAccount, pathOf } from "../ledger-account.ts";
import { readBalancesOverTime } from "./balances-over-time.ts";
import { findRecord, listLatestRecords } from "./list-records.ts";
import { readTrialBalance } from "./trial-balance.ts";

const dayMs = 86_400_000;
const day = (count: number): Instant => addMs(ledgerStart, count * dayMs);

test("what accounts had at the end of each day is what was posted before it, added up by hand", async () => {
  await using world = await openLedger();
  const scope = world.newScope();
  const reserve: LedgerAccount = { kind: "reserve", owner: "USDX", asset: { code: "USD", scale: 2 } };
  const outside: LedgerAccount = { kind: "external", asset: { code: "USD", scale: 2 } };
  // The first day, noon and a second before midnight; nothing on the second; the third, at its very beginning.
  world.clock.advance(dayMs / 2);
  await world.record(scope, [mint("m/1", wallet("anna"), 100n), move("r/1", outside, reserve, 7n)]);
  world.clock.advance(dayMs / 2 - 1_000);
  await world.record(scope, [mint("m/2", wallet("bert"), 40n)]);
  world.clock.advance(dayMs + 1_000);
  await world.record(scope, [move("b/1", wallet("anna"), supply(), 30n)]);
  await world.record(world.newScope(), [mint("m/1", wallet("anna"), 9_999n)]);
  const moments = [0, 1, 2, 3].map(day);
  const { balances, isComplete } = await readBalancesOverTime(world.database, scope, {
    kinds: ["supply", "reserve"],
    moments,
  });
  expect(isComplete).toBe(true);
  expect(Object.fromEntries(balances.map(({ account, units }) => [pathOf(account), units]))).toEqual({
    "reserve/USDX//USD": [0n, 7n, 7n, 7n],
    "supply/USDX/base/USDX": [0n, -140n, -140n, -110n],
  });
});

test("a journal in one look: each asset adds up to zero, and what is too much to add up says so", async () => {
  await using world = await openLedger();
  const scope = world.newScope();
  await fillJournal(world, scope);
  const { lines, isComplete } = await readTrialBalance(world.database, scope);
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
  expect((await readTrialBalance(world.database, scope, { maxAccounts: 3 })).isComplete).toBe(false);
  const wallets = await readTrialBalance(world.database, scope, { kinds: ["wallet"] });
  expect(wallets.lines.map(({ kind }) => kind)).toEqual(["wallet", "wallet"]);
});

test("records are read from the last one back, and each by its number", async () => {
  await using world = await openLedger();
  const scope = world.newScope();
  await fillJournal(world, scope);
  const last = await listLatestRecords(world.database, scope, { limit: 2 });
  expect(last.map(({ key, lines }) => [key, lines.length])).toEqual([
    ["hold/late", 1],
    ["move/2", 2],
  ]);
  const [, second] = last;
  const before = await listLatestRecords(world.database, scope, { before: second?.sequence ?? 0n, limit: 1 });
  expect(before[0]?.lines.map(({ account, amount }) => `${pathOf(account)} ${amount.units}`)).toEqual([
    "wallet/bert/base/USDX -60",
    "wallet/anna/base/USDX 50",
    "fees///USDX 7",
    "fees///USDX 3",
  ]);
  expect((await findRecord(world.database, scope, 1n))?.key).toBe("mint/1");
  expect(await findRecord(world.database, scope, 10_000n)).toBeUndefined();
  expect(await findRecord(world.database, world.newScope(), 1n)).toBeUndefined();
});
