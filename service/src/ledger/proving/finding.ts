/** The tables of the ledger, and those others whose protections are looked at with theirs. */
export type LedgerTable =
  | "ledger_heads"
  | "ledger_journal"
  | "ledger_accounts"
  | "ledger_assets"
  | "ledger_entries"
  | "ledger_balances"
  | "ledger_holds"
  | "audit_log"
  | "events";

/** Something that is not as the journal says it must be: where it stands, and what is wrong with it. */
export interface Finding {
  readonly table: LedgerTable;
  /** The record that it is about. */
  readonly sequence?: bigint;
  /** The path of the account that it is about. */
  readonly account?: string;
  readonly detail: string;
}

/** Findings, up to a limit: whoever gets a hundred of them needs no more to know. */
export interface Findings {
  readonly list: readonly Finding[];
  add(finding: Finding): void;
  /** True when one more would be one too many, so that looking on is of no use. */
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
