import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Money } from "../../kernel/money.ts";
import { type LedgerAccountKind, ledgerAccountKinds } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";
import { selectTrialBalance, type TrialRow } from "./trial-balance-store.ts";

/** Sum of all accounts of a kind for an asset. */
export interface TrialLine {
  readonly kind: LedgerAccountKind;
  readonly accounts: number;
  readonly posted: Money;
  readonly held: Money;
}

export interface TrialBalance {
  /** By asset and kind. */
  readonly lines: readonly TrialLine[];
  /** False if there are more accounts than the limit: then the lines are incomplete. */
  readonly isComplete: boolean;
}

const defaultMaxAccounts = 100_000;

/** The trial balance of a journal. Over all kinds, each asset sums to zero. */
export async function readTrialBalance(
  session: Session,
  scope: LedgerScope,
  input: { readonly kinds?: readonly LedgerAccountKind[]; readonly maxAccounts?: number } = {},
): Promise<TrialBalance> {
  const { kinds = ledgerAccountKinds, maxAccounts = defaultMaxAccounts } = input;
  const rows = await selectTrialBalance(session, scope, { kinds, maxAccounts: maxAccounts + 1 });
  assert(
    rows.every(({ lost }) => lost === 0n),
    "no account is missing its balance",
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
