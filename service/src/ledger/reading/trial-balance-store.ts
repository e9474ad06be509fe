import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { LedgerAccountKind } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";

export interface TrialRow {
  readonly kind: LedgerAccountKind;
  readonly assetCode: string;
  readonly scale: number;
  readonly accounts: bigint;
  readonly posted: bigint;
  readonly held: bigint;
  /** Number of accounts whose balance is missing. */
  readonly lost: bigint;
}

/** Index: ledger_accounts_by_name, by tenant and kind, then ledger_balances_pkey. */
export function selectTrialBalance(
  session: Session,
  { tenantId, network }: LedgerScope,
  input: { readonly kinds: readonly LedgerAccountKind[]; readonly maxAccounts: number },
): Promise<readonly TrialRow[]> {
  return session.rows(trialStatement, [tenantId, network, input.kinds, input.maxAccounts]);
}

const trialStatement = statement<TrialRow>(`
  SELECT kind, asset_code, asset_scale AS scale, count(*) AS accounts,
         coalesce(sum(balance.posted_units), 0) AS posted, coalesce(sum(balance.held_units), 0) AS held,
         count(*) - count(balance.posted_units) AS lost
    FROM (SELECT number, kind, asset_code, asset_scale FROM ledger_accounts
           WHERE tenant_id = $1 AND network = $2 AND kind = ANY ($3::text[]) LIMIT $4) AS account
    LEFT JOIN LATERAL (
      SELECT posted_units, held_units FROM ledger_balances
       WHERE tenant_id = $1 AND network = $2 AND account_number = account.number LIMIT 1) AS balance ON true
   GROUP BY kind, asset_code, asset_scale ORDER BY asset_code, kind`);
