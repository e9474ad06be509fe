import type { Chain } from "../src/chains/chain.ts";
import type { Database } from "../src/db/database.ts";
import { insertEffects } from "../src/db/restores/effect-store.ts";
import { insertPointInTimeRestore } from "../src/db/restores/restore-store.ts";
import { statement } from "../src/db/statement.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory, type Id } from "../src/kernel/id.ts";
import type { Instant } from "../src/kernel/instant.ts";
import type { Bank, BankFile, DeliveredFile } from "../src/rails/bank.ts";
import type { RecoveryDeps } from "../src/recovery/recovery-deps.ts";
import { createManualClock, testCause } from "./auth.ts";

const clock = createManualClock();
const newId = createIdFactory(clock);

export function markRestored(database: Database): Promise<void> {
  return insertPointInTimeRestore(database, { id: newId(), takenAt: clock.now(), now: clock.now() });
}

/** The bank's records of a lost database. */
export function bankWith(delivered: readonly DeliveredFile[], archived: readonly BankFile[] = []): Bank {
  return {
    network: "testnet",
    delivered: () => iterate(delivered),
    archived: () => iterate(archived),
  } as Partial<Bank> as Bank;
}

async function* iterate<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

/** A recovery that must not use what it is not given. */
export function recoveryDeps(
  database: Database,
  outside: {
    readonly banks?: readonly Bank[];
    readonly chains?: readonly Chain[];
  } & Partial<RecoveryDeps> = {},
): RecoveryDeps {
  const unexpected = () => Promise.reject(new Error("this was not expected"));
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
    contracts: () => Promise.resolve([]),
    banks: [],
    pause: unexpected,
    report: () => undefined,
    ...outside,
  };
}

const insertRecovered = statement(`
  INSERT INTO database_restores (id, origin, taken_at, restored_at, state, advanced_at, recovered_at)
  VALUES ($1, 'point_in_time', now(), now(), 'recovered', now(), now())`);

/** As after a recovery that found a payment at the bank which no transfer had ordered yet. */
export async function recoverPayment(
  database: Database,
  { id, mark, at }: { readonly id: Id<"restore">; readonly mark: string; readonly at: Instant },
): Promise<void> {
  await database.run(insertRecovered, [id]);
  const place = { network: "testnet", place: "bank" } as const;
  await insertEffects(database, id, place, [{ mark, reference: "out.ach", detail: {} }], at);
}
