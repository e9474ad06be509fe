import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { mintOf, openChainWork } from "../../test/chain-work.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createChainDouble } from "../../test/fake-chain.ts";
import { bankWith, markRestored, recoveryDeps } from "../../test/recovery.ts";
import type { Chain } from "../chains/chain.ts";
import { moveScanPosition } from "../chains/deposits/store.ts";
import { selectEffects } from "../db/restores/effect-store.ts";
import { selectRestores } from "../db/restores/restore-store.ts";
import { statement } from "../db/statement.ts";
import { addMs } from "../kernel/instant.ts";
import type { Bank } from "../rails/bank.ts";
import { advanceNumbers } from "./advance.ts";
import { recover } from "./index.ts";

const file = { name: "out.ach", sha256: "a".repeat(64), entries: [{ id: "01ENTRY", traceNumber: "1" }] };
const returned = { name: "in.ach", bytes: Buffer.from("a return") };
const everything = { state: undefined, limit: 10 };

interface Numbers {
  readonly custody: number;
  readonly accounts: number;
  readonly entries: number;
  readonly issuers: number;
}

const numbers = statement<Numbers>(`
  SELECT (SELECT min(next_index) FROM custody_counters) AS custody, nextval('virtual_account_numbers')::int AS accounts,
    (SELECT min(value)::int FROM bank_counters WHERE name IN ('trace', 'message')) AS entries,
    (SELECT min(next_index) FROM token_issuer_keys) AS issuers`);
const audited = statement<{ readonly action: string }>(
  `SELECT action FROM audit_log WHERE action = 'recovery.finish'`,
);

test("databases that are restored from one backup, one after the other, use different numbers", async () => {
  const found: (Numbers | undefined)[] = [];
  for (const minutes of [1, 11]) {
    await using env = await createTestDatabase();
    await markRestored(env.database);
    const now = addMs(createManualClock().now(), minutes * 60_000);
    await env.database.transaction((tx) => advanceNumbers(tx, now));
    found.push(await env.database.first(numbers));
  }
  const [first, second] = found;
  expect(first).toMatchObject({ custody: 10_600, accounts: 10_601, entries: 100_060, issuers: 10_600 });
  expect(second).toMatchObject({ custody: 16_600, accounts: 16_601, entries: 100_660, issuers: 16_600 });
});

test("nodes that recover at the same time find the same, once", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  await markRestored(database);
  const deps = recoveryDeps(database, { banks: [bankWith([file], [returned])] });
  await Promise.all([recover(deps), recover(deps), recover(deps)]);
  expect(await selectEffects(database, everything)).toMatchObject([{ mark: "01ENTRY", state: "open" }]);
  expect(await database.first(numbers)).toMatchObject({ custody: 10_000, entries: 100_000 });
  expect(await database.rows(audited)).toHaveLength(1);
});

test("a recovery that fails at the bank is run again, and moves numbers once", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  await markRestored(database);
  const whole = bankWith([file], [returned]);
  const broken: Bank = {
    ...whole,
    archived: async function* () {
      yield returned;
      throw new Error("the connection was lost");
    },
  };
  await expect(recover(recoveryDeps(database, { banks: [broken] }))).rejects.toThrow("connection was lost");
  expect(await selectRestores(database)).toMatchObject([{ state: "restored" }]);
  await recover(recoveryDeps(database, { banks: [whole] }));
  expect(await selectRestores(database)).toMatchObject([{ state: "recovered" }]);
  expect(await selectEffects(database, everything)).toHaveLength(1);
  expect(await database.first(numbers)).toMatchObject({ custody: 10_000, entries: 100_000 });
});

test("a restore that is recorded during a recovery stays open", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  await markRestored(database);
  const bank: Bank = {
    ...bankWith([]),
    archived: async function* () {
      await markRestored(database);
      yield returned;
    },
  };
  await recover(recoveryDeps(database, { banks: [bank] }));
  expect(await selectRestores(database)).toMatchObject([{ state: "restored" }, { state: "recovered" }]);
});

test("an effect that an earlier recovery found stays open after the next restore", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  const deps = recoveryDeps(database, { banks: [bankWith([file])] });
  for (let restore = 0; restore < 2; restore += 1) {
    await markRestored(database);
    await recover(deps);
    expect(await selectEffects(database, everything)).toMatchObject([{ mark: "01ENTRY", state: "open" }]);
  }
});

test("a recovery records a transaction when its block is final, and not if the block is reorged", async () => {
  const key = { network: "testnet", chain: "base" } as const;
  const fake = createChainDouble({ key, sequenced: true, finality: 2 });
  await using lost = await openChainWork(fake.chain);
  await using env = await createTestDatabase();
  const { database } = env;
  const start = { from: undefined, to: { height: 0n, hash: "genesis" }, now: lost.clock.now() };
  await database.transaction((tx) => moveScanPosition(tx, key, start));
  await markRestored(database);
  const [kept, reorged] = [lost.newId(), lost.newId()];
  const engine = lost.engine();
  for (const id of [kept, reorged]) {
    await lost.enqueue([{ id, operation: mintOf(id) }]);
    await engine.turn();
    fake.mine();
  }
  const chain: Chain = {
    ...fake.chain,
    marksIn: async (ids) => ids.map((id) => [id]),
  };
  let pauses = 0;
  const deps = recoveryDeps(database, {
    chains: [chain],
    addressOf: () => Promise.resolve("0xsender"),
    contracts: () => Promise.resolve([{ contract: "token", isIssued: true }]),
    wallets: { find: () => Promise.resolve([]), page: () => Promise.resolve([]) },
    pause: async () => {
      if (pauses === 0) fake.reorganise(1);
      pauses += 1;
      fake.mine();
    },
  });
  await recover(deps);
  expect(pauses).toBeGreaterThan(0);
  const progress = await lost.work.progress(lost.database, [kept]);
  expect(await selectEffects(database, everything)).toMatchObject([
    { reference: progress.get(kept)?.transactionId },
  ]);
});
