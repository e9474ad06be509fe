import type { ReadTransaction } from "./read-transaction.ts";

/** A transaction in the ledger that took it, with what became of it. */
export interface IncludedTransaction {
  readonly transaction: ReadTransaction;
  readonly ledger: number;
  readonly closeTime: number;
  /** Its place in the ledger, from 1 on. */
  readonly order: number;
  readonly isSuccessful: boolean;
  readonly resultXdr: string;
}
