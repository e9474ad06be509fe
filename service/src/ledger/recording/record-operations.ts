import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { type Clock, instantFromMs } from "../../kernel/instant.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { genesisHash } from "../journal-hash.ts";
import { type LedgerAccount, pathOf } from "../ledger-account.ts";
import type { LedgerScope, Operation, Recorded } from "../operation.ts";
import { assertWellFormed } from "./check-operation.ts";
import { decide } from "./decide.ts";
import type { Draft, Facts, Head } from "./draft.ts";
import {
  insertAccounts,
  insertEntries,
  insertHead,
  insertRecords,
  lockHead,
  type NumberedAccount,
  selectAccounts,
  selectAccountsByNumber,
  selectHolds,
  selectRecordsByKey,
  updateHead,
  upsertBalances,
  upsertHolds,
} from "./store.ts";

/**
 * Records operations in the caller's transaction, each with its own outcome: a refused one has changed nothing, so a
 * caller that needs all or nothing throws the refusal.
 *
 * The journal's head stays locked until the commit. Call this last, after the rows that the caller locks itself, so
 * that everybody takes locks in the same order and holds this one for the shortest time.
 */
export async function recordOperations(
  { clock }: { readonly clock: Clock },
  tx: Transaction,
  scope: LedgerScope,
  operations: readonly Operation[],
): Promise<readonly (Recorded | Refusal)[]> {
  if (operations.length === 0) return [];
  for (const operation of operations) assertWellFormed(operation);
  const head = await lockOrOpenJournal(tx, scope);
  // Only now: what is read before the lock may be stale when the lock is granted.
  const facts = await loadFacts(tx, scope, head, operations);
  const { outcomes, draft } = decide(facts, operations, clock.now());
  await save(tx, draft);
  return outcomes;
}

async function lockOrOpenJournal(tx: Transaction, scope: LedgerScope): Promise<Head> {
  const head = await lockHead(tx, scope);
  if (head !== undefined) return head;
  const empty: Head = { sequence: 0n, hash: genesisHash, at: instantFromMs(0), accountNumber: 0n };
  await insertHead(tx, scope, empty);
  const opened = await lockHead(tx, scope);
  assert(opened !== undefined, "a journal that was opened has a head");
  return opened;
}

async function loadFacts(
  tx: Transaction,
  scope: LedgerScope,
  head: Head,
  operations: readonly Operation[],
): Promise<Facts> {
  const keys = operations.map(({ key }) => key);
  const records = await selectRecordsByKey(tx, scope, [...new Set(keys)]);
  const holdKeys = new Set(
    operations.flatMap((operation) => ("holdKey" in operation ? [operation.holdKey] : [])),
  );
  const holds = holdKeys.size === 0 ? [] : await selectHolds(tx, scope, [...holdKeys]);
  const named = new Map(operations.flatMap(accountsOf).map((account) => [pathOf(account), account]));
  const accounts = named.size === 0 ? [] : await selectAccounts(tx, scope, [...named.values()]);
  const known = new Set(accounts.map(({ number }) => number));
  const unnamed = new Set(
    holds.map(({ accountNumber }) => accountNumber).filter((number) => !known.has(number)),
  );
  const held = unnamed.size === 0 ? [] : await selectAccountsByNumber(tx, scope, [...unnamed]);
  return { scope, head, records, holds, accounts: [...accounts, ...held] };
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
  const { scope, newRecords, newEntries, at } = draft;
  if (newRecords.length === 0) return;
  const touched = [...draft.accountsByNumber.values()].filter(
    (account): account is NumberedAccount => account.isChanged && account.number !== undefined,
  );
  const opened = touched.filter(({ isOpenedHere }) => isOpenedHere);
  const holds = [...draft.holds.values()].filter(({ key }) => draft.changedHolds.has(key));
  if (opened.length > 0) await insertAccounts(tx, scope, opened, at);
  await upsertBalances(tx, scope, touched);
  if (holds.length > 0) await upsertHolds(tx, scope, holds);
  await insertEntries(tx, scope, newEntries);
  await insertRecords(tx, scope, newRecords);
  await updateHead(tx, scope, draft.head);
}
