import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  fillJournal,
  hold,
  type LedgerEnvironment,
  ledgerStart,
  mint,
  move,
  openLedger,
  wallet,
} from "../../../test/ledger.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import {
  findAccountByPath,
  readStatement,
  type StatementEntry,
  type StatementSummary,
  statementCsv,
  statementJson,
  streamStatement,
  summariseStatement,
} from "../index.ts";
import type { LedgerAccount } from "../ledger-account.ts";
import type { LedgerScope, Operation } from "../operation.ts";
import { readStatementPage } from "./account-statement.ts";

let env: LedgerEnvironment;
let scope: LedgerScope;
const period = { from: ledgerStart, to: instantFromMs(ledgerStart + 60_000) };

beforeAll(async () => {
  env = await openLedger();
  scope = env.newScope();
  await fillJournal(env, scope);
});

afterAll(() => env.close());

test("a statement has an opening balance, entries with running balances, and a closing balance", async () => {
  const from = instantFromMs(ledgerStart + 1);
  const { opening, closing, totalIn, totalOut, entries, next } = await readStatement(
    env.database,
    scope,
    wallet("anna"),
    { ...period, from },
  );
  const amounts = [opening, closing, totalIn, totalOut].map(formatAmount);
  expect(amounts).toEqual(["0.001", "0.000735", "0.000055", "0.00032"]);
  expect(next).toBeUndefined();
  expect(entries.map(shown)).toEqual([
    [7n, "post", "move/1", -200n, 800n, ["wallet/bert/base/USDX"]],
    [8n, "post_hold", "post/full", -100n, 700n, ["wallet/bert/base/USDX"]],
    [9n, "post_hold", "post/part", -20n, 680n, ["wallet/bert/base/USDX"]],
    [11n, "post", "split/1", 50n, 730n, ["wallet/bert/base/USDX", "fees///USDX"]],
    [12n, "post", "move/2", 5n, 735n, ["wallet/bert/base/USDX"]],
  ]);
});

test("two postings of one record to the same account are two entries", async () => {
  const fees: LedgerAccount = { kind: "fees", asset: wallet("x").asset };
  const { entries } = await readStatement(env.database, scope, fees, period);
  expect(entries.map(({ sequence, position, change }) => [sequence, position, change.units])).toEqual([
    [11n, 2, 7n],
    [11n, 3, 3n],
  ]);
});

test("holds and voids are included only on request, with the held balance", async () => {
  const input = { ...period, includesHolds: true };
  const { entries } = await readStatement(env.database, scope, wallet("anna"), input);
  expect(entries.map(({ type, heldChange, held }) => [type, heldChange.units, held.units])).toEqual([
    ["post", 0n, 0n],
    ["hold", 30n, 30n],
    ["hold", 100n, 130n],
    ["hold", 50n, 180n],
    ["hold", 70n, 250n],
    ["post", 0n, 250n],
    ["post_hold", -100n, 150n],
    ["post_hold", -50n, 100n],
    ["void_hold", -70n, 30n],
    ["post", 0n, 30n],
    ["post", 0n, 30n],
  ]);
});

test("a statement that is read page by page excludes records added since it was started", async () => {
  const scope = env.newScope();
  const [anna, bert] = [wallet("anna"), wallet("bert")];
  await env.record(scope, [mint("m", anna, 100n), ...moves("before", 4)]);
  const from = ledgerStart;
  const to = instantFromMs(env.clock.now() + 10_000);
  const first = await readStatement(env.database, scope, anna, { from, to, pageSize: 2 });
  await env.record(scope, moves("after", 3));
  const after = first.next;
  expect(after).toBeDefined();
  const rest = await readStatementPage(env.database, scope, first, after === undefined ? {} : { after });
  const keys = [...first.entries, ...rest.entries].map(({ key }) => key);
  expect(keys).toEqual(["m", "before/0", "before/1", "before/2", "before/3"]);
  expect(rest.next).toBeUndefined();
  expect(first.closing.units).toBe(96n);

  function moves(name: string, count: number): readonly Operation[] {
    return Array.from({ length: count }, (_, index) => move(`${name}/${index}`, anna, bert, 1n));
  }
});

