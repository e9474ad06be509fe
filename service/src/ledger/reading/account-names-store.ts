import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { LedgerAccount, LedgerAccountKind } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";

/* Resolves accounts from the accounts table alone, so that history can be read even if balances are damaged. */

export interface NumberAndScale {
  readonly number: bigint;
  readonly scale: number;
}

/** Undefined if it was never used. Index: ledger_accounts_by_name. */
export async function selectNumber(
  session: Session,
  scope: LedgerScope,
  { kind, owner, chain, asset }: LedgerAccount,
): Promise<NumberAndScale | undefined> {
  const name = [kind, owner ?? "", chain ?? "", asset.code];
  return session.first(numberStatement, [scope.tenantId, scope.network, ...name]);
}

const numberStatement = statement<NumberAndScale>(`
  SELECT number, asset_scale AS scale FROM ledger_accounts
   WHERE tenant_id = $1 AND network = $2 AND kind = $3 AND owner = $4 AND chain = $5 AND asset_code = $6 LIMIT 1`);

interface NameRow {
  readonly number: bigint;
  readonly kind: LedgerAccountKind;
  readonly owner: string;
  readonly chain: string;
  readonly code: string;
  readonly scale: number;
}

/** Index: ledger_accounts_pkey. */
export async function selectNames(
  session: Session,
  scope: LedgerScope,
  numbers: readonly bigint[],
): Promise<readonly { readonly number: bigint; readonly account: LedgerAccount }[]> {
  const rows = await session.rows(namesStatement, [scope.tenantId, scope.network, numbers]);
  return rows.map(({ number, kind, owner, chain, code, scale }) => ({
    number,
    account: { kind, owner, chain, asset: { code, scale } },
  }));
}

const namesStatement = statement<NameRow>(`
  SELECT account.*
    FROM unnest($3::bigint[]) AS requested (requested_number)
   CROSS JOIN LATERAL (
     SELECT number, kind, owner, chain, asset_code AS code, asset_scale AS scale FROM ledger_accounts
      WHERE tenant_id = $1 AND network = $2 AND number = requested_number LIMIT 1) AS account`);
