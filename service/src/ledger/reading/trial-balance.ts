import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Money } from "../../kernel/money.ts";
import { type LedgerAccountKind, ledgerAccountKinds } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";
import { selectTrialBalance, type TrialRow } from "./trial-balance-store.ts";

/** What all accounts of a kind have of an asset. */
export interface TrialLine {
  readonly kind: LedgerAccountKind;
  readonly accounts: number;
  readonly posted: Money;
  readonly held: Money;
}

export interface TrialBalance {
  /** By asset and kind. */
  readonly lines: readonly TrialLine[];
  /** False when there are more accounts than are added up: then the lines tell only of some. */
  readonly isComplete: boolean;
}

const defaultMaxAccounts = 100_000;

/** The journal in one look: what is where. Over all kinds, each asset adds up to zero. */
export async function readTrialBalance(
  session: Session,
  scope: LedgerScope,
  wish: { readonly kinds?: readonly LedgerAccountKind[]; readonly maxAccounts?: number } = {},
): Promise<TrialBalance> {
  const { kinds = ledgerAccountKinds, maxAccounts = defaultMaxAccounts } = wish;
  const rows = await selectTrialBalance(session, scope, { kinds, maxAccounts: maxAccounts + 1 });
  assert(
    rows.every(({ lost }) => lost === 0n),
    "no account has lost its balance",
  );
  const accounts = rows.reduce((sum, row) => sum + Number(row.accounts), 0);
  return { lines: rows.map(toLine), isComplete: accounts <= maxAccounts };
}

function toLine({ kind, assetCode, scale, accounts, posted, held }: TrialRow): TrialLine {
  const asset = { code: assetCode, scale };
  return {
    kind,
    accounts: Number(accounts),
    posted: { units: posted, asset },
    held: { units: held, asset },
  };
}
