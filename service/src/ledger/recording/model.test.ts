import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createLedgerModel, type LedgerModel, nameOf } from "../../../test/ledger-model.ts";
import { modelAccounts, operationFor, type Step, steps } from "../../../test/ledger-sequences.ts";
import { seedOf, sizeOf } from "../../../test/scale.ts";
import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { createIdFactory, type NewId } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { isRefusal, type Refusal, RefusalError } from "../../kernel/refusal.ts";
import type { LedgerScope, Operation, Recorded } from "../operation.ts";
import { verifyJournal } from "../proving/verify-journal.ts";
import { selectBalances } from "../reading/balances-store.ts";
import { recordOperations } from "./record-operations.ts";

const workers = 6;
const sequences = sizeOf("LEDGER_SEQUENCES", { usual: 48, long: 2_100 });
const seed = seedOf("PROPERTY_SEED");

let env: TestDatabase;
const newId: NewId = createIdFactory(systemClock);

beforeAll(async () => {
  env = await createTestDatabase({ maxConnections: workers * 2 });
});

afterAll(() => env.drop());

// Each sequence has its own journal, so they run in parallel, and a failing one can still be shrunk.
test(`${sequences} random sequences of holds, posts, voids, retries and crashes match a simple model`, {
  // The long run takes minutes on a busy machine.
  timeout: 600_000,
}, async () => {
  // Each worker has its own seed, because equal seeds would try the same sequences.
  const work = (worker: number): Promise<void> =>
    fc.assert(
      fc.asyncProperty(steps, async (sequence) => runSequence(sequence)),
      { seed: seed + worker, numRuns: sequences / workers },
    );
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
});

async function runSequence(sequence: readonly Step[]): Promise<void> {
  const scope: LedgerScope = { tenantId: newId<"tenant">(), network: "testnet" };
  const requested: Operation[] = [];
  let model = createLedgerModel();
  for (const step of sequence) {
    const operations = step.choices.map((choice) => {
      const operation = operationFor(choice, requested, model.openHolds());
      requested.push(operation);
      return operation;
    });
    model = await takeStep(scope, model, operations, step.fate);
    await expectAgreement(scope, model);
  }
  const { findings } = await verifyJournal(env.database, scope);
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
    case "response lost": {
      // The caller does not know the outcome, so it retries everything.
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
  await env.database.transaction(work).catch((error: unknown) => {
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
  const accounts = await selectBalances(env.database, scope, modelAccounts);
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