test("an unused account has an empty statement, and a period may be empty", async () => {
  const nothing = await readStatement(env.database, scope, wallet("unknown"), period);
  expect([nothing.opening.units, nothing.closing.units, nothing.entries]).toEqual([0n, 0n, []]);
  const at = instantFromMs(ledgerStart + 2_000);
  const instant = await readStatement(env.database, scope, wallet("anna"), { from: at, to: at });
  expect([instant.opening.units, instant.closing.units, instant.entries]).toEqual([1_000n, 1_000n, []]);
});

test("statements of adjacent periods add up to the statement of the whole period", async () => {
  const anna = wallet("anna");
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(historyArbitrary, cutsArbitrary, async (steps, cuts) => {
      const scope = env.newScope();
      const start = env.clock.now();
      const truth = await recordSteps(scope, steps);
      const [a = 0, b = 0, c = 0] = cuts.map((cut) => start + cut).sort((left, right) => left - right);
      const whole = await read(scope, anna, a, c);
      const [left, right] = [await read(scope, anna, a, b), await read(scope, anna, b, c)];
      expect(left.summary.opening).toEqual(whole.summary.opening);
      expect(right.summary.opening).toEqual(left.summary.closing);
      expect(right.summary.closing).toEqual(whole.summary.closing);
      expect([...left.entries, ...right.entries]).toEqual(whole.entries);
      const inside = truth.filter(({ at }) => at >= a && at < c);
      expect(whole.entries.map(({ key, change }) => [key, change.units])).toEqual(
        inside.map(({ key, change }) => [key, change]),
      );
      expect(whole.summary.opening.units).toBe(sum(truth.filter(({ at }) => at < a)));
      expect(whole.summary.closing.units).toBe(sum(truth.filter(({ at }) => at < c)));
      checked += 1;
    }),
    { numRuns: 25 },
  );
  expect(checked).toBe(25);
});

test("a CSV statement is exact, follows RFC 4180, and contains no formulas", async () => {
  const scope = env.newScope();
  const [anna, bert] = [wallet("anna"), wallet("bert")];
  const key = '=HYPERLINK("x"),\n1';
  await env.record(scope, [mint("@mint", anna, 1_234_567n), move(key, anna, bert, 7n), hold("-h", anna, 1n)]);
  const at = new Date(env.clock.now()).toISOString();
  const written = { from: env.clock.now(), to: instantFromMs(env.clock.now() + 1), includesHolds: true };
  const account = "wallet/anna/base/USDX";
  expect(await csvOf(scope, anna, written)).toBe(
    [
      "account,at,sequence,type,key,change,balance,counterparts,held_change,held",
      `${account},${at},,opening_balance,,,0.00,,,`,
      `${account},${at},1,post,'@mint,1.234567,1.234567,supply/USDX/base/USDX,0.00,0.00`,
      `${account},${at},2,post,"'=HYPERLINK(""x""),\n1",-0.000007,1.23456,wallet/bert/base/USDX,0.00,0.00`,
      `${account},${at},3,hold,'-h,0.00,1.23456,,0.000001,0.000001`,
      `${account},${new Date(written.to).toISOString()},,closing_balance,,,1.23456,,,`,
      "",
    ].join("\r\n"),
  );
});

