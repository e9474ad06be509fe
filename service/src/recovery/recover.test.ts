import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { mintOf, openChainWork } from "../../test/chain-work.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createChainDouble } from "../../test/fake-chain.ts";
import { bankWith, markRestored, recoveryDeps } from "../../test/recovery.ts";
import type { Chain } from "../chains/chain.ts";
import { moveScanPosition } from "../chains/deposits/store.ts";
import type { Database, Transaction } from "../db/database.ts";
import { createFencedLease } from "../db/fenced-lease.ts";
import { selectEffects } from "../db/restores/effect-store.ts";
import { requestRecovery, selectOpenRestore, selectRestores } from "../db/restores/restore-store.ts";
import { statement } from "../db/statement.ts";
import { fileList, requeueFile } from "../rails/engine/bank-operations.ts";
import { isKnownFile } from "../rails/engine/file-store.ts";
import { advanceNumbers } from "./advance.ts";
import { compare, recover } from "./index.ts";

const file = { name: "out.ach", sha256: "a".repeat(64), entries: [{ id: "01ENTRY", traceNumber: "1" }] };
const nextNumber = statement<{ readonly next: bigint }>(`SELECT nextval('virtual_account_numbers') AS next`);
const returned = { name: "in.ach", bytes: Buffer.from("a return") };

test("nothing takes a lease on a restored database before it is recovered", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  const lease = createFencedLease(database, { task: "work/testnet/base", holder: "one", leaseMs: 60_000 });
  expect(await lease.hold()).toBe(true);
  await markRestored(database);
  await markRestored(database);
  expect(await lease.hold()).toBe(false);
  await recover(recoveryDeps(database));
  expect(await lease.hold()).toBe(true);
  expect(await selectRestores(database)).toMatchObject([{ state: "recovered" }, { state: "recovered" }]);
});

test("a backup that was taken during a recovery is recovered again after its restore", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  const now = createManualClock().now();
  await markRestored(database);
  await requestRecovery(database, now);
  expect(await database.transaction((tx) => advanceNumbers(tx, now))).toBe(true);
  expect(await database.transaction((tx) => advanceNumbers(tx, now))).toBe(false);
  await markRestored(database);
  const [newest] = await selectRestores(database);
  expect(await selectOpenRestore(database)).toMatchObject({ id: newest?.id, isRequested: false });
  await requestRecovery(database, now);
  expect(await selectOpenRestore(database)).toMatchObject({ id: newest?.id, isRequested: true });
  const first = await database.first(nextNumber);
  await recover(recoveryDeps(database));
  const second = await database.first(nextNumber);
  expect(Number(second?.next) - Number(first?.next)).toBeGreaterThan(10_000);
});

const timeout = statement<{ readonly timeout: string }>(
  `SELECT current_setting('statement_timeout') AS timeout`,
);

function failingAt(database: Database, text: string): Database {
  const failing = (tx: Transaction): Transaction => ({
    ...tx,
    run: async (each, values) => {
      if (each.text.includes(text)) throw new Error("the disk is full");
      return tx.run(each, values);
    },
  });
  return { ...database, transaction: (work) => database.transaction((tx) => work(failing(tx))) };
}

test("numbers of a large database have the time they need, and an attempt that fails uses up none", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  const now = createManualClock().now();
  await markRestored(database);
  const first = await database.first(nextNumber);
  for (const text of ["INSERT INTO tenant_feed_numbers", "DELETE FROM signing_keys"])
    await expect(recover(recoveryDeps(failingAt(database, text)))).rejects.toThrow("the disk is full");
  const second = await database.first(nextNumber);
  expect(Number(second?.next) - Number(first?.next)).toBe(1);
  const limit = await database.first(timeout);
  await database.transaction(async (tx) => {
    await advanceNumbers(tx, now);
    expect(await tx.first(timeout)).toEqual({ timeout: "0" });
  });
  expect(limit).not.toEqual({ timeout: "0" });
  expect(await database.first(timeout)).toEqual(limit);
});

