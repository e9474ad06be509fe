import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { eventually } from "../../../test/eventually.ts";
import { createGate } from "../../../test/gate.ts";
import { insertMoved, openTerms, type TermsWorld } from "../../../test/transfer-terms.ts";
import { readAudit } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { removeLimit, setLimit } from "./change-limits.ts";
import { refuseBeyondLimits } from "./refuse-beyond-limits.ts";
import { selectLimits } from "./store.ts";
import type { LimitCandidate } from "./transfer-limit.ts";

const midnight = instantFromMs(Date.UTC(2026, 10, 15));
const noon = at(12);
const waiting = statement(`
  SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);

test("a tenant without limits costs one statement, and nobody at all costs none", async () => {
  await using world = await openTerms();
  const count = async (candidates: readonly (LimitCandidate | undefined)[]) =>
    world.database.transaction(async (tx) => {
      const counted = countStatements(tx);
      expect(await refuseBeyondLimits(counted.tx, world.tenantId, candidates, noon)).toEqual(
        candidates.map(() => undefined),
      );
      return counted.count();
    });
  expect(await count([candidate(world, 10n ** 30n), undefined])).toBe(1);
  expect(await count([undefined])).toBe(0);
});

test("what was moved today counts, by account, way and network, unless it came to nothing", async () => {
  await using world = await openTerms();
  const { anna, bert } = world;
  await set(world, { accountId: anna, dailyCents: 1_000n });
  await set(world, { transferType: "wire", dailyCents: 2_000n });
  for (const moved of [
    { accountId: anna, cents: 300n, at: at(0) },
    { accountId: anna, cents: 100n, at: noon, status: "complete", transferTypes: ["base", "solana"] },
    { accountId: bert, cents: 900n, at: noon, transferTypes: ["base", "wire"] },
    // None of these counts.
    { accountId: anna, cents: 5_000n, at: instantFromMs(midnight - 1) },
    { accountId: anna, cents: 5_000n, at: at(24) },
    { accountId: anna, cents: 5_000n, at: noon, status: "failed" },
    { accountId: anna, cents: 5_000n, at: noon, status: "canceled" },
    { accountId: anna, cents: 5_000n, at: noon, network: "mainnet" },
  ] as const) {
    await insertMoved(world.database, world, moved);
  }
  // Anna has 1,000 less 400; wires of all accounts have 2,000 less 300 and 900.
  const ask = (...asked: readonly LimitCandidate[]) => refusals(world, asked);
  expect(await ask(candidate(world, 600n))).toEqual([undefined]);
  expect(await ask(candidate(world, 601n))).toEqual([expect.stringContaining("6.00 USD is left")]);
  const byBert = (cents: bigint) => ({ ...candidate(world, cents), accountId: bert });
  expect(await ask(byBert(800n))).toEqual([undefined]);
  expect(await ask(byBert(801n))).toEqual([
    expect.stringContaining("daily limit of 20.00 USD by wire: 8.00 USD is left"),
  ]);
  expect(await ask({ ...byBert(10_000n), transferTypes: ["base", "ach_credit"] })).toEqual([undefined]);
  // Those of one batch share what is left.
  expect(await ask(candidate(world, 600n), byBert(201n), byBert(200n))).toEqual([
    undefined,
    expect.stringContaining("2.00 USD is left"),
    undefined,
  ]);
});

test("two batches at one moment cannot pass a limit together", async () => {
  await using world = await openTerms();
  await set(world, { dailyCents: 1_000n });
  const [firstHasAsked, mayCommit] = [createGate(), createGate()];
  const first = world.database.transaction(async (tx) => {
    const [refusal] = await refuseBeyondLimits(tx, world.tenantId, [candidate(world, 600n)], noon);
    await insertMoved(tx, world, { accountId: world.anna, cents: 600n, at: noon });
    firstHasAsked.open();
    await mayCommit.opened;
    return refusal;
  });
  await firstHasAsked.opened;
  const second = world.database.transaction((tx) =>
    refuseBeyondLimits(tx, world.tenantId, [candidate(world, 600n), candidate(world, 400n)], noon),
  );
  await eventually(async () => {
    expect(await world.database.rows(waiting)).toHaveLength(1);
  });
  mayCommit.open();
  expect(await first).toBeUndefined();
  expect(await second).toMatchObject([{ code: "limit_exceeded" }, undefined]);
});

test("many batches at once accept exactly what fits", async () => {
  await using world = await openTerms();
  await set(world, { dailyCents: 1_000n });
  await set(world, { accountId: world.anna, dailyCents: 5_000n, perTransferCents: 400n });
  const tries = Array.from({ length: 8 }, () =>
    world.database.transaction(async (tx) => {
      const [refusal] = await refuseBeyondLimits(tx, world.tenantId, [candidate(world, 300n)], noon);
      if (refusal === undefined)
        await insertMoved(tx, world, { accountId: world.anna, cents: 300n, at: noon });
      return refusal === undefined;
    }),
  );
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(3);
});

test("a limit is set once for each thing, changed in place, removed, and the audit log knows", async () => {
  await using world = await openTerms();
  const { database, tenantId, manager, anna } = world;
  const first = await set(world, { accountId: anna, transferType: "wire", dailyCents: 100n });
  const again = await set(world, { accountId: anna, transferType: "wire", perTransferCents: 50n });
  expect(again).toMatchObject({ id: first.id, perTransferCents: 50n, dailyCents: undefined });
  const whole = await set(world, { dailyCents: 100n });
  expect(await selectLimits(database, tenantId)).toEqual([again, whole]);
  const remove = (id: string) =>
    database.transaction((tx) =>
      removeLimit(world.deps, tx, { cause: testCause, managingAccountId: manager, id }),
    );
  await remove(first.id);
  await expect(remove(first.id)).rejects.toMatchObject({ refusal: { code: "not_found" } });
  expect(await selectLimits(database, tenantId)).toEqual([whole]);
  const entries = await readAudit(database, { tenantId, limit: 10 });
  const limitEntries = entries.filter(({ subject }) => subject.id === first.id);
  expect(
    limitEntries.map(({ action, before, after }) => [action, before?.["daily"], after?.["daily"]]),
  ).toEqual([
    ["transfer_limit.remove", null, undefined],
    ["transfer_limit.set", "1.00", null],
    ["transfer_limit.set", undefined, "1.00"],
  ]);
});

test.each([
  ["nothing that is limited", {}, "validation_failed"],
  ["a way that does not exist", { dailyCents: 1n, transferType: "pigeon" }, "validation_failed"],
  ["an account of nobody", { dailyCents: 1n, accountId: "01JD7Q2M8W3T5V6X9YZABCDEFG" }, "not_found"],
  ["an account of another network", { dailyCents: 1n, network: "mainnet", accountId: "anna" }, "not_found"],
  ["what is no id", { dailyCents: 1n, accountId: "x" }, "not_found"],
  ["a tenant that is none", { dailyCents: 1n, managingAccountId: "anna" }, "not_found"],
] as const)("%s is refused, and nothing is set", async (_what, { ...wish }, code) => {
  await using world = await openTerms();
  const named = Object.fromEntries(
    Object.entries(wish).map(([name, value]) => [name, value === "anna" ? world.anna : value]),
  );
  await expect(set(world, named)).rejects.toMatchObject({ refusal: { code } });
  expect(await selectLimits(world.database, world.tenantId)).toEqual([]);
});

function at(hour: number): Instant {
  return instantFromMs(midnight + hour * 60 * 60_000);
}

function candidate({ anna }: TermsWorld, cents: bigint): LimitCandidate {
  return {
    network: "testnet",
    accountId: anna,
    transferTypes: ["wire", "base"],
    cents,
    pointer: "/amount/value",
  };
}

async function refusals(world: TermsWorld, candidates: readonly LimitCandidate[]) {
  const outcomes = await world.database.transaction((tx) =>
    refuseBeyondLimits(tx, world.tenantId, candidates, noon),
  );
  return outcomes.map((refusal) => refusal?.detail);
}

interface Wish {
  readonly managingAccountId?: string;
  readonly network?: "testnet" | "mainnet";
  readonly accountId?: string;
  readonly transferType?: string;
  readonly perTransferCents?: bigint;
  readonly dailyCents?: bigint;
}

function set({ database, deps, manager }: TermsWorld, wish: Wish) {
  return database.transaction((tx) =>
    setLimit(deps, tx, {
      cause: testCause,
      managingAccountId: wish.managingAccountId ?? manager,
      network: wish.network ?? "testnet",
      accountId: wish.accountId,
      transferType: wish.transferType,
      perTransferCents: wish.perTransferCents,
      dailyCents: wish.dailyCents,
    }),
  );
}

function countStatements(tx: Transaction): { readonly tx: Transaction; readonly count: () => number } {
  let count = 0;
  const counting = <Args extends readonly unknown[], Answer>(run: (...args: Args) => Answer) => {
    return (...args: Args): Answer => {
      count += 1;
      return run(...args);
    };
  };
  const counted: Transaction = {
    rows: (statement, values) => counting(() => tx.rows<never>(statement, values))(),
    first: (statement, values) => counting(() => tx.first<never>(statement, values))(),
    run: counting(tx.run),
    afterCommit: tx.afterCommit,
  };
  return { tx: counted, count: () => count };
}
