import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { type Clock, type Instant, instantFromMs } from "../../kernel/instant.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { genesisHash, hashRecord } from "../journal-hash.ts";
import { type LedgerAccount, pathOf } from "../ledger-account.ts";
import type { LedgerScope, Operation, Recorded } from "../operation.ts";
import { assertWellFormed } from "./check-operation.ts";
import { decide } from "./decide.ts";
import type { Draft, Facts, Head } from "./draft.ts";
import {
  encodeEntries,
  encodeRecords,
  insertAccounts,
  insertAssets,
  insertHead,
  type NumberedAccount,
  type RecordToInsert,
  updateHead,
  upsertBalances,
  upsertHolds,
} from "./draft-store.ts";
import {
  type LockedHead,
  lockHead,
  selectAccounts,
  selectAccountsByNumber,
  selectHolds,
  selectLastRecord,
  selectRecordsByKey,
  selectScales,
} from "./facts-store.ts";

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
  return recordWellFormed({ clock }, tx, scope, operations);
}

/** The same for operations that are already checked. */
export async function recordWellFormed(
  { clock }: { readonly clock: Clock },
  tx: Transaction,
  scope: LedgerScope,
  operations: readonly Operation[],
): Promise<readonly (Recorded | Refusal)[]> {
  if (operations.length === 0) return [];
  const head = await lockOrOpenJournal(tx, scope);
  // Only now: data read before the lock may be stale once the lock is granted.
  const facts = await loadFacts(tx, scope, head, operations);
  const { outcomes, draft } = decide(facts, operations, earlier(clock.now(), head.databaseNow));
  await save(tx, draft);
  return outcomes;
}

/** A node whose clock is ahead must not date records into the future: all later records would have to follow. */
function earlier(left: Instant, right: Instant): Instant {
  return left < right ? left : right;
}

async function lockOrOpenJournal(tx: Transaction, scope: LedgerScope): Promise<LockedHead> {
  const head = (await lockHead(tx, scope)) ?? (await openJournal(tx, scope));
  // Writing after a wrong head would permanently break the hash chain.
  const { sequence, hash } = (await selectLastRecord(tx, scope)) ?? { sequence: 0n, hash: genesisHash };
  assert(head.sequence === sequence && head.hash.equals(hash), "the head of a journal is its last record");
  return head;
}

async function openJournal(tx: Transaction, scope: LedgerScope): Promise<LockedHead> {
  const empty: Head = { sequence: 0n, hash: genesisHash, at: instantFromMs(0), accountNumber: 0n };
  await insertHead(tx, scope, empty);
  const opened = await lockHead(tx, scope);
  assert(opened !== undefined, "an opened journal has a head");
  return opened;
}

async function loadFacts(
  tx: Transaction,
  scope: LedgerScope,
  head: Head,
  operations: readonly Operation[],
): Promise<Facts> {
  const keys = new Set(operations.map(({ key }) => key));
  const records = await selectRecordsByKey(tx, scope, [...keys]);
  const holdKeys = new Set(
    operations.flatMap((operation) => ("holdKey" in operation ? [operation.holdKey] : [])),
  );
  const holds = holdKeys.size === 0 ? [] : await selectHolds(tx, scope, [...holdKeys]);
  const named = new Map(operations.flatMap(accountsOf).map((account) => [pathOf(account), account]));
  const accounts = named.size === 0 ? [] : await selectAccounts(tx, scope, [...named.values()]);
  for (const { account } of accounts) named.delete(pathOf(account));
  const codes = new Set([...named.values()].map(({ asset }) => asset.code));
  const scales = codes.size === 0 ? new Map<string, number>() : await selectScales(tx, scope, [...codes]);
  const known = new Set(accounts.map(({ number }) => number));
  const unnamed = new Set(
    holds.map(({ accountNumber }) => accountNumber).filter((number) => !known.has(number)),
  );
  const held = unnamed.size === 0 ? [] : await selectAccountsByNumber(tx, scope, [...unnamed]);
  return { scope, head, records, holds, scales, accounts: [...accounts, ...held] };
}

function accountsOf(operation: Operation): readonly LedgerAccount[] {
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

async function save(tx: Transaction, draft: Draft): Promise<void> {
  const { scope, at, newEntries } = draft;
  if (draft.newRecords.length === 0) return;
  const changed = draft.changedAccounts.filter(
    (account): account is NumberedAccount => account.number !== undefined,
  );
  const opened = changed.filter(({ isOpenedHere }) => isOpenedHere);
  const holds = [...draft.holds.values()].filter(({ key }) => draft.changedHolds.has(key));
  if (opened.length > 0) {
    await insertAssets(tx, scope, opened);
    await insertAccounts(tx, scope, opened, at);
  }
  if (holds.length > 0) await upsertHolds(tx, scope, holds);
  const savingBalances = upsertBalances(tx, scope, changed);
  // Hashing and encoding take a while, and the database is busy with the balances meanwhile.
  const entryRows = encodeEntries(scope, at, newEntries);
  const records = chain(draft);
  const recordRows = encodeRecords(scope, at, records);
  await savingBalances;
  await entryRows.insert(tx);
  await recordRows.insert(tx);
  const hash = records.at(-1)?.hash;
  assert(hash !== undefined, "a draft that is saved has records");
  await updateHead(tx, scope, { sequence: draft.sequence, hash, at, accountNumber: draft.accountNumber });
}

/** Each record is hashed together with the hash of the previous one. */
function chain({ scope, previousHash, newRecords }: Draft): readonly RecordToInsert[] {
  let hash = previousHash;
  return newRecords.map((record) => {
    hash = hashRecord(scope, hash, record);
    return { ...record, hash };
  });
}
