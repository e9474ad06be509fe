import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { RecordContent } from "../journal-hash.ts";
import { type BalanceLimits, type LedgerAccount, limitsOf, pathOf } from "../ledger-account.ts";
import type { LedgerScope, OperationType } from "../operation.ts";

/** Input of the decision, read under the lock of the journal's head. */
export interface Facts {
  readonly scope: LedgerScope;
  readonly head: Head;
  readonly accounts: readonly KnownAccount[];
  /** Scales of existing assets, for accounts that operations may open. */
  readonly scales: ReadonlyMap<string, number>;
  readonly holds: readonly Hold[];
  /** Existing records with one of the requested keys. */
  readonly records: readonly KnownRecord[];
}

export interface Head {
  readonly sequence: bigint;
  readonly hash: Buffer;
  readonly at: Instant;
  /** The number of the last account opened. */
  readonly accountNumber: bigint;
  /** How often balances and holds were rebuilt from the journal. */
  readonly rebuilds: bigint;
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
  readonly lines: readonly { readonly number: bigint; readonly units: bigint }[];
}

/** Change of an account by one record, and the balance after it. */
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

/** An account while a batch is decided: its balance changes with each accepted operation. */
export interface WorkingAccount extends BalanceLimits {
  readonly account: LedgerAccount;
  readonly path: string;
  /** Undefined until an accepted operation opens it. */
  number: bigint | undefined;
  posted: bigint;
  held: bigint;
  isOpenedHere: boolean;
  isChanged: boolean;
}

/** The facts plus everything that operations so far have added. */
export interface Draft {
  readonly scope: LedgerScope;
  readonly at: Instant;
  readonly previous: Head;
  sequence: bigint;
  accountNumber: bigint;
  readonly accountsByPath: Map<string, WorkingAccount>;
  readonly accountsByNumber: Map<bigint, WorkingAccount>;
  readonly scales: Map<string, number>;
  readonly holds: Map<string, Hold>;
  readonly recordsByKey: Map<string, KnownRecord>;
  readonly changedAccounts: WorkingAccount[];
  readonly changedHolds: Set<string>;
  readonly newRecords: RecordContent[];
  readonly newEntries: Entry[];
}

export function openDraft(facts: Facts, now: Instant): Draft {
  const accounts = facts.accounts.map((known) => ({
    ...known,
    path: pathOf(known.account),
    isOpenedHere: false,
    isChanged: false,
  }));
  return {
    scope: facts.scope,
    // Time never goes back within a journal, regardless of the nodes' clocks.
    at: now > facts.head.at ? now : facts.head.at,
    previous: facts.head,
    sequence: facts.head.sequence,
    accountNumber: facts.head.accountNumber,
    accountsByPath: new Map(accounts.map((account) => [account.path, account])),
    accountsByNumber: new Map(accounts.map((account) => [account.number, account])),
    scales: new Map(facts.scales),
    holds: new Map(facts.holds.map((hold) => [hold.key, hold])),
    recordsByKey: new Map(facts.records.map((record) => [record.key, record])),
    changedAccounts: [],
    changedHolds: new Set(),
    newRecords: [],
    newEntries: [],
  };
}

/** The current account; an unopened one is empty and not part of the draft until it is opened. */
export function accountIn(draft: Draft, account: LedgerAccount): WorkingAccount {
  const path = pathOf(account);
  const { code, scale } = account.asset;
  const known = draft.accountsByPath.get(path);
  const knownScale = known === undefined ? draft.scales.get(code) : known.account.asset.scale;
  assert(knownScale === undefined || knownScale === scale, `${code} has one scale`);
  if (known !== undefined) return known;
  const empty = { number: undefined, posted: 0n, held: 0n, isOpenedHere: false, isChanged: false };
  return { account, path, ...limitsOf(account.kind), ...empty };
}

/** The account's number; opens the account in the draft if needed. */
export function numbered(draft: Draft, account: WorkingAccount): bigint {
  if (account.number !== undefined) return account.number;
  draft.accountNumber += 1n;
  account.number = draft.accountNumber;
  account.isOpenedHere = true;
  draft.accountsByPath.set(account.path, account);
  draft.accountsByNumber.set(account.number, account);
  draft.scales.set(account.account.asset.code, account.account.asset.scale);
  return account.number;
}
