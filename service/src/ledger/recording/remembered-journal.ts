import { assert } from "../../kernel/assert.ts";
import { addMs, type Clock, type Instant } from "../../kernel/instant.ts";
import { type LedgerAccount, pathOf } from "../ledger-account.ts";
import type { LedgerScope, Operation } from "../operation.ts";
import type { Draft, Facts, Head, KnownAccount, WorkingAccount } from "./draft.ts";
import { accountsOf, type RecordedBatch } from "./record-operations.ts";

/**
 * The end of a journal as this process last wrote it, so that the next batch can be decided without reading, even before
 * the last one is committed. The hash of the head covers the whole history, so balances are right exactly if the head is
 * still the expected one; the database checks that when the batch is written. A remembered journal therefore never
 * decides wrongly: at worst a batch must be decided again.
 */
export interface RememberedJournal {
  /** Accounts of these operations that are not remembered. */
  unknownTo(operations: readonly Operation[]): readonly LedgerAccount[];
  /**
   * Adds accounts that were read without a lock. No batch since the read concerned them, or it would have added them; a
   * batch of another process changes the head.
   */
  learn(read: readonly KnownAccount[]): void;
  /** What the operations concern; undefined if not all of it is remembered, or they need the head's lock. */
  factsFor(operations: readonly Operation[]): Facts | undefined;
  /** The current time, no later than that of the database. */
  now(): Instant;
  /** Takes over a batch that was decided here and sent to the database. */
  advance(draft: Draft, next: Head): void;
  /** Takes over a batch that was read and sent to the database; false if it began at another head, or too much is remembered. */
  follow(batch: RecordedBatch): boolean;
}

// A batch that reads is how a change of the database's clock is noticed.
const maxAgeMs = 1_000;
const maxAccounts = 50_000;

export function rememberJournal(
  { clock }: { readonly clock: Clock },
  scope: LedgerScope,
  first: RecordedBatch,
): RememberedJournal {
  let { head }: { readonly head: Head } = first;
  let readAt = clock.now();
  let leadMs = 0;
  const accounts = new Map<string, KnownAccount>();
  const advance = (draft: Draft, next: Head): void => {
    head = next;
    for (const account of draft.accountsByPath.values()) accounts.set(account.path, toKnown(account));
  };
  const follow = ({ head: locked, next = locked, draft }: RecordedBatch): boolean => {
    const isHere = locked.hash.equals(head.hash) && locked.rebuilds === head.rebuilds;
    if (!isHere || accounts.size > maxAccounts) return false;
    readAt = clock.now();
    leadMs = Math.max(0, readAt - locked.databaseNow);
    advance(draft, next);
    return true;
  };
  follow(first);
  return {
    unknownTo: (operations) => {
      const named = new Map(operations.flatMap(accountsOf).map((account) => [pathOf(account), account]));
      return [...named].filter(([path]) => !accounts.has(path)).map(([, account]) => account);
    },
    learn: (read) => {
      for (const known of read) {
        const path = pathOf(known.account);
        if (!accounts.has(path)) accounts.set(path, known);
      }
    },
    factsFor: (operations) => {
      if (clock.now() - readAt > maxAgeMs || accounts.size > maxAccounts) return undefined;
      // A hold may have been closed by anyone, and only the database knows.
      if (operations.some((operation) => "holdKey" in operation)) return undefined;
      const known = new Map<string, KnownAccount>();
      for (const account of operations.flatMap(accountsOf)) {
        const path = pathOf(account);
        const found = accounts.get(path);
        if (found === undefined) return undefined;
        known.set(path, found);
      }
      return { scope, head, accounts: [...known.values()], scales: new Map(), holds: [], records: [] };
    },
    now: () => addMs(clock.now(), -leadMs),
    advance,
    follow,
  };
}

function toKnown({ number, account, posted, held, minimum, maximum }: WorkingAccount): KnownAccount {
  assert(number !== undefined, "an account of a draft is open");
  return {
    number,
    account,
    posted,
    held,
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}
