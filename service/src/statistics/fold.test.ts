import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import "../../test/property-seed.ts";
import { type LedgerEnvironment, ledgerStart, mint, move, openLedger, wallet } from "../../test/ledger.ts";
import { markRestored } from "../../test/recovery.ts";
import { sizeOf } from "../../test/scale.ts";
import { addTransferFacts, foldAll, type TransferFact } from "../../test/statistics.ts";
import type { Database, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { addMs } from "../kernel/instant.ts";
import type { LedgerScope } from "../ledger/index.ts";
import { advanceNumbers } from "../recovery/advance.ts";
import { foldLogs, foldStretch, rebuildStatistics } from "./fold.ts";
import type { CountRow } from "./read-store.ts";

let env: LedgerEnvironment;
beforeAll(async () => {
  env = await openLedger();
});
afterAll(() => env.close());

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const runs = sizeOf("FOLD_RUNS", { usual: 8, long: 200 });

const selectAll = statement<CountRow & { readonly series: string; readonly grain: string }>(`
  SELECT series, grain, at, name, detail, asset, bucket::int AS bucket, count, units FROM statistics
   WHERE tenant_id = $1 AND network = $2 ORDER BY series, grain, at, name, detail, asset, bucket`);

const inKathmandu = statement("SET LOCAL TIME ZONE 'Asia/Kathmandu'");
const statisticsOf = ({ tenantId, network }: LedgerScope) =>
  env.database.rows(selectAll, [tenantId, network]);

const arbitraryFact: fc.Arbitrary<TransferFact> = fc.record({
  id: fc.constantFrom("t1", "t2", "t3", "t4", "t5"),
  event: fc.constantFrom("created", "completed", "failed", "canceled", "reversed"),
  at: fc.integer({ min: 0, max: 3 * dayMs }).map((ms) => addMs(ledgerStart, ms)),
  flow: fc.constant("onramp"),
  currency: fc.constant("USD"),
  units: fc.constant(1_500_000n),
  createdAt: fc.constant(ledgerStart),
  failureCode: fc.constant("R01"),
});

/** Counts events by day without SQL. */
function countedByDay(facts: readonly TransferFact[]): ReadonlyMap<string, bigint> {
  const counts = new Map<string, bigint>();
  for (const { at, event } of facts) {
    if (event === "reversed") continue;
    const key = `${Math.floor(at / dayMs) * dayMs} ${event === "failed" ? "failed/R01" : event}`;
    counts.set(key, (counts.get(key) ?? 0n) + 1n);
  }
  for (const [index, fact] of facts.entries()) {
    if (fact.event !== "failed" && fact.event !== "reversed") continue;
    const completion = facts.slice(0, index).find(({ id, event }) => id === fact.id && event === "completed");
    if (completion === undefined) continue;
    const [then, now] = [completion.at, fact.at].map((at) => Math.floor(at / dayMs) * dayMs);
    const keys = fact.event === "failed" ? [`${then} reversed`] : [`${then} reversed`, `${now} failed/R29`];
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0n) + 1n);
  }
  return counts;
}

test("stretches of any size, overlapping runs and a rebuild give the counts of the events", async () => {
  const property = fc.asyncProperty(
    fc.array(arbitraryFact, { maxLength: 12 }),
    fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 6 }),
    async (facts, sizes) => {
      const scope = env.newScope();
      await addTransferFacts(env.database, scope, facts.slice(0, 6));
      await Promise.all(sizes.map((size) => foldStretch(env.database, scope, "events", BigInt(size))));
      // Later in the log, whatever their time.
      await addTransferFacts(env.database, scope, facts.slice(6));
      await Promise.all([foldAll(env.database), foldAll(env.database)]);
      const incremental = await statisticsOf(scope);
      const byDay = new Map<string, bigint>();
      for (const { grain, at, detail, count, units } of incremental) {
        expect(units).toBe(count * 1_500_000n);
        if (grain === "day") byDay.set(`${at} ${detail}`, (byDay.get(`${at} ${detail}`) ?? 0n) + count);
      }
      expect(byDay).toEqual(countedByDay(facts));
      await env.database.transaction((tx) => rebuildStatistics(tx, scope));
      expect(await statisticsOf(scope)).toEqual([]);
      await foldAll(env.database);
      expect(await statisticsOf(scope)).toEqual(incremental);
    },
  );
  await fc.assert(property, { numRuns: runs });
});

test("an hour and a day begin in UTC, in any time zone of the session", async () => {
  const scope = env.newScope();
  const lastMs = dayMs - 1;
  const fact = (id: string, at: number): TransferFact => ({
    id,
    flow: "swap",
    currency: "USDX",
    units: 1n,
    createdAt: ledgerStart,
    event: "completed",
    at: addMs(ledgerStart, at),
  });
  await addTransferFacts(env.database, scope, [fact("late", lastMs), fact("early", dayMs)]);
  const elsewhere: Pick<Database, "transaction"> = {
    transaction: (work) =>
      env.database.transaction(async (tx) => {
        await tx.run(inKathmandu);
        return work(tx);
      }),
  };
  await foldStretch(elsewhere, scope, "events");
  const rows = await statisticsOf(scope);
  expect(rows.map(({ grain, at, bucket }) => [grain, at - ledgerStart, bucket])).toEqual([
    ["day", 0, 53],
    ["day", dayMs, 53],
    ["hour", 23 * hourMs, 53],
    ["hour", dayMs, 53],
  ]);
});

