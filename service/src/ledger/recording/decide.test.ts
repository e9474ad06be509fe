import { expect, test } from "vitest";
import type { TenantId } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { genesisHash } from "../journal-hash.ts";
import type { LedgerAccount } from "../ledger-account.ts";
import type { Operation, Posting } from "../operation.ts";
import { assertWellFormed } from "./check-operation.ts";
import { decide } from "./decide.ts";
import type { Facts } from "./draft.ts";

const token = { code: "USDX", scale: 6 };
const ann: LedgerAccount = { kind: "wallet", owner: "ann", chain: "base", asset: token };
const bob: LedgerAccount = { kind: "wallet", owner: "bob", chain: "base", asset: token };
const supply: LedgerAccount = { kind: "supply", owner: "USDX", chain: "base", asset: token };
const clearing: LedgerAccount = { kind: "clearing", owner: "wire", asset: { code: "USD", scale: 2 } };
const start = instantFromMs(1_800_000_000_000);

const empty: Facts = {
  scope: { tenantId: "01J00000000000000000000000" as TenantId, network: "testnet" },
  head: { sequence: 0n, hash: genesisHash, at: instantFromMs(0), accountNumber: 0n, rebuilds: 0n },
  accounts: [],
  holds: [],
  records: [],
  scales: new Map(),
};

const move = (from: LedgerAccount, to: LedgerAccount, units: bigint): readonly Posting[] => [
  { account: from, units: -units },
  { account: to, units },
];
const post = (key: string, postings: readonly Posting[]): Operation => ({ type: "post", key, postings });
const mint = (key: string, units: bigint): Operation => post(key, move(supply, ann, units));
const hold = (key: string, units: bigint): Operation => ({ type: "hold", key, account: ann, units });

function codes(operations: readonly Operation[], facts: Facts = empty): readonly string[] {
  return decide(facts, operations, start).outcomes.map((o) => (isRefusal(o) ? o.code : o.type));
}

function balances(operations: readonly Operation[]): Readonly<Record<string, readonly [bigint, bigint]>> {
  const { draft } = decide(empty, operations, start);
  return Object.fromEntries(
    [...draft.accountsByPath].map(([path, { posted, held }]) => [path, [posted, held] as const]),
  );
}

test("within a batch, each operation sees the result of the previous ones", () => {
  expect(codes([mint("a", 10n), hold("h", 6n), hold("i", 6n), post("b", move(ann, bob, 4n))])).toEqual([
    "recorded",
    "recorded",
    "insufficient_balance",
    "recorded",
  ]);
});

test("a refused operation opens no account, uses no sequence and changes nothing", () => {
  const { draft } = decide(empty, [post("a", move(ann, bob, 1n)), mint("b", 1n)], start);
  expect([...draft.accountsByPath.keys()]).toEqual(["supply/USDX/base/USDX", "wallet/ann/base/USDX"]);
  expect(draft).toMatchObject({ sequence: 1n, accountNumber: 2n });
  expect(draft.newRecords.map(({ key }) => key)).toEqual(["b"]);
});

test("a partially posted hold releases the rest", () => {
  const operations: Operation[] = [
    mint("a", 10n),
    hold("h", 6n),
    { type: "post_hold", key: "p", holdKey: "h", postings: move(ann, bob, 4n) },
  ];
  expect(balances(operations)).toEqual({
    "supply/USDX/base/USDX": [-10n, 0n],
    "wallet/ann/base/USDX": [6n, 0n],
    "wallet/bob/base/USDX": [4n, 0n],
  });
});

test.each<[string, Operation]>([
  ["posting", { type: "post_hold", key: "again", holdKey: "h", postings: move(ann, bob, 1n) }],
  ["voiding", { type: "void_hold", key: "again", holdKey: "h" }],
])("a hold is closed once: after a void or post, %s is refused", (_name, second) => {
  const first: readonly Operation[] = [
    { type: "void_hold", key: "v", holdKey: "h" },
    { type: "post_hold", key: "p", holdKey: "h", postings: move(ann, bob, 6n) },
  ];
  for (const closing of first) {
    expect(codes([mint("a", 10n), hold("h", 6n), closing, second])).toEqual([
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
])("posting a hold with postings that take %s is refused", (_name, postings) => {
  const setUp = [mint("a", 10n), post("b", move(ann, bob, 2n)), hold("h", 6n)];
  const outcomes = codes([...setUp, { type: "post_hold", key: "p", holdKey: "h", postings }]);
  expect(outcomes.at(-1)).toBe("conflict");
});

test("held funds cannot be spent by another operation", () => {
  expect(codes([mint("a", 10n), hold("h", 6n), post("b", move(ann, bob, 5n))]).at(-1)).toBe(
    "insufficient_balance",
  );
});

test("limits apply to the result of a posting set, not to the order of its postings", () => {
  const roundTrip = post("r", [...move(ann, bob, 5n), ...move(bob, ann, 5n)]);
  expect(codes([roundTrip])).toEqual(["recorded"]);
  expect(balances([roundTrip])).toMatchObject({ "wallet/ann/base/USDX": [0n, 0n] });
});

test("no more can be repaid than is owed", () => {
  const owed: LedgerAccount = { kind: "receivable", owner: "ann", asset: token };
  const lent = post("a", move(owed, ann, 1n));
  expect(codes([lent, post("b", move(ann, owed, 1n))])).toEqual(["recorded", "recorded"]);
  expect(codes([mint("m", 5n), lent, post("b", move(ann, owed, 2n))]).at(-1)).toBe("unprocessable");
});

test("the same operation under the same key is recorded once, and another operation under it is refused", () => {
  expect(codes([mint("a", 10n), mint("a", 10n), mint("a", 11n), hold("a", 10n)])).toEqual([
    "recorded",
    "repeated",
    "conflict",
    "conflict",
  ]);
});

test("a refused operation can be retried under its key once there are funds", () => {
  expect(codes([hold("h", 5n), mint("a", 5n), hold("h", 5n)])).toEqual([
    "insufficient_balance",
    "recorded",
    "recorded",
  ]);
});

test("time never goes back in a journal", () => {
  const later = instantFromMs(start + 5_000);
  const facts = { ...empty, head: { ...empty.head, at: later } };
  expect(decide(facts, [mint("a", 1n)], start).outcomes).toMatchObject([{ at: later }]);
});

test("an asset has one scale in a journal, for all accounts", () => {
  const cents: LedgerAccount = { ...bob, owner: "cyd", asset: { code: "USDX", scale: 2 } };
  const otherSupply: LedgerAccount = { ...supply, owner: "other", asset: cents.asset };
  expect(() => decide(empty, [mint("a", 1n), post("b", move(otherSupply, cents, 1n))], start)).toThrow(
    /one scale/,
  );
  const known = { ...empty, scales: new Map([["USDX", 7]]) };
  expect(() => decide(known, [mint("a", 1n)], start)).toThrow(/one scale/);
});

test("a balance beyond the numeric range of the database is refused", () => {
  const most = 10n ** 38n - 1n;
  const external: LedgerAccount = { kind: "external", owner: "x", asset: token };
  const outcomes = codes([post("a", move(external, ann, most)), post("b", move(external, ann, 1n))]);
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
