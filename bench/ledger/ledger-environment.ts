import type { Database } from "../../service/src/db/database.ts";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import { createDatabase } from "../../service/src/db/pool.ts";
import { createIdFactory } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { orThrow } from "../../service/src/kernel/refusal.ts";
import {
  type LedgerAccount,
  type LedgerScope,
  type Operation,
  type Posting,
  recordOperations,
} from "../../service/src/ledger/index.ts";
import { poolOptions } from "../pool-options.ts";
import { createTransferMaker, fundedUnits, hotAccount, supplyAccount, type Transfer } from "./transfers.ts";

/** One tenant's ledger: the same scope and the same accounts in every database of the benchmark. */
export interface LedgerEnvironment {
  readonly scope: LedgerScope;
  /** By account number in the benchmark. */
  readonly accounts: readonly LedgerAccount[];
}

const asset = { code: "USDX", scale: 6 };
const chain = "base";

export function createLedgerEnvironment(): LedgerEnvironment {
  const newId = createIdFactory(systemClock);
  const wallets = Array.from({ length: hotAccount }, (): LedgerAccount => {
    return { kind: "wallet", owner: newId<"address">(), chain, asset };
  });
  return {
    scope: { tenantId: newId<"tenant">(), network: "mainnet" },
    accounts: [{ kind: "supply", owner: asset.code, chain, asset }, ...wallets],
  };
}

/** Each caller builds new account objects, as a request does, so that caching by object identity has no effect. */
export function operationOf(
  { accounts }: LedgerEnvironment,
  { key, payer, payee, units }: Transfer,
): Operation {
  return {
    type: "post",
    key,
    postings: [
      { account: { ...accountAt(accounts, payer) }, units: -units },
      { account: { ...accountAt(accounts, payee) }, units },
    ],
  };
}

function accountAt(accounts: readonly LedgerAccount[], number: number): LedgerAccount {
  const account = accounts[number];
  if (account === undefined) throw new Error(`there is no account ${number}`);
  return account;
}

// Together with the supply posting they fill a posting set to its limit of 100.
const fundedTogether = 99;

/** Opens every account by minting to it, in as few posting sets as possible. */
export async function fundLedger(target: SocketTarget, env: LedgerEnvironment): Promise<void> {
  const { accounts } = env;
  const supply = accountAt(accounts, supplyAccount);
  const wallets = accounts.slice(supplyAccount + 1);
  const operations: Operation[] = [];
  for (let from = 0; from < wallets.length; from += fundedTogether) {
    const funded = wallets.slice(from, from + fundedTogether).map((account): Posting => {
      return { account, units: fundedUnits };
    });
    const minted = { account: supply, units: -fundedUnits * BigInt(funded.length) };
    operations.push({ type: "post", key: `fund/${from}`, postings: [minted, ...funded] });
  }
  await withDatabase(target, (database) => recordAll(database, env.scope, operations));
}

export interface LoadPlan {
  /** Current number of postings, and the minimum to reach. */
  readonly present: bigint;
  readonly expected: bigint;
  readonly onProgress: (postings: bigint) => void;
}

const loadedTogether = 5_000;

/** Fills the journal with transfers by the ledger's own code, in larger batches than the writer's. */
export async function loadTransfers(
  target: SocketTarget,
  env: LedgerEnvironment,
  plan: LoadPlan,
): Promise<void> {
  const newTransfer = createTransferMaker("spread", `load-${plan.expected}`);
  await withDatabase(target, async (database) => {
    for (let present = plan.present; present < plan.expected; ) {
      const missing = Number((plan.expected - present + 1n) / 2n);
      const length = Math.min(loadedTogether, missing);
      const operations = Array.from({ length }, () => operationOf(env, newTransfer()));
      await recordAll(database, env.scope, operations);
      present += 2n * BigInt(length);
      plan.onProgress(present);
    }
  });
}

async function recordAll(
  database: Database,
  scope: LedgerScope,
  operations: readonly Operation[],
): Promise<void> {
  await database.transaction(async (tx) => {
    const outcomes = await recordOperations({ clock: systemClock }, tx, scope, operations);
    for (const outcome of outcomes) orThrow(outcome);
  });
}

// Loading and verifying are not measured, and with ten million postings a statement may take long.
const patienceMs = 600_000;

export async function withDatabase<T>(
  target: SocketTarget,
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const database = createDatabase({ ...poolOptions(target), statementTimeoutMs: patienceMs });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
