import { expect, test } from "vitest";
import { createManualClock, testCause } from "../../test/auth.ts";
import { createTestDatabase } from "../../test/database.ts";
import type { Database } from "../db/database.ts";
import { createFencedLease } from "../db/fenced-lease.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { createIdFactory } from "../kernel/id.ts";
import type { Bank } from "../rails/bank.ts";
import { compare, recover, selectEffects } from "./index.ts";
import type { RecoveryDeps } from "./recovery-deps.ts";
import { insertPointInTimeRestore, selectKnownFiles, selectRestores } from "./store.ts";

const clock = createManualClock();
const newId = createIdFactory(clock);

test("nothing takes a lease on a restored database before it is recovered", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  const lease = createFencedLease(database, { task: "work/testnet/base", holder: "one", leaseMs: 60_000 });
  expect(await lease.hold()).toBe(true);
  await restore(database);
  await restore(database);
  expect(await lease.hold()).toBe(false);
  await recover(depsOf(database));
  expect(await lease.hold()).toBe(true);
  expect(await selectRestores(database)).toMatchObject([{ state: "recovered" }, { state: "recovered" }]);
});

test("files that the bank has become known with their entries, once", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  await restore(database);
  const deps = depsOf(database, [bankWith("a".repeat(64))]);
  const effect = { network: "testnet", place: "bank", mark: "01ENTRY", reference: "out.ach" };
  expect(await compare(deps)).toMatchObject({ effects: [effect], files: 1 });
  expect(await selectKnownFiles(database, "testnet", "out")).toEqual(new Set());
  expect(await recover(deps)).toEqual({ transactions: 0, entries: 1, files: 1 });
  expect(await selectEffects(database, { state: "open", limit: 10 })).toMatchObject([effect]);
  expect(await compare(deps)).toEqual({ effects: [], files: 0 });
  expect(await recover(deps)).toEqual({ transactions: 0, entries: 0, files: 0 });
});

test("a recovery does not guess the entries of a file that has none in its record", async () => {
  await using env = await createTestDatabase();
  const { database } = env;
  await restore(database);
  const bank = { ...bankWith("b".repeat(64)), delivered: async () => [{ ...fileOf("b"), entries: undefined }] };
  await expect(recover(depsOf(database, [bank]))).rejects.toThrow("does not say which entries it has");
  expect(await selectRestores(database)).toMatchObject([{ state: "restored" }]);
});

function restore(database: Database): Promise<void> {
  return insertPointInTimeRestore(database, { id: newId(), takenAt: clock.now(), now: clock.now() });
}

function fileOf(digit: string) {
  return { name: "out.ach", sha256: digit.repeat(64), entries: [{ id: "01ENTRY", traceNumber: "1" }] };
}

function bankWith(sha256: string): Bank {
  const archived = { name: "in.ach", bytes: Buffer.from("a return") };
  return {
    network: "testnet",
    delivered: async () => [{ ...fileOf("a"), sha256 }],
    archived: async () => [archived],
  } as Partial<Bank> as Bank;
}

function depsOf(database: Database, banks: readonly Bank[] = []): RecoveryDeps {
  const unexpected = () => Promise.reject(new Error("there are no chains"));
  return {
    database,
    clock,
    newId,
    keyRing: createKeyRing(Buffer.alloc(32, 5)),
    cause: testCause,
    chains: [],
    isLocal: () => false,
    addressOf: unexpected,
    wallets: { find: unexpected, page: unexpected },
    contracts: unexpected,
    banks,
    pause: unexpected,
    report: () => undefined,
  };
}
