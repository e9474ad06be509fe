import { afterAll, beforeAll, expect, test } from "vitest";
import { type LedgerEnvironment, openLedger } from "../../../test/ledger.ts";
import { assert } from "../../kernel/assert.ts";
import { addMs } from "../../kernel/instant.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { type LedgerAccount, pathOf } from "../ledger-account.ts";
import type { LedgerScope, Operation, Posting } from "../operation.ts";
import { verifyJournal } from "../proving/verify-journal.ts";
import { listRecords } from "../reading/list-records.ts";
import { listBalances } from "../reading/read-balances.ts";
import { assertWellFormed } from "./check-operation.ts";
import { recordOperations } from "./record-operations.ts";

const token = { code: "USDX", scale: 6 };
const ann: LedgerAccount = { kind: "wallet", owner: "ann", chain: "base", asset: token };
const bob: LedgerAccount = { kind: "wallet", owner: "bob", chain: "base", asset: token };
const supply: LedgerAccount = { kind: "supply", owner: "USDX", chain: "base", asset: token };
const clearing: LedgerAccount = { kind: "clearing", owner: "wire", asset: { code: "USD", scale: 2 } };

let env: LedgerEnvironment;

beforeAll(async () => {
  env = await openLedger();
});

afterAll(() => env.close());

const move = (from: LedgerAccount, to: LedgerAccount, units: bigint): readonly Posting[] => [
  { account: from, units: -units },
  { account: to, units },
];
const post = (key: string, postings: readonly Posting[]): Operation => ({ type: "post", key, postings });
const mint = (key: string, units: bigint): Operation => post(key, move(supply, ann, units));
const hold = (key: string, units: bigint): Operation => ({ type: "hold", key, account: ann, units });

/** Outcomes of operations that are recorded together in a new journal, which is valid afterwards. */
async function codes(
  operations: readonly Operation[],
  scope: LedgerScope = env.newScope(),
): Promise<readonly string[]> {
  const outcomes = await recordOperations(env, env.database, scope, operations);
  expect((await verifyJournal(env.database, scope)).findings).toEqual([]);
  return outcomes.map((outcome) => (isRefusal(outcome) ? outcome.code : outcome.type));
}

async function balances(scope: LedgerScope): Promise<Readonly<Record<string, readonly [bigint, bigint]>>> {
  const all = await listBalances(env.database, scope, {}, { limit: 100 });
  return Object.fromEntries(
    all.map(({ account, posted, held }) => [pathOf(account), [posted.units, held.units] as const]),
  );
}

test("within a batch, each operation sees the result of the previous ones", async () => {
  expect(await codes([mint("a", 10n), hold("h", 6n), hold("i", 6n), post("b", move(ann, bob, 4n))])).toEqual([
    "recorded",
    "recorded",
    "insufficient_balance",
    "recorded",
  ]);
});

test("a refused operation opens no account, uses no sequence and changes nothing", async () => {
  const scope = env.newScope();
  expect(await codes([post("a", move(ann, bob, 1n)), mint("b", 1n)], scope)).toEqual([
    "insufficient_balance",
    "recorded",
  ]);
  expect(Object.keys(await balances(scope))).toEqual(["supply/USDX/base/USDX", "wallet/ann/base/USDX"]);
  expect(await codes([mint("c", 1n), post("d", move(ann, bob, 3n))], scope)).toEqual([
    "recorded",
    "insufficient_balance",
  ]);
  expect((await listRecords(env.database, scope, { prefix: "", limit: 10 })).map(({ key }) => key)).toEqual([
    "b",
    "c",
  ]);
});

test("a partially posted hold releases the rest", async () => {
  const operations: Operation[] = [
    mint("a", 10n),
    hold("h", 6n),
    { type: "post_hold", key: "p", holdKey: "h", postings: move(ann, bob, 4n) },
  ];
  const scope = env.newScope();
  await codes(operations, scope);
  expect(await balances(scope)).toEqual({
    "supply/USDX/base/USDX": [-10n, 0n],
    "wallet/ann/base/USDX": [6n, 0n],
    "wallet/bob/base/USDX": [4n, 0n],
  });
});

test.each<[string, Operation]>([
  ["posting", { type: "post_hold", key: "again", holdKey: "h", postings: move(ann, bob, 1n) }],
  ["voiding", { type: "void_hold", key: "again", holdKey: "h" }],
])("a hold is closed once: after a void or post, %s is refused", async (_name, second) => {
  const first: readonly Operation[] = [
    { type: "void_hold", key: "v", holdKey: "h" },
    { type: "post_hold", key: "p", holdKey: "h", postings: move(ann, bob, 6n) },
  ];
  for (const closing of first) {
    expect(await codes([mint("a", 10n), hold("h", 6n), closing, second])).toEqual([
      "recorded",
      "recorded",
      "recorded",
      "conflict",
    ]);
  }
});

