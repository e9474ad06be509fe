import { expect, test } from "vitest";
import { type Books, checkBooks } from "./books.ts";
import { createTally, type Transfer } from "./transfers.ts";

const transfer: Transfer = { key: "transfer/1", payer: 1, payee: 2, units: 30n };

test("books that match the acknowledged transfers are accepted", () => {
  expect(() => checkBooks(before(), after(), tallyOf(transfer))).not.toThrow();
});

test("a peer that reports only its number of transfers is checked by that and by its own sums", () => {
  const tally = { transfers: 1, changes: undefined };
  expect(() => checkBooks(before(), after(), tally)).not.toThrow();
  expect(() => checkBooks(before(), after(), { ...tally, transfers: 2 })).toThrow("posting sets");
  const fromNowhere = after({ 2: { balance: 131n, posted: 131n } });
  expect(() => checkBooks(before(), fromNowhere, tally)).toThrow("the sum of all balances");
});

test.each<[string, Books, readonly Transfer[]]>([
  ["a lost transfer", before(), [transfer]],
  ["a transfer that was not acknowledged", after(), []],
  ["a posting too few", { ...after(), postings: 4n }, [transfer]],
  ["a balance that its postings do not sum to", after({ 2: { balance: 130n, posted: 131n } }), [transfer]],
  ["money from nowhere", after({ 2: { balance: 131n, posted: 131n } }), [transfer]],
  ["a transfer to another payee", after(), [{ ...transfer, payee: 3 }]],
  ["an overdraft", overdraft(), [{ ...transfer, units: 130n }]],
])("%s is detected", (_, found, acknowledged) => {
  expect(() => checkBooks(before(), found, tallyOf(...acknowledged))).toThrow("the books are wrong");
});

function before(): Books {
  return booksOf({ sets: 1n, postings: 3n }, { 0: -200n, 1: 100n, 2: 100n });
}

function after(instead: Readonly<Record<number, { balance: bigint; posted: bigint }>> = {}): Books {
  const books = booksOf({ sets: 2n, postings: 5n }, { 0: -200n, 1: 70n, 2: 130n });
  const changed = Object.entries(instead).map(([number, account]) => [Number(number), account] as const);
  return { ...books, accounts: new Map([...books.accounts, ...changed]) };
}

function overdraft(): Books {
  return booksOf({ sets: 2n, postings: 5n }, { 0: -200n, 1: -30n, 2: 230n });
}

function booksOf(
  counts: Pick<Books, "sets" | "postings">,
  balances: Readonly<Record<number, bigint>>,
): Books {
  const accounts = Object.entries(balances).map(
    ([number, balance]) => [Number(number), { balance, posted: balance }] as const,
  );
  return { ...counts, accounts: new Map(accounts) };
}

function tallyOf(...transfers: readonly Transfer[]) {
  const tally = createTally();
  for (const one of transfers) tally.add(one);
  return tally;
}