test("a recovery stops if an unknown transaction stays pending, and leaves known ones to the engine", async () => {
  const key = { network: "testnet", chain: "base" } as const;
  const fake = createChainDouble({ key, sequenced: true, finality: 0 });
  const chain: Chain = {
    ...fake.chain,
    isQuiet: () => Promise.resolve(false),
    pendingNonces: async (senders) => senders.map((sender) => ({ ...sender, sequence: 0n })),
  };
  await using env = await openChainWork(chain);
  const { database, clock } = env;
  const start = { from: undefined, to: { height: 0n, hash: "genesis" }, now: clock.now() };
  await database.transaction((tx) => moveScanPosition(tx, key, start));
  const id = env.newId();
  await env.enqueue([{ id, operation: mintOf(id) }]);
  let pauses = 0;
  const deps = recoveryDeps(database, {
    chains: [chain],
    addressOf: () => Promise.resolve("0xsender"),
    contracts: () => Promise.resolve([]),
    wallets: { find: () => Promise.resolve([]), page: () => Promise.resolve([]) },
    pause: async () => {
      pauses += 1;
    },
  });
  await markRestored(database);
  await expect(recover(deps)).rejects.toThrow("nonce 0 of 0xsender");
  expect(pauses).toBeGreaterThan(100);
  await recover(recoveryDeps(database));
  await env.engine().turn();
  await markRestored(database);
  await recover(deps);
  expect(await selectRestores(database)).toMatchObject([{ state: "recovered" }, { state: "recovered" }]);
});

test("files that the bank has become known with their entries, once", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  await markRestored(database);
  const deps = recoveryDeps(database, { banks: [bankWith([file], [returned])] });
  const effect = { network: "testnet", place: "bank", mark: "01ENTRY", reference: "out.ach" };
  expect(await compare(deps)).toMatchObject({ effects: [effect], files: 1 });
  expect(await isKnownFile(database, { ...file, network: "testnet", direction: "out" })).toBe(false);
  expect(await recover(deps)).toEqual({ transactions: 0, entries: 1, files: 1 });
  expect(await selectEffects(database, { state: "open", limit: 10 })).toMatchObject([effect]);
  const [sent] = (await fileList.read(database, { direction: "out" }, { limit: 1 })).items;
  const requeue = database.transaction((tx) => requeueFile(tx, sent?.id ?? "", createManualClock().now()));
  await expect(requeue).rejects.toThrow("its bytes are lost");
  expect(await compare(deps)).toEqual({ effects: [], files: 0 });
  expect(await recover(deps)).toEqual({ transactions: 0, entries: 0, files: 0 });
});

test("a place without the record of a file that was sent before is not the bank's", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  await markRestored(database);
  await recover(recoveryDeps(database, { banks: [bankWith([file])] }));
  await markRestored(database);
  const elsewhere = bankWith([{ ...file, name: "other.ach" }]);
  await expect(recover(recoveryDeps(database, { banks: [elsewhere] }))).rejects.toThrow(
    "no record of the file out.ach",
  );
  const [newest] = await selectRestores(database);
  expect(newest?.state).toBe("restored");
});

test("a file of the bank that was archived under two names is read once", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  await markRestored(database);
  const bank = bankWith([], [returned, { ...returned, name: "in-again.ach" }]);
  expect(await recover(recoveryDeps(database, { banks: [bank] }))).toMatchObject({ files: 1 });
  expect((await fileList.read(database, { direction: "in" }, { limit: 9 })).items).toMatchObject([
    { name: "in.ach" },
  ]);
});

test("a chain with tokens that was scanned before must be on for a recovery", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  const start = { from: undefined, to: { height: 0n, hash: "genesis" }, now: createManualClock().now() };
  const key = { network: "testnet", chain: "solana" } as const;
  await database.transaction((tx) => moveScanPosition(tx, key, start));
  await markRestored(database);
  const contracts = [{ contract: "token", isIssued: true }];
  const reports: string[] = [];
  const deps = recoveryDeps(database, {
    contracts: () => Promise.resolve(contracts),
    report: (message) => reports.push(message),
  });
  await compare(deps);
  expect(reports).toEqual(["testnet/solana: not compared, its RPC nodes are off or local"]);
  await expect(recover(deps)).rejects.toThrow("testnet/solana");
  expect(await selectRestores(database)).toMatchObject([{ state: "restored" }]);
  contracts.pop();
  await recover(deps);
  expect(await selectRestores(database)).toMatchObject([{ state: "recovered" }]);
});

test("a file that is recorded and was not delivered stops a recovery, and is reported by a comparison", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  await markRestored(database);
  const reports: string[] = [];
  const banks = [bankWith([{ ...file, isInterrupted: true }])];
  const deps = recoveryDeps(database, { banks, report: (message) => reports.push(message) });
  await compare(deps);
  expect(reports).toEqual([expect.stringContaining("out.ach")]);
  await expect(recover(deps)).rejects.toThrow("out.ach is recorded");
  expect(await selectRestores(database)).toMatchObject([{ state: "restored" }]);
});

test("a recovery does not guess the entries of a file that has none in its record", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  await markRestored(database);
  const bank = bankWith([{ ...file, entries: undefined }]);
  await expect(recover(recoveryDeps(database, { banks: [bank] }))).rejects.toThrow(
    "does not say which entries it has",
  );
  expect(await selectRestores(database)).toMatchObject([{ state: "restored" }]);
});