test("a JSON statement is one object, with and without entries", async () => {
  const json = JSON.parse(await jsonOf(scope, wallet("bert"), period));
  expect(json).toMatchObject({
    account: "wallet/bert/base/USDX",
    asset: "USDX",
    from: "2020-01-01T00:00:00.000Z",
    opening_balance: "0.00",
    closing_balance: "0.000255",
    total_in: "0.00032",
    total_out: "0.000065",
  });
  expect(json.entries[0]).toEqual({
    at: "2020-01-01T00:00:02.000Z",
    sequence: "7",
    type: "post",
    key: "move/1",
    change: "0.0002",
    balance: "0.0002",
    counterparts: ["wallet/anna/base/USDX"],
  });
  expect(JSON.parse(await jsonOf(scope, wallet("unknown"), period)).entries).toEqual([]);
});

test("an account is found only by its path", async () => {
  const found = await findAccountByPath(env.database, scope, "wallet/anna/base/USDX");
  expect(found).toEqual(wallet("anna"));
  expect(await findAccountByPath(env.database, scope, "fees///USDX")).toMatchObject({ kind: "fees" });
  for (const path of [
    "",
    "wallet",
    "wallet/anna/base/EUR",
    "purse/anna/base/USDX",
    "wallet/anna/base/USDX/x",
  ]) {
    expect(await findAccountByPath(env.database, scope, path), path).toBeUndefined();
  }
});

interface Step {
  readonly waitMs: number;
  readonly units: number;
  readonly way: "in" | "out" | "hold";
}

const spanMs = 50;
const historyArbitrary = fc.array(
  fc.record({
    waitMs: fc.nat(5),
    units: fc.integer({ min: 1, max: 9 }),
    way: fc.constantFrom("in" as const, "out" as const, "hold" as const),
  }),
  { maxLength: 15 },
);
const cutsArbitrary = fc.tuple(fc.nat(spanMs), fc.nat(spanMs), fc.nat(spanMs));

/** Records the steps and returns how each one changed Anna's balance. */
async function recordSteps(scope: LedgerScope, steps: readonly Step[]) {
  const [anna, bert] = [wallet("anna"), wallet("bert")];
  const truth: { at: Instant; key: string; change: bigint }[] = [];
  for (const [index, { waitMs, units, way }] of steps.entries()) {
    env.clock.advance(waitMs);
    const amount = BigInt(units);
    const key = `step/${index}`;
    const operations = {
      in: mint(key, anna, amount),
      out: move(key, anna, bert, amount),
      hold: hold(key, anna, amount),
    };
    const refused = await env.record(scope, [operations[way]]);
    if (refused > 0 || way === "hold") continue;
    truth.push({ at: env.clock.now(), key, change: way === "in" ? amount : -amount });
  }
  return truth;
}

function sum(changes: readonly { readonly change: bigint }[]): bigint {
  return changes.reduce((total, { change }) => total + change, 0n);
}

async function read(scope: LedgerScope, account: LedgerAccount, from: number, to: number) {
  const input = { from: instantFromMs(from), to: instantFromMs(to) };
  const summary = await summariseStatement(env.database, scope, account, input);
  const entries: StatementEntry[] = [];
  for await (const page of streamStatement(env.database, scope, summary)) entries.push(...page);
  return { summary, entries };
}

type Written = Parameters<typeof summariseStatement>[3];

const csvOf = (scope: LedgerScope, account: LedgerAccount, input: Written) =>
  written(scope, account, input, statementCsv);
const jsonOf = (scope: LedgerScope, account: LedgerAccount, input: Written) =>
  written(scope, account, input, statementJson);

async function written(
  scope: LedgerScope,
  account: LedgerAccount,
  input: Written,
  write: (
    summary: StatementSummary,
    pages: AsyncIterable<readonly StatementEntry[]>,
  ) => AsyncIterable<string>,
): Promise<string> {
  const summary = await summariseStatement(env.database, scope, account, input);
  let text = "";
  for await (const piece of write(summary, streamStatement(env.database, scope, summary))) text += piece;
  return text;
}

function shown({ sequence, type, key, change, balance, counterparts }: StatementEntry): readonly unknown[] {
  return [sequence, type, key, change.units, balance.units, counterparts];
}
