import { connectClient } from "../src/db/client.ts";
import type { Database } from "../src/db/database.ts";
import { createIdFactory, type Network, type TenantId } from "../src/kernel/id.ts";
import { type Instant, instantFromMs, systemClock } from "../src/kernel/instant.ts";
import { isRefusal } from "../src/kernel/refusal.ts";
import {
  type LedgerAccount,
  type LedgerScope,
  type Operation,
  recordOperations,
} from "../src/ledger/index.ts";
import { createManualClock, type ManualClock } from "./auth.ts";
import { createTestDatabase, type TestDatabaseOptions } from "./database.ts";

/** A separate database with a ledger. */
export interface LedgerEnvironment {
  readonly database: Database;
  readonly clock: ManualClock;
  newScope(network?: Network): LedgerScope;
  /** Records them in one transaction at the clock's time, and returns how many were refused. */
  record(scope: LedgerScope, operations: readonly Operation[]): Promise<number>;
  /** Runs SQL as a superuser, without privilege checks. */
  tamper(sql: string): Promise<readonly Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const newId = createIdFactory(systemClock);
// Records are never dated later than the database's time, so a manual clock starts in the past.
export const ledgerStart: Instant = instantFromMs(Date.UTC(2020, 0, 1));

export async function openLedger(options: TestDatabaseOptions = {}): Promise<LedgerEnvironment> {
  const { database, superuserTarget, drop } = await createTestDatabase(options);
  const clock = createManualClock(ledgerStart);
  const superuser = await connectClient(superuserTarget, "florin test");
  const close = async (): Promise<void> => {
    await superuser.end();
    await drop();
  };
  return {
    database,
    clock,
    newScope: (network = "testnet") => ({ tenantId: newId<"tenant">() as TenantId, network }),
    record: (scope, operations) =>
      database.transaction(async (tx) => {
        const outcomes = await recordOperations({ clock }, tx, scope, operations);
        return outcomes.filter(isRefusal).length;
      }),
    tamper: async (sql) => (await superuser.query(sql)).rows,
    close,
    [Symbol.asyncDispose]: close,
  };
}

export const usdx = { code: "USDX", scale: 6 };
export const euro = { code: "EUR", scale: 2 };

export function wallet(owner: string, asset = usdx): LedgerAccount {
  return { kind: "wallet", owner, chain: "base", asset };
}

export function supply(asset = usdx): LedgerAccount {
  return { kind: "supply", owner: asset.code, chain: "base", asset };
}

export function mint(key: string, account: LedgerAccount, units: bigint): Operation {
  const postings = [
    { account: supply(account.asset), units: -units },
    { account, units },
  ];
  return { type: "post", key, postings };
}

export function move(key: string, from: LedgerAccount, to: LedgerAccount, units: bigint): Operation {
  return {
    type: "post",
    key,
    postings: [
      { account: from, units: -units },
      { account: to, units },
    ],
  };
}

export function hold(key: string, account: LedgerAccount, units: bigint): Operation {
  return { type: "hold", key, account, units };
}

/** Varied data: two assets, holds of every outcome, a set of three postings, two postings to one account. */
export async function fillJournal(env: LedgerEnvironment, scope: LedgerScope): Promise<void> {
  const [anna, bert, clara] = [wallet("anna"), wallet("bert"), wallet("clara", euro)];
  const fees: LedgerAccount = { kind: "fees", asset: usdx };
  const steps: readonly (readonly Operation[])[] = [
    [mint("mint/1", anna, 1_000n), mint("mint/2", clara, 500n)],
    [hold("hold/open", anna, 30n), hold("hold/posted", anna, 100n), hold("hold/part", anna, 50n)],
    [hold("hold/voided", anna, 70n), move("move/1", anna, bert, 200n)],
    [
      { type: "post_hold", key: "post/full", holdKey: "hold/posted", postings: postingsOf(anna, bert, 100n) },
      { type: "post_hold", key: "post/part", holdKey: "hold/part", postings: postingsOf(anna, bert, 20n) },
      { type: "void_hold", key: "void/1", holdKey: "hold/voided" },
    ],
    [
      {
        type: "post",
        key: "split/1",
        postings: [
          { account: bert, units: -60n },
          { account: anna, units: 50n },
          { account: fees, units: 7n },
          { account: fees, units: 3n },
        ],
      },
      move("move/2", bert, anna, 5n),
      hold("hold/late", bert, 11n),
    ],
  ];
  for (const operations of steps) {
    const refused = await env.record(scope, operations);
    if (refused > 0) throw new Error("a sample operation was refused");
    env.clock.advance(1_000);
  }
}

function postingsOf(from: LedgerAccount, to: LedgerAccount, units: bigint) {
  return [
    { account: from, units: -units },
    { account: to, units },
  ];
}