const completed = (id: string): TransferFact => ({
  id,
  flow: "swap",
  currency: "USDX",
  units: 1n,
  createdAt: ledgerStart,
  event: "completed",
  at: ledgerStart,
});

test("a stretch is a number of records: the numbers that a recovery skips are crossed at once", async () => {
  const scope = env.newScope();
  await addTransferFacts(env.database, scope, ["a", "b", "c"].map(completed));
  await markRestored(env.database);
  await env.database.transaction((tx) => advanceNumbers(tx, env.clock.now()));
  await addTransferFacts(env.database, scope, ["d", "e"].map(completed));
  expect(await foldStretch(env.database, scope, "events", 2n)).toBe(true);
  expect(await foldStretch(env.database, scope, "events", 2n)).toBe(true);
  expect(await foldStretch(env.database, scope, "events", 2n)).toBe(false);
  const days = (await statisticsOf(scope)).filter(({ grain }) => grain === "day");
  expect(days).toMatchObject([{ detail: "completed", count: 5n }]);
});

const fillFeed = statement(`
  INSERT INTO tenant_feed (tenant_id, network, number, account_id, sequence)
  SELECT $1, $2, number, $1, number FROM generate_series(1, $3::bigint) AS number`);
const setFeedEnd = statement(
  "INSERT INTO tenant_feed_numbers (tenant_id, network, last_number) VALUES ($1, $2, $3)",
);

test("a long feed does not delay the journal", async () => {
  await foldAll(env.database);
  const scope = env.newScope();
  const key = [scope.tenantId, scope.network, 10_001n];
  await env.database.run(fillFeed, key);
  await env.database.run(setFeedEnd, key);
  await env.record(scope, [mint("m/1", wallet("anna"), 1n)]);
  const interruption = new AbortController();
  let stretches = 0;
  const interrupted: Database = {
    ...env.database,
    transaction: async (work) => {
      const result = await env.database.transaction(work);
      stretches += 1;
      if (stretches === 2) interruption.abort();
      return result;
    },
  };
  await foldLogs(interrupted, interruption.signal);
  expect((await statisticsOf(scope)).map(({ series }) => series)).toContain("balances");
});

test("a workspace that fails stops no other, and the run fails", async () => {
  const [bad, good] = [env.newScope(), env.newScope()];
  for (const scope of [bad, good]) await addTransferFacts(env.database, scope, [completed("a")]);
  const failing: Database = {
    ...env.database,
    transaction: (work) =>
      env.database.transaction((tx) => {
        const run: Transaction["run"] = async (each, values) => {
          if (values?.[0] === bad.tenantId) throw new Error("this workspace fails");
          return tx.run(each, values);
        };
        return work({ ...tx, run });
      }),
  };
  await expect(foldAll(failing)).rejects.toThrow("this workspace fails");
  expect(await statisticsOf(bad)).toEqual([]);
  expect((await statisticsOf(good)).length).toBeGreaterThan(0);
  await foldAll(env.database);
  expect((await statisticsOf(bad)).length).toBeGreaterThan(0);
});

test("balances of each kind and asset are the sums of their changes, and holds change none", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("m/1", wallet("anna"), 100n)]);
  env.clock.advance(dayMs);
  await env.record(scope, [
    move("t/1", wallet("anna"), wallet("bert"), 30n),
    { type: "hold", key: "h/1", account: wallet("anna"), units: 5n },
    {
      type: "post_hold",
      key: "p/1",
      holdKey: "h/1",
      postings: [
        { account: wallet("anna"), units: -5n },
        { account: wallet("bert"), units: 5n },
      ],
    },
    mint("m/2", wallet("anna"), 7n),
  ]);
  await foldAll(env.database);
  const days = (await statisticsOf(scope)).filter(({ grain }) => grain === "day");
  expect(
    days.map(({ at, name, detail, asset, units }) => [at - ledgerStart, name, detail, asset, units]),
  ).toEqual([
    [0, "supply", "base", "USDX", -100n],
    [0, "wallet", "base", "USDX", 100n],
    [dayMs, "supply", "base", "USDX", -7n],
    [dayMs, "wallet", "base", "USDX", 7n],
  ]);
});

test("what one workspace does is in no other workspace", async () => {
  const [scope, other] = [env.newScope(), env.newScope()];
  await env.record(scope, [mint("m/1", wallet("anna"), 1n)]);
  await foldAll(env.database);
  expect(await statisticsOf(scope)).not.toEqual([]);
  expect(await statisticsOf(other)).toEqual([]);
  expect(await statisticsOf({ ...scope, network: "mainnet" })).toEqual([]);
});
