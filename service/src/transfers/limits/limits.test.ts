import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { eventually } from "../../../test/eventually.ts";
import { createGate } from "../../../test/gate.ts";
import { insertMoved, openTerms, type TermsEnvironment } from "../../../test/transfer-terms.ts";
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

test("a tenant without limits costs one statement, and an empty batch costs none", async () => {
  await using env = await openTerms();
  const count = async (candidates: readonly (LimitCandidate | undefined)[]) =>
    env.database.transaction(async (tx) => {
      const counted = countStatements(tx);
      expect(await check(counted.tx, env, candidates)).toEqual(candidates.map(() => undefined));
      return counted.count();
    });
  expect(await count([candidate(env, 10n ** 30n), undefined])).toBe(1);
  expect(await count([undefined])).toBe(1);
});

test("today's transfers count by account, transfer type and network, unless failed or canceled", async () => {
  await using env = await openTerms();
  const { anna, bert } = env;
  await set(env, { accountId: anna, dailyCents: 1_000n });
  await set(env, { transferType: "wire", dailyCents: 2_000n });
  for (const moved of [
    { accountId: anna, cents: 300n, at: at(0) },
    { accountId: anna, cents: 100n, at: noon, status: "complete", transferTypes: ["base", "solana"] },
    { accountId: bert, cents: 900n, at: noon, transferTypes: ["base", "wire"] },
    // None of these count.
    { accountId: anna, cents: 5_000n, at: instantFromMs(midnight - 1) },
    { accountId: anna, cents: 5_000n, at: at(24) },
    { accountId: anna, cents: 5_000n, at: noon, status: "failed" },
    { accountId: anna, cents: 5_000n, at: noon, status: "canceled" },
    { accountId: anna, cents: 5_000n, at: noon, network: "mainnet" },
  ] as const) {
    await insertMoved(env.database, env, moved);
  }
  // Anna has 1,000 minus 400 left; wires of all accounts have 2,000 minus 300 and 900.
  const refusalsFor = (...input: readonly LimitCandidate[]) => refusals(env, input);
  expect(await refusalsFor(candidate(env, 600n))).toEqual([undefined]);
  expect(await refusalsFor(candidate(env, 601n))).toEqual([expect.stringContaining("6.00 USD remains")]);
  const byBert = (cents: bigint) => ({ ...candidate(env, cents), accountId: bert });
  expect(await refusalsFor(byBert(800n))).toEqual([undefined]);
  expect(await refusalsFor(byBert(801n))).toEqual([
    expect.stringContaining("daily limit of 20.00 USD by wire; 8.00 USD remains"),
  ]);
  expect(await refusalsFor({ ...byBert(10_000n), transferTypes: ["base", "ach_credit"] })).toEqual([
    undefined,
  ]);
  // Transfers of one batch share what remains.
  expect(await refusalsFor(candidate(env, 600n), byBert(201n), byBert(200n))).toEqual([
    undefined,
    expect.stringContaining("2.00 USD remains"),
    undefined,
  ]);
});

test("two concurrent batches cannot exceed a limit together", async () => {
  await using env = await openTerms();
  await set(env, { dailyCents: 1_000n });
  const [firstHasChecked, mayCommit] = [createGate(), createGate()];
  const first = env.database.transaction(async (tx) => {
    const [refusal] = await check(tx, env, [candidate(env, 600n)]);
    await insertMoved(tx, env, { accountId: env.anna, cents: 600n, at: noon });
    firstHasChecked.open();
    await mayCommit.opened;
    return refusal;
  });
  await firstHasChecked.opened;
  const second = env.database.transaction((tx) =>
    check(tx, env, [candidate(env, 600n), candidate(env, 400n)]),
  );
  await eventually(async () => {
    expect(await env.database.rows(waiting)).toHaveLength(1);
  });
  mayCommit.open();
  expect(await first).toBeUndefined();
  expect(await second).toMatchObject([{ code: "limit_exceeded" }, undefined]);
});

test("many concurrent batches accept exactly what fits", async () => {
  await using env = await openTerms();
  await set(env, { dailyCents: 1_000n });
  await set(env, { accountId: env.anna, dailyCents: 5_000n, perTransferCents: 400n });
  const tries = Array.from({ length: 8 }, () =>
    env.database.transaction(async (tx) => {
      const [refusal] = await check(tx, env, [candidate(env, 300n)]);
      if (refusal === undefined) await insertMoved(tx, env, { accountId: env.anna, cents: 300n, at: noon });
      return refusal === undefined;
    }),
  );
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(3);
});

