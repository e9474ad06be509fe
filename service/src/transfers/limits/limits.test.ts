import { expect, test } from "vitest";
import { addressOf } from "../../../test/addresses.ts";
import { testCause } from "../../../test/auth.ts";
import { eventually } from "../../../test/eventually.ts";
import { createGate } from "../../../test/gate.ts";
import { selectLockWaits } from "../../../test/lock-waits.ts";
import { addAddress } from "../../../test/token-holders.ts";
import { insertMoved, openTerms, type TermsEnvironment } from "../../../test/transfer-terms.ts";
import { readAudit } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { AccountId } from "../../kernel/id.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { removeLimit, setLimit } from "./change-limits.ts";
import { type DefaultLimits, forgetUnlimited, loadLimits } from "./default-limits.ts";
import { selectLimits } from "./store.ts";
import type { LimitCandidate, LimitedOperation } from "./transfer-limit.ts";
import { countCandidates, quoteLimits, releaseCandidates, releaseLimits, showLimits } from "./usage.ts";

const midnight = instantFromMs(Date.UTC(2026, 10, 15));
const noon = at(12);
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
  // With limits, a batch that is accepted costs one more, however many limits apply.
  await set(env, { dailyCents: 1_000n });
  await set(env, { accountId: env.anna, perTransferCents: 900n, thirtyDayCents: 2_000n });
  await refusals(env, [candidate(env, 1n)]);
  expect(await count([candidate(env, 10n), undefined, candidate(env, 20n)])).toBe(2);
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
  // Anna has 1,000 minus 400 left; wires of all accounts have 2,000 minus 300 and 900. Nothing of it is kept.
  const refusalsFor = (...input: readonly LimitCandidate[]) => refusalsOnly(env, input);
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
  await refusals(env, [candidate(env, 1n)]);
  const [firstHasChecked, mayCommit] = [createGate(), createGate()];
  const first = env.database.transaction(async (tx) => {
    const [refusal] = await check(tx, env, [candidate(env, 599n)]);
    firstHasChecked.open();
    await mayCommit.opened;
    return refusal;
  });
  await firstHasChecked.opened;
  const second = env.database.transaction((tx) =>
    check(tx, env, [candidate(env, 600n), candidate(env, 400n)]),
  );
  await eventually(async () => {
    expect(await selectLockWaits(env.database)).toHaveLength(1);
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

test("30 days are counted from the transfers once, then on their own, and days before them do not count", async () => {
  await using env = await openTerms();
  const { anna, tenantId } = env;
  const days = (count: number) => at(12 + 24 * count);
  for (const [back, cents] of [
    [-30, 5_000n],
    [-29, 300n],
    [-1, 200n],
  ] as const)
    await insertMoved(env.database, env, { accountId: anna, cents, at: days(back) });
  await set(env, { thirtyDayCents: 1_000n });
  expect(await refusals(env, [candidate(env, 501n)])).toEqual([
    expect.stringContaining("30-day limit of 10.00 USD; 5.00 USD remains"),
  ]);
  expect(await refusals(env, [candidate(env, 400n)])).toEqual([undefined]);
  const checkAt = (day: number, cents: bigint) =>
    env.database.transaction(async (tx) => {
      const limits = await selectLimits(tx, { tenantId });
      const [quoted, [refusal]] = [
        await quoteLimits(tx, tenantId, limits, candidate(env, cents), days(day)),
        await countCandidates(tx, tenantId, limits, [candidate(env, cents)], days(day)),
      ];
      expect(quoted).toEqual(refusal);
      return refusal?.detail;
    });
  expect(await checkAt(0, 101n)).toContain("1.00 USD remains");
  // Tomorrow the first 300 are older than 30 days.
  expect(await checkAt(1, 401n)).toContain("4.00 USD remains");
  expect(await checkAt(1, 400n)).toBeUndefined();
  expect(await showLimits({}, env.database, tenantId, days(1))).toMatchObject([
    { used: { todayCents: 400n, thirtyDayCents: 1_000n } },
  ]);
  // What fails is released from its own day.
  const failed = { ...candidate(env, 400n), createdAt: noon };
  await env.database.transaction((tx) =>
    releaseLimits({ clock: { now: () => days(1) } }, tx, tenantId, [failed]),
  );
  expect(await showLimits({}, env.database, tenantId, days(1))).toMatchObject([
    { used: { todayCents: 400n, thirtyDayCents: 600n } },
  ]);
});

test("usage counts by operation, asset and destination, and a destination is the same under each of its ids", async () => {
  await using env = await openTerms();
  const { anna, bert } = env;
  const text = addressOf.evm("shop");
  const register = (accountId: AccountId) =>
    addAddress(env, { accountId, tenant: env.manager, kind: "external", text });
  for (const destination of [text, addressOf.evm("other")])
    await insertMoved(env.database, env, { accountId: anna, cents: 100n, at: noon, destination });
  const toShop = await set(env, { destinationAddressId: await register(anna), dailyCents: 300n });
  const replaced = await set(env, { destinationAddressId: await register(bert), dailyCents: 250n });
  expect(replaced).toMatchObject({ id: toShop.id, destination: text });
  await set(env, { operation: "token_mint", dailyCents: 50n });
  await set(env, { asset: "USD", dailyCents: 400n });
  const shop = (cents: bigint) => ({ ...candidate(env, cents), destination: text });
  expect(await refusalsOnly(env, [shop(150n), shop(1n)])).toEqual([
    undefined,
    expect.stringContaining("daily limit of 2.50 USD to this destination; 0.00 USD remains"),
  ]);
  const mint = (cents: bigint) => ({
    ...candidate(env, cents),
    operation: "token_mint" as const,
    assets: ["FUSD"],
  });
  expect(await refusalsOnly(env, [mint(51n), mint(50n), candidate(env, 201n)])).toEqual([
    expect.stringContaining("daily limit of 0.50 USD for mints; 0.50 USD remains"),
    undefined,
    expect.stringContaining("daily limit of 4.00 USD of USD; 2.00 USD remains"),
  ]);
});

test("default limits apply on mainnet until the tenant has a limit of the same scope, and count from the transfers", async () => {
  await using env = await openTerms();
  const { anna, tenantId, database } = env;
  const none = { perTransferCents: undefined, dailyCents: undefined, thirtyDayCents: undefined };
  const defaultLimits: DefaultLimits = {
    all: { ...none, perTransferCents: 900n, dailyCents: 1_000n },
    token_mint: { ...none, thirtyDayCents: 200n },
    treasury_withdrawal: none,
  };
  const network = "mainnet";
  await insertMoved(database, env, { accountId: anna, cents: 300n, at: noon, network });
  const checkOnMainnet = (cents: bigint, operation: LimitedOperation = "transfer") =>
    database.transaction(async (tx) => {
      const limits = await loadLimits({ defaultLimits }, tx, tenantId);
      const item = { ...candidate(env, cents), operation, network } as const;
      const [refusal] = await countCandidates(tx, tenantId, limits, [item], noon);
      return refusal?.detail;
    });
  expect(await checkOnMainnet(901n)).toContain("limit of 9.00 USD per transfer");
  expect(await checkOnMainnet(701n)).toContain("7.00 USD remains");
  expect(await checkOnMainnet(201n, "token_mint")).toContain("30-day limit of 2.00 USD for mints");
  expect(await checkOnMainnet(100n, "token_mint")).toBeUndefined();
  const own = await set(env, { network, dailyCents: 5_000n });
  expect(await checkOnMainnet(2_000n)).toBeUndefined();
  await insertMoved(database, env, { accountId: anna, cents: 600n, at: noon, network });
  const remove = { cause: testCause, managingAccountId: env.manager, id: own.id };
  await database.transaction((tx) => removeLimit(env.deps, tx, remove));
  // Counted again from the transfers, among which are none of the checks above.
  expect(await checkOnMainnet(101n)).toContain("1.00 USD remains");
  expect(await refusals(env, [candidate(env, 10n ** 9n)])).toEqual([undefined]);
  await forgetUnlimited({ defaultLimits: { ...defaultLimits, all: none } }, database);
  await insertMoved(database, env, { accountId: anna, cents: 50n, at: noon, network });
  expect(await checkOnMainnet(51n)).toContain("0.50 USD remains");
});

test("no limit of a tenant replaces the bank's limit of a rail", async () => {
  await using env = await openTerms();
  const { tenantId, database } = env;
  const none = { perTransferCents: undefined, dailyCents: undefined, thirtyDayCents: undefined };
  const rails = new Map([["fednow_credit", 900n]] as const);
  const defaultLimits = { all: none, token_mint: none, treasury_withdrawal: none, rails };
  const network = "mainnet";
  await set(env, { network, transferType: "fednow_credit", perTransferCents: 5_000n });
  const check = (transferType: string, cents: bigint, receivedBy?: string) =>
    database.transaction(async (tx) => {
      const limits = await loadLimits({ defaultLimits }, tx, tenantId);
      const transferTypes = ["base", transferType];
      const item = { ...candidate(env, cents), transferTypes, receivedBy, network } as const;
      return (await countCandidates(tx, tenantId, limits, [item], noon))[0]?.detail;
    });
  expect(await check("fednow_credit", 901n)).toContain("limit of 9.00 USD per transfer by fednow_credit");
  expect(await check("fednow_credit", 900n)).toBeUndefined();
  expect(await check("rtp_credit", 901n)).toBeUndefined();
  // It is for what the bank sends, not for what it receives; a limit of the tenant is for both.
  expect(await check("fednow_credit", 901n, "fednow_credit")).toBeUndefined();
  expect(await check("fednow_credit", 5_001n, "fednow_credit")).toContain("limit of 50.00 USD per transfer");
});

test("a limit exists once per scope, is changed in place and removed, and changes are audited", async () => {
  await using env = await openTerms();
  const { database, tenantId, manager, anna } = env;
  const first = await set(env, { accountId: anna, transferType: "wire", dailyCents: 100n });
  const again = await set(env, { accountId: anna, transferType: "wire", perTransferCents: 50n });
  expect(again).toMatchObject({ id: first.id, perTransferCents: 50n, dailyCents: undefined });
  const whole = await set(env, { dailyCents: 100n });
  expect(await selectLimits(database, { tenantId })).toEqual([again, whole]);
  const remove = (id: string) =>
    database.transaction((tx) =>
      removeLimit(env.deps, tx, { cause: testCause, managingAccountId: manager, id }),
    );
  await remove(first.id);
  await expect(remove(first.id)).rejects.toMatchObject({ refusal: { code: "not_found" } });
  expect(await selectLimits(database, { tenantId })).toEqual([whole]);
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
  [
    "an account that does not exist",
    { dailyCents: 1n, accountId: "01JD7Q2M8W3T5V6X9YZABCDEFG" },
    "not_found",
  ],
  ["an account of another network", { dailyCents: 1n, network: "mainnet", accountId: "anna" }, "not_found"],
  ["an invalid id", { dailyCents: 1n, accountId: "x" }, "not_found"],
  ["an unknown asset", { dailyCents: 1n, asset: "NONE" }, "validation_failed"],
  ["an unknown destination", { dailyCents: 1n, destinationAddressId: "x" }, "validation_failed"],
  ["an account that is not a managing account", { dailyCents: 1n, managingAccountId: "anna" }, "not_found"],
] as const)("%s is refused, and nothing is set", async (_what, { ...fields }, code) => {
  await using env = await openTerms();
  const named = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === "anna" ? env.anna : value]),
  );
  await expect(set(env, named)).rejects.toMatchObject({ refusal: { code } });
  expect(await selectLimits(env.database, env)).toEqual([]);
});