test.each<[string, readonly Posting[]]>([
  ["more than is held", move(ann, bob, 7n)],
  ["nothing from the held account", move(bob, supply, 1n)],
  ["a negative amount from the held account", move(bob, ann, 1n)],
])("posting a hold with postings that take %s is refused", async (_name, postings) => {
  const setUp = [mint("a", 10n), post("b", move(ann, bob, 2n)), hold("h", 6n)];
  const outcomes = await codes([...setUp, { type: "post_hold", key: "p", holdKey: "h", postings }]);
  expect(outcomes.at(-1)).toBe("conflict");
});

test("held funds cannot be spent by another operation", async () => {
  expect((await codes([mint("a", 10n), hold("h", 6n), post("b", move(ann, bob, 5n))])).at(-1)).toBe(
    "insufficient_balance",
  );
});

test("limits apply to the result of a posting set, not to the order of its postings", async () => {
  const roundTrip = post("r", [...move(ann, bob, 5n), ...move(bob, ann, 5n)]);
  const scope = env.newScope();
  expect(await codes([roundTrip], scope)).toEqual(["recorded"]);
  expect(await balances(scope)).toMatchObject({ "wallet/ann/base/USDX": [0n, 0n] });
});

test("no more can be repaid than is owed", async () => {
  const owed: LedgerAccount = { kind: "receivable", owner: "ann", asset: token };
  const lent = post("a", move(owed, ann, 1n));
  expect(await codes([lent, post("b", move(ann, owed, 1n))])).toEqual(["recorded", "recorded"]);
  expect((await codes([mint("m", 5n), lent, post("b", move(ann, owed, 2n))])).at(-1)).toBe("unprocessable");
});

test("the same operation under the same key is recorded once, and another operation under it is refused", async () => {
  expect(await codes([mint("a", 10n), mint("a", 10n), mint("a", 11n), hold("a", 10n)])).toEqual([
    "recorded",
    "repeated",
    "conflict",
    "conflict",
  ]);
});

test("a refused operation can be retried under its key once there are funds", async () => {
  expect(await codes([hold("h", 5n), mint("a", 5n), hold("h", 5n)])).toEqual([
    "insufficient_balance",
    "recorded",
    "recorded",
  ]);
});

test("time never goes back in a journal", async () => {
  const scope = env.newScope();
  const [first] = await recordOperations(env, env.database, scope, [mint("a", 1n)]);
  const behind = { clock: { now: () => addMs(env.clock.now(), -5_000) } };
  const [second] = await recordOperations(behind, env.database, scope, [mint("b", 1n)]);
  assert(first !== undefined && !isRefusal(first), "the first one is recorded");
  expect(second).toMatchObject({ type: "recorded", at: first.at });
});

test("an asset has one scale in a journal, for all accounts", async () => {
  const cents: LedgerAccount = { ...bob, owner: "cyd", asset: { code: "USDX", scale: 2 } };
  const otherSupply: LedgerAccount = { ...supply, owner: "other", asset: cents.asset };
  const inCents = post("b", move(otherSupply, cents, 1n));
  await expect(codes([mint("a", 1n), inCents])).rejects.toThrow(/one scale/);
  const scope = env.newScope();
  await codes([mint("a", 1n)], scope);
  await expect(codes([inCents], scope)).rejects.toThrow(/one scale/);
});

test("a balance beyond the numeric range of the database is refused", async () => {
  const most = 10n ** 38n - 1n;
  const external: LedgerAccount = { kind: "external", owner: "x", asset: token };
  const outcomes = await codes([post("a", move(external, ann, most)), post("b", move(external, ann, 1n))]);
  expect(outcomes).toEqual(["recorded", "unprocessable"]);
});

const dollars = { account: clearing, units: 1n };
test.each<[string, Operation]>([
  [
    "a set that does not sum to zero",
    post("k", [
      { account: ann, units: 1n },
      { account: bob, units: -2n },
    ]),
  ],
  ["a set that sums to zero only across assets", post("k", [dollars, { account: bob, units: -1n }])],
  ["a set of one posting", post("k", [dollars])],
  ["a posting of zero", post("k", [dollars, { account: clearing, units: -1n }, { account: ann, units: 0n }])],
  ["a hold of zero", hold("k", 0n)],
  ["a negative hold", hold("k", -1n)],
  ["a hold beyond the numeric range", hold("k", 10n ** 38n)],
  ["an empty key", hold("", 1n)],
  ["a key that is too long", hold("k".repeat(256), 1n)],
  ["an owner with a slash", { type: "hold", key: "k", units: 1n, account: { ...ann, owner: "a/b" } }],
  [
    "two scales of one asset",
    post("k", [
      { account: ann, units: 1n },
      { account: { ...bob, asset: { code: "USDX", scale: 2 } }, units: -1n },
    ]),
  ],
])("%s is a bug of the caller and is never recorded", (_name, operation) => {
  expect(() => assertWellFormed(operation)).toThrow();
});