test("a limit exists once per scope, is changed in place and removed, and changes are audited", async () => {
  await using env = await openTerms();
  const { database, tenantId, manager, anna } = env;
  const first = await set(env, { accountId: anna, transferType: "wire", dailyCents: 100n });
  const again = await set(env, { accountId: anna, transferType: "wire", perTransferCents: 50n });
  expect(again).toMatchObject({ id: first.id, perTransferCents: 50n, dailyCents: undefined });
  const whole = await set(env, { dailyCents: 100n });
  expect(await selectLimits(database, tenantId)).toEqual([again, whole]);
  const remove = (id: string) =>
    database.transaction((tx) =>
      removeLimit(env.deps, tx, { cause: testCause, managingAccountId: manager, id }),
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
  ["neither limit", {}, "validation_failed"],
  ["an unknown transfer type", { dailyCents: 1n, transferType: "pigeon" }, "validation_failed"],
  [
    "an account that does not exist",
    { dailyCents: 1n, accountId: "01JD7Q2M8W3T5V6X9YZABCDEFG" },
    "not_found",
  ],
  ["an account of another network", { dailyCents: 1n, network: "mainnet", accountId: "anna" }, "not_found"],
  ["an invalid id", { dailyCents: 1n, accountId: "x" }, "not_found"],
  ["an account that is not a managing account", { dailyCents: 1n, managingAccountId: "anna" }, "not_found"],
] as const)("%s is refused, and nothing is set", async (_what, { ...fields }, code) => {
  await using env = await openTerms();
  const named = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === "anna" ? env.anna : value]),
  );
  await expect(set(env, named)).rejects.toMatchObject({ refusal: { code } });
  expect(await selectLimits(env.database, env.tenantId)).toEqual([]);
});

function at(hour: number): Instant {
  return instantFromMs(midnight + hour * 60 * 60_000);
}

function candidate({ anna }: TermsEnvironment, cents: bigint): LimitCandidate {
  return {
    network: "testnet",
    accountId: anna,
    transferTypes: ["wire", "base"],
    cents,
    pointer: "/amount/value",
  };
}

async function check(
  tx: Transaction,
  { tenantId }: TermsEnvironment,
  candidates: readonly (LimitCandidate | undefined)[],
) {
  return refuseBeyondLimits(tx, tenantId, await selectLimits(tx, tenantId), candidates, noon);
}

async function refusals(env: TermsEnvironment, candidates: readonly LimitCandidate[]) {
  const outcomes = await env.database.transaction((tx) => check(tx, env, candidates));
  return outcomes.map((refusal) => refusal?.detail);
}

interface LimitFields {
  readonly managingAccountId?: string;
  readonly network?: "testnet" | "mainnet";
  readonly accountId?: string;
  readonly transferType?: string;
  readonly perTransferCents?: bigint;
  readonly dailyCents?: bigint;
}

function set({ database, deps, manager }: TermsEnvironment, fields: LimitFields) {
  return database.transaction((tx) =>
    setLimit(deps, tx, {
      cause: testCause,
      managingAccountId: fields.managingAccountId ?? manager,
      network: fields.network ?? "testnet",
      accountId: fields.accountId,
      transferType: fields.transferType,
      perTransferCents: fields.perTransferCents,
      dailyCents: fields.dailyCents,
    }),
  );
}

function countStatements(tx: Transaction): { readonly tx: Transaction; readonly count: () => number } {
  let count = 0;
  const counting = <Args extends readonly unknown[], ApiResponse>(run: (...args: Args) => ApiResponse) => {
    return (...args: Args): ApiResponse => {
      count += 1;
      return run(...args);
    };
  };
  const counted: Transaction = {
    rows: (statement, values) => counting(() => tx.rows(statement, values))(),
    first: (statement, values) => counting(() => tx.first(statement, values))(),
    run: counting(tx.run),
    later: counting(tx.later),
    savepoint: tx.savepoint,
    afterCommit: tx.afterCommit,
  };
  return { tx: counted, count: () => count };
}
