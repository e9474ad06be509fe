import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";

export interface RecordedRow {
  /** Sequence of the first record, if there is one. */
  readonly firstSequence: bigint;
  readonly recordedAt: Instant;
  readonly exceptions: readonly Exception[] | undefined;
}

/** What became of an operation that was not recorded. */
export interface Exception {
  /** From 1. */
  readonly operation: number;
  readonly outcome:
    | "repeated"
    | "key_reused"
    | "no_hold"
    | "post_hold_before"
    | "void_hold_before"
    | "takes_wrongly"
    | "insufficient"
    | "excessive";
  /** Of the earlier record. */
  readonly sequence?: string;
  readonly atMs?: number;
  /** Number of the account among those that are named, from 1, and what is available there. */
  readonly account?: number;
  readonly available?: string;
}

// Locks the head, and reads by keys: ledger_journal_by_key, ledger_accounts_by_name, ledger_balances_pkey,
// ledger_holds_pkey.
export const record = statement<RecordedRow>(`
  SELECT first_sequence, recorded_at, exceptions
    FROM record_operations($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`);
