import type { ReadTransaction } from "./read-transaction.ts";

/** A transaction in a ledger, with its result. */
export interface IncludedTransaction {
  readonly transaction: ReadTransaction;
  readonly ledger: number;
  readonly closeTime: number;
  /** Its position in the ledger, from 1 on. */
  readonly order: number;
  readonly isSuccessful: boolean;
  readonly resultXdr: string;
}
