import type { Transaction } from "../../db/database.ts";
import { together } from "../../db/together.ts";
import { assert } from "../../kernel/assert.ts";
import { type Clock, type Instant, instantFromMs } from "../../kernel/instant.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { genesisHash, hashRecord } from "../journal-hash.ts";
import { type LedgerAccount, pathOf } from "../ledger-account.ts";
import type { LedgerScope, Operation, Recorded } from "../operation.ts";
import { assertWellFormed } from "./check-operation.ts";
import { type Decision, decide } from "./decide.ts";
import type { Draft, Facts, Head } from "./draft.ts";
import {
  insertAccounts,
  insertAddition,
  insertAssets,
  insertHead,
  type NumberedAccount,
  type RecordToInsert,
} from "./draft-store.ts";
import { type LockedHead, selectFacts, selectHeldAccounts, selectHolds } from "./facts-store.ts";
import { selectFactsInShard } from "./shard-facts-store.ts";

/**
 * Records operations in the caller's transaction, each with its own outcome: a refused one changes nothing, so a caller
 * that needs all or nothing throws the refusal.
 *
 * The journal's head stays locked until commit. Call this last, after locking your own rows, so that all callers lock
 * in the same order and hold this lock as briefly as possible.
 */
export async function recordOperations(
  { clock }: { readonly clock: Clock },
  tx: Transaction,
  scope: LedgerScope,
  operations: readonly Operation[],
): Promise<readonly (Recorded | Refusal)[]> {
  for (const operation of operations) assertWellFormed(operation);
  if (operations.length === 0) return [];
  return (await recordLocked({ clock }, tx, scope, operations)).outcomes;
}

export interface RecordedBatch extends Decision {
  /** The head that was locked. */
  readonly head: LockedHead;
  /** The head afterwards; undefined if nothing was recorded. */
  readonly next: Head | undefined;
}

/** The same for checked operations, with everything that was decided. */
export async function recordLocked(
  { clock }: { readonly clock: Clock },
  tx: Transaction,
  scope: LedgerScope,
  operations: readonly Operation[],
): Promise<RecordedBatch> {
  const { head, facts } =
    (await readFacts(tx, scope, operations)) ?? (await openJournal(tx, scope, operations));
  const decision = decide(facts, operations, earlier(clock.now(), head.databaseNow));
  return { ...decision, head, next: save(tx, decision.draft) };
}

/** A node whose clock is ahead must not date records into the future: all later records would have to follow. */
function earlier(left: Instant, right: Instant): Instant {
  return left < right ? left : right;
}

interface LockedFacts {
  readonly head: LockedHead;
  readonly facts: Facts;
}

/**
 * Locks the head and reads everything that the operations concern, in one round trip: each statement begins after the
 * previous one, so all of them see what was committed when the lock was granted. Undefined if there is no journal yet.
 */
async function readFacts(
  tx: Transaction,
  scope: LedgerScope,
  operations: readonly Operation[],
): Promise<LockedFacts | undefined> {
  const keys = new Set(operations.map(({ key }) => key));
  const holdKeys = new Set(
    operations.flatMap((operation) => ("holdKey" in operation ? [operation.holdKey] : [])),
  );
  const named = new Map(operations.flatMap(accountsOf).map((account) => [pathOf(account), account]));
  const codes = new Set([...named.values()].map(({ asset }) => asset.code));
  const requested = { keys: [...keys], accounts: [...named.values()], codes: [...codes] };
  const [{ head, last, records, accounts, scales }, holds, held] = await together([
    (tx.isOnCitus ? selectFactsInShard : selectFacts)(tx, scope, requested),
    holdKeys.size === 0 ? [] : selectHolds(tx, scope, [...holdKeys]),
    holdKeys.size === 0 ? [] : selectHeldAccounts(tx, scope, [...holdKeys]),
  ]);
  if (head === undefined) return undefined;
  // Writing after a wrong head would permanently break the hash chain.
  const { sequence, hash } = last ?? { sequence: 0n, hash: genesisHash };
  assert(head.sequence === sequence && head.hash.equals(hash), "the head of a journal is its last record");
  const known = new Map([...held, ...accounts].map((account) => [account.number, account]));
  return { head, facts: { scope, head, records, holds, scales, accounts: [...known.values()] } };
}

async function openJournal(
  tx: Transaction,
  scope: LedgerScope,
  operations: readonly Operation[],
): Promise<LockedFacts> {
  const empty: Head = {
    sequence: 0n,
    hash: genesisHash,
    at: instantFromMs(0),
    accountNumber: 0n,
    rebuilds: 0n,
  };
  insertHead(tx, scope, empty);
  const opened = await readFacts(tx, scope, operations);
  assert(opened !== undefined, "an opened journal has a head");
  return opened;
}

export function accountsOf(operation: Operation): readonly LedgerAccount[] {
  switch (operation.type) {
    case "post":
    case "post_hold":
      return operation.postings.map(({ account }) => account);
    case "hold":
      return [operation.account];
    case "void_hold":
      return [];
  }
}

/** The new head; undefined if there is nothing to save. */
export function save(tx: Transaction, draft: Draft): Head | undefined {
  const { scope, at, previous } = draft;
  const records = chain(draft);
  const hash = records.at(-1)?.hash;
  if (hash === undefined) return undefined;
  const balances = draft.changedAccounts.filter(
    (account): account is NumberedAccount => account.number !== undefined,
  );
  const opened = balances.filter(({ isOpenedHere }) => isOpenedHere);
  const holds = [...draft.holds.values()].filter(({ key }) => draft.changedHolds.has(key));
  if (opened.length > 0) {
    insertAssets(tx, scope, opened);
    insertAccounts(tx, scope, opened, at);
  }
  const { sequence, accountNumber } = draft;
  const next: Head = { sequence, hash, at, accountNumber, rebuilds: previous.rebuilds };
  insertAddition(tx, { scope, at, previous, next, balances, holds, entries: draft.newEntries, records });
  return next;
}

/** Each record is hashed together with the hash of the previous one. */
function chain({ scope, previous, newRecords }: Draft): readonly RecordToInsert[] {
  let hash = previous.hash;
  return newRecords.map((record) => {
    hash = hashRecord(scope, hash, record);
    return { ...record, hash };
  });
}
