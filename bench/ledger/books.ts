import { supplyAccount, type Tally } from "./transfers.ts";

/** Contents of a database at one moment, in the ledger's tables or in the peer's. */
export interface Books {
  readonly sets: bigint;
  readonly postings: bigint;
  readonly accounts: ReadonlyMap<number, AccountBooks>;
}

export interface AccountBooks {
  readonly balance: bigint;
  /** The sum of the account's postings. */
  readonly posted: bigint;
}

/** Throws unless everything acknowledged was recorded exactly once, and nothing else. */
export function checkBooks(before: Books, after: Books, tally: Tally): void {
  const added = BigInt(tally.transfers);
  demand(after.sets - before.sets === added, "posting sets", after.sets - before.sets, added);
  const postings = after.postings - before.postings;
  demand(postings === 2n * added, "postings", postings, 2n * added);
  let total = 0n;
  for (const [number, { balance, posted }] of after.accounts) {
    total += balance;
    demand(balance === posted, `the balance of account ${number}`, balance, posted);
    demand(
      balance >= 0n || number === supplyAccount,
      `the balance of account ${number}`,
      balance,
      "0 or more",
    );
    if (tally.changes === undefined) continue;
    const change = balance - (before.accounts.get(number)?.balance ?? 0n);
    const expected = tally.changes.get(number) ?? 0n;
    demand(change === expected, `the change of account ${number}`, change, expected);
  }
  demand(total === 0n, "the sum of all balances", total, 0n);
}

function demand(isTrue: boolean, what: string, found: bigint, expected: bigint | string): void {
  if (!isTrue) throw new Error(`the books are wrong: ${what}: ${found} instead of ${expected}`);
}
