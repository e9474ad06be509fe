import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createLedgerModel, type LedgerModel, nameOf } from "../../../test/ledger-model.ts";
import { modelAccounts, operationFor, type Step, steps } from "../../../test/ledger-sequences.ts";
import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { createIdFactory, type NewId } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { isRefusal, type Refusal, RefusalError } from "../../kernel/refusal.ts";
import type { LedgerScope, Operation, Recorded } from "../operation.ts";
import { verifyJournal } from "../proving/verify-journal.ts";
import { selectAccounts } from "./facts-store.ts";
import { recordOperations } from "./record-operations.ts";

const lanes = 6;
const sequencesPerLane = 350;
const testTimeoutMs = 240_000;

let world: TestDatabase;
const newId: NewId = createIdFactory(systemClock);

beforeAll(async () => {
  world = await createTestDatabase({ maxConnections: lanes * 2 });
});

afterAll(() => world.drop());

// Each sequence has a journal of its own, so lanes run side by side and a failing one is shrunk all the same.
test.each([
  [
    "thousands of random sequences of holds, posts, voids, retries and crashes leave what a simple model says",
  ],
])(
  "%s",
  async () => {
    const lane = (): Promise<void> =>
      fc.assert(
        fc.asyncProperty(steps, async (sequence) => runSequence(sequence)),
        { numRuns: sequencesPerLane },
      );
    await Promise.all(Array.from({ length: lanes }, lane));
  },
  testTimeoutMs,
);

async function runSequence(sequence: readonly Step[]): Promise<void> {
  const scope: LedgerScope = { tenantId: newId<"tenant">(), network: "testnet" };
  const asked: Operation[] = [];
  let model = createLedgerModel();
  for (const step of sequence) {
    const operations = step.choices.map((choice) => {
      const operation = operationFor(choice, asked, model.openHolds());
      asked.push(operation);
      return operation;
    });
    model = await takeStep(scope, model, operations, step.fate);
    await expectAgreement(scope, model);
  }
  const { findings } = await verifyJournal(world.database, scope);
  expect(findings).toEqual([]);
}

async function takeStep(
  scope: LedgerScope,
  before: LedgerModel,
  operations: readonly Operation[],
  fate: Step["fate"],
): Promise<LedgerModel> {
  const after = before.copy();
  const expected = operations.map((operation) => after.take(operation));
  const seen = await attempt(scope, operations, fate);
  expect(seen).toEqual(expected);
  switch (fate) {
    case "committed":
      return after;
    case "rolled back":
    case "cut off":
      return before;
    case "answer lost": {
      // The caller knows nothing, so it asks for all of it again.
      const again = operations.map((operation) => after.take(operation));
      expect(await attempt(scope, operations, "committed")).toEqual(again);
      return after;
    }
  }
}

class Undone extends Error {}

async function attempt(
  scope: LedgerScope,
  operations: readonly Operation[],
  fate: Step["fate"],
): Promise<readonly string[]> {
  let outcomes: readonly string[] = [];
  const work = async (tx: Transaction): Promise<void> => {
    outcomes = (await recordOperations({ clock: systemClock }, tx, scope, operations)).map(codeOf);
    if (fate === "rolled back") throw new Undone();
    if (fate === "cut off") await tx.run(endThisConnection);
  };
  await world.database.transaction(work).catch((error: unknown) => {
    const isExpected =
      error instanceof Undone ||
      (error instanceof RefusalError &&
        error.refusal.code === "dependency_unavailable" &&
        fate === "cut off");
    if (!isExpected) throw error;
  });
  return outcomes;
}

const endThisConnection = statement("SELECT pg_terminate_backend(pg_backend_pid())");

function codeOf(outcome: Recorded | Refusal): string {
  return isRefusal(outcome) ? outcome.code : outcome.type;
}

async function expectAgreement(scope: LedgerScope, model: LedgerModel): Promise<void> {
  const accounts = await selectAccounts(world.database, scope, modelAccounts);
  const seen = Object.fromEntries(
    accounts.map(({ account, posted, held }) => [nameOf(account), { posted, held }]),
  );
  expect(seen).toEqual(model.balances());
  const sums = new Map<string, bigint>();
  for (const { account, posted, held } of accounts) {
    sums.set(account.asset.code, (sums.get(account.asset.code) ?? 0n) + posted);
    if (account.kind === "wallet") expect(posted - held).toBeGreaterThanOrEqual(0n);
  }
  for (const sum of sums.values()) expect(sum).toBe(0n);
}
