import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import type { LedgerAccountKind } from "../ledger-account.ts";

export interface TotalRow {
  readonly assetCode: string;
  readonly chain: string;
  readonly scale: number;
  readonly posted: bigint;
  /** Number of accounts whose balance is missing. */
  readonly lost: number;
}

/** Index: ledger_assets_by_code, then ledger_accounts_by_name by tenant and kind, then ledger_balances_pkey. */
export async function selectTotals(
  session: Session,
  input: {
    readonly network: Network;
    readonly kind: LedgerAccountKind;
    readonly assetCodes: readonly string[];
    readonly owner: string | undefined;
  },
): Promise<readonly TotalRow[]> {
  const { network, kind, assetCodes, owner } = input;
  return session.rows(totalsStatement, [network, kind, assetCodes, owner]);
}

// A lost balance is counted, so that an incomplete total is detected.
export const totalsStatement = statement<TotalRow>(`
  SELECT asset.code AS asset_code, account.chain, account.asset_scale AS scale, coalesce(sum(posted_units), 0) AS posted,
         (count(*) - count(posted_units))::int AS lost
    FROM ledger_assets AS asset
   CROSS JOIN LATERAL (
     SELECT number, chain, asset_scale FROM ledger_accounts
      WHERE tenant_id = asset.tenant_id AND network = $1 AND kind = $2 AND asset_code = asset.code
        AND ($4::text IS NULL OR owner = $4) OFFSET 0) AS account
    LEFT JOIN LATERAL (
      SELECT posted_units FROM ledger_balances
       WHERE tenant_id = asset.tenant_id AND network = $1 AND account_number = account.number LIMIT 1) AS balance ON true
   WHERE asset.network = $1 AND asset.code = ANY ($3::text[])
   GROUP BY asset.code, account.chain, account.asset_scale
   ORDER BY asset.code, account.chain`);
