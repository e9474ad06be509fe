import type { NachaEntry } from "./nacha-file.ts";
import { transactionCodeOf } from "./transaction-codes.ts";

/** What a control record says of its entries. */
export interface NachaTotals {
  readonly entryCount: number;
  readonly addendaCount: number;
  /** The last ten digits of the sum of the receiving banks, each without its check digit. */
  readonly hash: bigint;
  readonly debitCents: bigint;
  readonly creditCents: bigint;
}

const noTotals: NachaTotals = {
  entryCount: 0,
  addendaCount: 0,
  hash: 0n,
  debitCents: 0n,
  creditCents: 0n,
};

export function totalsOf(entries: readonly NachaEntry[]): NachaTotals {
  return entries.map(totalsOfOne).reduce(addTotals, noTotals);
}

function addTotals(one: NachaTotals, other: NachaTotals): NachaTotals {
  return {
    entryCount: one.entryCount + other.entryCount,
    addendaCount: one.addendaCount + other.addendaCount,
    hash: (one.hash + other.hash) % 10_000_000_000n,
    debitCents: one.debitCents + other.debitCents,
    creditCents: one.creditCents + other.creditCents,
  };
}

function totalsOfOne(entry: NachaEntry): NachaTotals {
  const direction = transactionCodeOf(entry.transactionCode)?.direction;
  return {
    entryCount: 1,
    addendaCount: entry.addenda.length,
    hash: BigInt(entry.rdfi.slice(0, 8)),
    debitCents: direction === "debit" ? entry.amountCents : 0n,
    creditCents: direction === "credit" ? entry.amountCents : 0n,
  };
}
