import { afterAll, beforeAll, expect, test } from "vitest";
import { createManualClock } from "../../../test/auth.ts";
import { createGate } from "../../../test/gate.ts";
import { type LedgerWorld, mint, move, openLedger, wallet } from "../../../test/ledger.ts";
import { addMs, systemClock } from "../../kernel/instant.ts";
import type { Operation } from "../operation.ts";
import { readStatement } from "../reading/account-statement.ts";
import { lockHead } from "./facts-store.ts";
import { createLedgerWriter } from "./ledger-writer.ts";
import { recordOperations } from "./record-operations.ts";

const yearMs = 365 * 24 * 60 * 60 * 1000;
const ann = wallet("ann");

let world: LedgerWorld;

beforeAll(async () => {
  world = await openLedger();
});

afterAll(() => world.close());

test("a node whose clock is ahead does not date the journal into the future", async () => {
  const scope = world.newScope();
  const clock = createManualClock(addMs(systemClock.now(), yearMs));
  await world.database.transaction((tx) => recordOperations({ clock }, tx, scope, [mint("a", ann, 100n)]));
  const now = systemClock.now();
  const period = { from: addMs(now, -60_000), to: addMs(now, 60_000) };
  const { entries } = await readStatement(world.database, scope, ann, period);
  expect(entries).toHaveLength(1);
});

test("nothing is written behind a head that is not the journal's last record", async () => {
  const scope = world.newScope();
  await world.record(scope, [mint("a", ann, 1n)]);
  await world.tamper(`UPDATE ledger_heads SET last_sequence = 5 WHERE tenant_id = '${scope.tenantId}'`);
  await expect(world.record(scope, [mint("b", ann, 1n)])).rejects.toThrow(/the head of a journal/);
  await world.tamper(`UPDATE ledger_heads SET last_sequence = 1 WHERE tenant_id = '${scope.tenantId}'`);
  expect(await world.record(scope, [mint("b", ann, 1n)])).toBe(0);
});

test("a balance that was lost is noticed and not taken for zero", async () => {
  const scope = world.newScope();
  await world.record(scope, [mint("a", ann, 1n)]);
  await world.tamper(`DELETE FROM ledger_balances WHERE tenant_id = '${scope.tenantId}'`);
  await expect(world.record(scope, [mint("b", ann, 1n)])).rejects.toThrow(/lost its balance/);
});

test("an asset keeps its scale, also in an account that another batch opens", async () => {
  const scope = world.newScope();
  await world.record(scope, [mint("a", ann, 1n)]);
  const finer = wallet("bob", { code: "USDX", scale: 7 });
  await expect(world.record(scope, [move("b", finer, wallet("cyd", finer.asset), 1n)])).rejects.toThrow(
    /one scale/,
  );
});

test("while a journal is locked its writers are told to come back, all at once, and other tenants go on", async () => {
  const writer = createLedgerWriter({ database: world.database, clock: systemClock });
  const [locked, other] = [world.newScope(), world.newScope()];
  await writer.record(locked, mint("first", ann, 1n));
  const [isHeld, isDone] = [createGate(), createGate()];
  const holder = world.database.transaction(async (tx) => {
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

test("a caller's bug is the caller's alone: the others of its batch are recorded together", async () => {
  const writer = createLedgerWriter({ database: world.database, clock: systemClock });
  const scope = world.newScope();
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
