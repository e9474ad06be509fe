import { afterAll, beforeAll, expect, test } from "vitest";
import { createManualClock } from "../../../test/auth.ts";
import { createGate } from "../../../test/gate.ts";
import { type LedgerEnvironment, mint, move, openLedger, wallet } from "../../../test/ledger.ts";
import { addMs, systemClock } from "../../kernel/instant.ts";
import type { Operation } from "../operation.ts";
import { lockHead } from "../proving/rebuild-store.ts";
import { readStatement } from "../reading/account-statement.ts";
import { createLedgerWriter } from "./ledger-writer.ts";
import { recordOperations } from "./record-operations.ts";

const yearMs = 365 * 24 * 60 * 60 * 1000;
const ann = wallet("ann");

let env: LedgerEnvironment;

beforeAll(async () => {
  env = await openLedger();
});

afterAll(() => env.close());

test("a node whose clock is ahead does not date records into the future", async () => {
  const scope = env.newScope();
  const clock = createManualClock(addMs(systemClock.now(), yearMs));
  await env.database.transaction((tx) => recordOperations({ clock }, tx, scope, [mint("a", ann, 100n)]));
  const now = systemClock.now();
  const period = { from: addMs(now, -60_000), to: addMs(now, 60_000) };
  const { entries } = await readStatement(env.database, scope, ann, period);
  expect(entries).toHaveLength(1);
});

test("nothing is written if the head does not match the last record", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("a", ann, 1n)]);
  await env.tamper(`UPDATE ledger_heads SET last_sequence = 5 WHERE tenant_id = '${scope.tenantId}'`);
  await expect(env.record(scope, [mint("b", ann, 1n)])).rejects.toThrow(/the head of a journal/);
  await env.tamper(`UPDATE ledger_heads SET last_sequence = 1 WHERE tenant_id = '${scope.tenantId}'`);
  expect(await env.record(scope, [mint("b", ann, 1n)])).toBe(0);
});

test("a lost balance is detected and not treated as zero", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("a", ann, 1n)]);
  await env.tamper(`DELETE FROM ledger_balances WHERE tenant_id = '${scope.tenantId}'`);
  await expect(env.record(scope, [mint("b", ann, 1n)])).rejects.toThrow(/is missing its balance/);
});

test("an asset keeps its scale, also in an account opened by another batch", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("a", ann, 1n)]);
  const finer = wallet("bob", { code: "USDX", scale: 7 });
  await expect(env.record(scope, [move("b", finer, wallet("cyd", finer.asset), 1n)])).rejects.toThrow(
    /one scale/,
  );
});

test("writers of a locked journal fail fast together, and other tenants are not affected", async () => {
  const writer = createLedgerWriter({ database: env.database, clock: systemClock });
  const [locked, other] = [env.newScope(), env.newScope()];
  await writer.record(locked, mint("first", ann, 1n));
  const [isHeld, isDone] = [createGate(), createGate()];
  const holder = env.database.transaction(async (tx) => {
    await lockHead(tx, locked);
    isHeld.open();
    await isDone.opened;
  });
  await isHeld.opened;
  const waiting = Promise.allSettled(
    ["a", "b", "c", "d"].map((key) => writer.record(locked, mint(key, ann, 1n))),
  );
  expect(await writer.record(other, mint("a", ann, 1n))).toMatchObject({ type: "recorded" });
  for (const outcome of await waiting) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { refusal: { code: "overloaded" } } });
  }
  isDone.open();
  await holder;
  expect(await writer.record(locked, mint("a", ann, 1n))).toMatchObject({ type: "recorded" });
  await writer.drain();
});

test("a caller's bug fails only that caller: the rest of its batch is recorded", async () => {
  const writer = createLedgerWriter({ database: env.database, clock: systemClock });
  const scope = env.newScope();
  const unbalanced: Operation = { type: "post", key: "bad", postings: [{ account: ann, units: 1n }] };
  const outcomes = await Promise.allSettled(
    [mint("a", ann, 1n), unbalanced, mint("b", ann, 1n)].map((operation) => writer.record(scope, operation)),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const [first, , last] = outcomes;
  expect(first).toMatchObject({ value: { sequence: 1n } });
  expect(last).toMatchObject({ value: { sequence: 2n } });
  await writer.drain();
});
