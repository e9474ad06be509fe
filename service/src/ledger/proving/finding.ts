/** The tables of the ledger, and others whose protections are checked with them. */
export type LedgerTable =
  | "ledger_heads"
  | "ledger_journal"
  | "ledger_accounts"
  | "ledger_assets"
  | "ledger_entries"
  | "ledger_balances"
  | "ledger_holds"
  | "audit_log"
  | "audit_seals"
  | "events";

/** A deviation from what the journal requires: where it is, and what is wrong. */
export interface Finding {
  readonly table: LedgerTable;
  /** The record it is about. */
  readonly sequence?: bigint;
  /** The path of the account it is about. */
  readonly account?: string;
  readonly detail: string;
}

/** Findings up to a limit: after a hundred, more are of no use. */
export interface Findings {
  readonly list: readonly Finding[];
  add(finding: Finding): void;
  /** True once the limit is reached, so that the verification can stop. */
  isFull(): boolean;
  has(table: LedgerTable): boolean;
}

export const maxFindings = 100;

export function collectFindings(): Findings {
  const list: Finding[] = [];
  return {
    list,
    add: (finding) => {
      if (list.length < maxFindings) list.push(finding);
    },
    isFull: () => list.length >= maxFindings,
    has: (table) => list.some((finding) => finding.table === table),
  };
}
