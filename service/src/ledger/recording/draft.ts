import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { RecordContent } from "../journal-hash.ts";
import { type BalanceLimits, type LedgerAccount, limitsOf, pathOf } from "../ledger-account.ts";
import type { LedgerScope, OperationType } from "../operation.ts";

/** What the decision is made from, read under the lock of the journal's head. */
export interface Facts {
  readonly scope: LedgerScope;
  readonly head: Head;
  readonly accounts: readonly KnownAccount[];
  readonly holds: readonly Hold[];
  /** Records that already have one of the keys that are asked for. */
  readonly records: readonly KnownRecord[];
}

export interface Head {
  readonly sequence: bigint;
  readonly hash: Buffer;
  readonly at: Instant;
  /** The number of the account that was opened last. */
  readonly accountNumber: bigint;
}

export interface KnownAccount extends BalanceLimits {
  readonly number: bigint;
  readonly account: LedgerAccount;
  readonly posted: bigint;
  readonly held: bigint;
}

export interface Hold {
  readonly key: string;
  readonly accountNumber: bigint;
  readonly units: bigint;
  readonly openedSequence: bigint;
  readonly closing: HoldClosing | undefined;
}

export interface HoldClosing {
  readonly by: "post_hold" | "void_hold";
  readonly sequence: bigint;
  readonly postedUnits: bigint;
}

export interface KnownRecord {
  readonly sequence: bigint;
  readonly at: Instant;
  readonly type: OperationType;
  readonly key: string;
  readonly holdKey: string | undefined;
  readonly accountNumbers: readonly bigint[];
  readonly units: readonly bigint[];
}

export interface JournalRecord extends RecordContent {
  readonly hash: Buffer;
}

/** How one record changed one account, and what it left there. */
export interface Entry {
  readonly accountNumber: bigint;
  readonly at: Instant;
  readonly sequence: bigint;
  readonly position: number;
  readonly postedChange: bigint;
  readonly heldChange: bigint;
  readonly posted: bigint;
  readonly held: bigint;
}

/** An account while a batch is decided: its balance moves with each operation that is accepted. */
export interface WorkingAccount extends BalanceLimits {
  readonly account: LedgerAccount;
  /** Undefined until an accepted operation opens it. */
  number: bigint | undefined;
  posted: bigint;
  held: bigint;
  isOpenedHere: boolean;
  isChanged: boolean;
}

/** The facts, and everything that the operations so far have added to them. */
export interface Draft {
  readonly scope: LedgerScope;
  readonly at: Instant;
  head: Head;
  readonly accountsByPath: Map<string, WorkingAccount>;
  readonly accountsByNumber: Map<bigint, WorkingAccount>;
  readonly holds: Map<string, Hold>;
  readonly changedHolds: Set<string>;
  readonly recordsByKey: Map<string, KnownRecord>;
  readonly newRecords: JournalRecord[];
  readonly newEntries: Entry[];
}

export function openDraft(facts: Facts, now: Instant): Draft {
  const accounts = facts.accounts.map((known) => ({ ...known, isOpenedHere: false, isChanged: false }));
  return {
    scope: facts.scope,
    // Time never runs backwards within a journal, whatever the clocks of the nodes say.
    at: now > facts.head.at ? now : facts.head.at,
    head: facts.head,
    accountsByPath: new Map(accounts.map((account) => [pathOf(account.account), account])),
    accountsByNumber: new Map(accounts.map((account) => [account.number, account])),
    holds: new Map(facts.holds.map((hold) => [hold.key, hold])),
    changedHolds: new Set(),
    recordsByKey: new Map(facts.records.map((record) => [record.key, record])),
    newRecords: [],
    newEntries: [],
  };
}

/** The account as it is now; one that does not exist yet is empty, and stays outside the draft until it is opened. */
export function accountIn(draft: Draft, account: LedgerAccount): WorkingAccount {
  const known = draft.accountsByPath.get(pathOf(account));
  if (known === undefined) {
    const empty = { number: undefined, posted: 0n, held: 0n, isOpenedHere: false, isChanged: false };
    return { account, ...limitsOf(account.kind), ...empty };
  }
  assert(known.account.asset.scale === account.asset.scale, `${account.asset.code} has one scale`);
  return known;
}

export function numbered(draft: Draft, account: WorkingAccount): bigint {
  if (account.number !== undefined) return account.number;
  const number = draft.head.accountNumber + 1n;
  draft.head = { ...draft.head, accountNumber: number };
  account.number = number;
  account.isOpenedHere = true;
  draft.accountsByPath.set(pathOf(account.account), account);
  draft.accountsByNumber.set(number, account);
  return number;
}