function at(hour: number): Instant {
  return instantFromMs(midnight + hour * 60 * 60_000);
}

function candidate({ anna }: TermsEnvironment, cents: bigint): LimitCandidate {
  return {
    network: "testnet",
    accountId: anna,
    operation: "transfer",
    transferTypes: ["wire", "base"],
    assets: ["USD", "FUSD"],
    destination: "0x1",
    cents,
    pointer: "/amount/value",
  };
}

async function check(
  tx: Transaction,
  { tenantId }: TermsEnvironment,
  candidates: readonly (LimitCandidate | undefined)[],
) {
  return countCandidates(tx, tenantId, await selectLimits(tx, { tenantId }), candidates, noon);
}

async function refusals(env: TermsEnvironment, candidates: readonly LimitCandidate[]) {
  const outcomes = await env.database.transaction((tx) => check(tx, env, candidates));
  return outcomes.map((refusal) => refusal?.detail);
}

/** The same, without counting what is accepted. */
async function refusalsOnly(env: TermsEnvironment, candidates: readonly LimitCandidate[]) {
  return env.database.transaction(async (tx) => {
    const outcomes = await check(tx, env, candidates);
    const accepted = candidates.filter((_, index) => outcomes[index] === undefined);
    await releaseCandidates(tx, env.tenantId, await selectLimits(tx, env), accepted, noon);
    return outcomes.map((refusal) => refusal?.detail);
  });
}

interface LimitFields {
  readonly managingAccountId?: string;
  readonly network?: "testnet" | "mainnet";
  readonly accountId?: string;
  readonly transferType?: string;
  readonly perTransferCents?: bigint;
  readonly dailyCents?: bigint;
  readonly thirtyDayCents?: bigint;
  readonly operation?: LimitedOperation;
  readonly asset?: string;
  readonly destinationAddressId?: string;
}

function set({ database, deps, manager }: TermsEnvironment, fields: LimitFields) {
  return database.transaction((tx) =>
    setLimit(deps, tx, {
      cause: testCause,
      ...fields,
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
    isOnCitus: tx.isOnCitus,
    rows: (statement, values) => counting(() => tx.rows(statement, values))(),
    first: (statement, values) => counting(() => tx.first(statement, values))(),
    run: counting(tx.run),
    later: counting(tx.later),
    watchFacts: tx.watchFacts,
    savepoint: tx.savepoint,
    afterCommit: tx.afterCommit,
  };
  return { tx: counted, count: () => count };
}
