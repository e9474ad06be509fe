import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { createIdFactory, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { usd } from "../kernel/money.ts";
import { type LedgerAccount, readBalances, recordOperations, verifyJournal } from "../ledger/index.ts";
import { expenseMicroDeposits } from "./expense-micro-deposits.ts";

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const former: LedgerAccount = { kind: "clearing", owner: "micro-deposits", asset: usd };
const expense: LedgerAccount = { kind: "expense", owner: "micro-deposits", asset: usd };

test("what earlier versions left in clearing is booked as an expense, once", async () => {
  const { database } = testDatabase;
  const newId = createIdFactory(systemClock);
  const deps = { database, clock: systemClock, newId };
  const scope = { tenantId: tenantOf(newId<"account">()), network: "testnet" } as const;
  const spend = (key: string, units: bigint) => {
    const postings = [
      { account: former, units: -units },
      { account: { kind: "external", asset: usd } as const, units },
    ];
    return database.transaction((tx) => recordOperations(deps, tx, scope, [{ type: "post", key, postings }]));
  };
  const balances = async () =>
    (await readBalances(database, scope, [former, expense])).map(({ posted }) => posted.units);
  await spend("one", 770n);
  await Promise.all([expenseMicroDeposits(deps), expenseMicroDeposits(deps)]);
  expect(await balances()).toEqual([0n, -770n]);
  await spend("two", 93n);
  await expenseMicroDeposits(deps);
  await expenseMicroDeposits(deps);
  expect(await balances()).toEqual([0n, -863n]);
  expect((await verifyJournal(database, scope)).findings).toEqual([]);
});
