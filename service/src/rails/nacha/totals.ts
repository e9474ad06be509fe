import type { NachaEntry } from "./nacha-file.ts";
import { transactionCodeOf } from "./transaction-codes.ts";

/** Totals of a control record. */
export interface NachaTotals {
  readonly entryCount: number;
  readonly addendaCount: number;
  /** Entry hash: the last ten digits of the sum of the RDFI identifications, without check digits. */
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
  return entries.map(totalsOfEntry).reduce(addTotals, noTotals);
}

function addTotals(a: NachaTotals, b: NachaTotals): NachaTotals {
  return {
    entryCount: a.entryCount + b.entryCount,
    addendaCount: a.addendaCount + b.addendaCount,
    hash: (a.hash + b.hash) % 10_000_000_000n,
    debitCents: a.debitCents + b.debitCents,
    creditCents: a.creditCents + b.creditCents,
  };
}

function totalsOfEntry(entry: NachaEntry): NachaTotals {
  const direction = transactionCodeOf(entry.transactionCode)?.direction;
  return {
    entryCount: 1,
    addendaCount: entry.addenda.length,
    hash: BigInt(entry.rdfi.slice(0, 8)),
    debitCents: direction === "debit" ? entry.amountCents : 0n,
    creditCents: direction === "credit" ? entry.amountCents : 0n,
  };
}
