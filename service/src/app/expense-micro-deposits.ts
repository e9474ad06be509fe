import type { Database } from "../db/database.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../jobs/index.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import { usd } from "../kernel/money.ts";
import { orThrow } from "../kernel/refusal.ts";
import {
  type LedgerAccount,
  type LedgerScope,
  listJournals,
  readBalances,
  readHead,
  recordOperations,
} from "../ledger/index.ts";
import { microDepositExpense } from "./bank-links.ts";

export interface ExpenseDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Earlier versions left the cost of micro deposits in clearing. */
const formerAccount: LedgerAccount = { kind: "clearing", owner: "micro-deposits", asset: usd };

const kind = "addresses.expense_micro_deposits";
const everyMs = 24 * 60 * 60_000;

/** Moves what earlier versions posted to clearing to the expense account. Nothing to do once it is moved. */
export function microDepositExpenses(deps: ExpenseDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  return {
    jobs: [defineJob({ kind, parse: () => undefined, handle: () => expenseMicroDeposits(deps) })],
    schedules: [defineSchedule({ name: kind, everyMs, job: { kind, payload: {} } })],
  };
}

export async function expenseMicroDeposits(deps: ExpenseDeps): Promise<void> {
  for await (const scope of listJournals(deps.database)) await expenseIn(deps, scope);
}

async function expenseIn(deps: ExpenseDeps, scope: LedgerScope): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const { sequence } = await readHead(tx, scope);
    const [balance] = await readBalances(tx, scope, [formerAccount]);
    const units = balance?.posted.units ?? 0n;
    if (units === 0n) return;
    // The end of the journal is in the key: of two jobs that read the same balance, one posts it.
    const key = `micro-deposits/expensed/${sequence}`;
    const postings = [
      { account: formerAccount, units: -units },
      { account: microDepositExpense, units },
    ];
    for (const outcome of await recordOperations(deps, tx, scope, [{ type: "post", key, postings }])) {
      orThrow(outcome);
    }
  });
}
