import type { Session } from "../../db/database.ts";
import { type Statement, statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import type { BalanceUnits } from "../balance.ts";
import type { LedgerAccount, LedgerAccountKind } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";

export type FoundBalance = BalanceUnits & { readonly account: LedgerAccount };

interface BalanceRow {
  readonly number: bigint;
  readonly kind: LedgerAccountKind;
  readonly owner: string;
  readonly chain: string;
  readonly assetCode: string;
  readonly assetScale: number;
  readonly posted: bigint | undefined;
  readonly held: bigint | undefined;
}

const withBalances = (requested: string): string => `
  SELECT number, kind, owner, chain, asset_code, asset_scale, posted_units AS posted,
         held_units AS held
    FROM (${requested}) AS requested
    LEFT JOIN LATERAL (
      SELECT posted_units, held_units FROM ledger_balances
       WHERE tenant_id = $1 AND network = $2 AND account_number = requested.number LIMIT 1) AS balance ON true
   ORDER BY kind, owner, chain, asset_code`;

const accountColumns = "number, kind, owner, chain, asset_code, asset_scale";

/** The given accounts that were ever used. Index: ledger_accounts_by_name, then ledger_balances_pkey. */
export async function selectBalances(
  session: Session,
  scope: LedgerScope,
  accounts: readonly LedgerAccount[],
): Promise<readonly FoundBalance[]> {
  const rows = await session.rows(balancesStatement, [
    scope.tenantId,
    scope.network,
    accounts.map(({ kind }) => kind),
    accounts.map(({ owner }) => owner ?? ""),
    accounts.map(({ chain }) => chain ?? ""),
    accounts.map(({ asset }) => asset.code),
  ]);
  return rows.map(toFoundBalance);
}

const balancesStatement: Statement<BalanceRow> = {
  ...statement<BalanceRow>(
    withBalances(`
  SELECT account.* FROM unnest($3::text[], $4::text[], $5::text[], $6::text[])
      AS requested (requested_kind, requested_owner, requested_chain, requested_code)
   CROSS JOIN LATERAL (
     SELECT ${accountColumns} FROM ledger_accounts
      WHERE tenant_id = $1 AND network = $2 AND kind = requested_kind AND owner = requested_owner AND chain = requested_chain
        AND asset_code = requested_code LIMIT 1) AS account`),
  ),
  // Without an order.
  onCitus: statement<BalanceRow>(
    `SELECT ${accountColumns}, posted, held FROM find_balances($1, $2, $3, $4, $5, $6)`,
  ),
};

export interface BalanceInput {
  readonly kinds: readonly LedgerAccountKind[];
  readonly chain: string | undefined;
  readonly asset: string | undefined;
  readonly limit: number;
  readonly after?: LedgerAccount | undefined;
}

/** Index: ledger_accounts_by_name, once for each kind, then ledger_balances_pkey. */
export async function selectBalancesOfKinds(
  session: Session,
  scope: LedgerScope,
  input: BalanceInput,
): Promise<readonly FoundBalance[]> {
  const rows = await session.rows(balancesOfKindsStatement, inputValues(scope, input));
  return rows.map(toFoundBalance);
}

// The kind of the last page continues after its last account, later kinds from the start. In both cases the position
// is a single index bound: three empty texts sort before any owner, chain and asset.
const selectRequestedAccounts = (condition: string): string => `
  SELECT ${accountColumns} FROM ledger_accounts
   WHERE tenant_id = $1 AND network = $2 AND kind = requested_kind AND ${condition}
     AND ($4::text IS NULL OR chain = $4) AND ($5::text IS NULL OR asset_code = $5)
     AND (owner, chain, asset_code) > (after_owner, after_chain, after_code)
   ORDER BY owner, chain, asset_code LIMIT $10`;

const requestedKinds = `
  (SELECT kind AS requested_kind, CASE kind WHEN $6 THEN $7 ELSE '' END AS after_owner,
          CASE kind WHEN $6 THEN $8 ELSE '' END AS after_chain, CASE kind WHEN $6 THEN $9 ELSE '' END AS after_code
     FROM unnest($3::text[]) AS kinds (kind) WHERE kind COLLATE "C" >= $6::text) AS requested`;

export const balancesOfKindsStatement = statement<BalanceRow>(
  withBalances(`
  SELECT account.* FROM ${requestedKinds}
   CROSS JOIN LATERAL (${selectRequestedAccounts("true")}) AS account
   ORDER BY kind, owner, chain, asset_code LIMIT $10`),
);

/** Index: the same, once per kind and owner. */
export async function selectBalancesOfOwners(
  session: Session,
  scope: LedgerScope,
  { owners, ...input }: BalanceInput & { readonly owners: readonly string[] },
): Promise<readonly FoundBalance[]> {
  const values = [...inputValues(scope, input), owners];
  const rows = await session.rows(balancesOfOwnersStatement, values);
  return rows.map(toFoundBalance);
}

const balancesOfOwnersStatement = statement<BalanceRow>(
  withBalances(`
  SELECT account.* FROM ${requestedKinds}
   CROSS JOIN unnest($11::text[]) AS whose (requested_owner)
   CROSS JOIN LATERAL (${selectRequestedAccounts("owner = requested_owner")}) AS account
   ORDER BY kind, owner, chain, asset_code LIMIT $10`),
);

function inputValues(
  { tenantId, network }: LedgerScope,
  { kinds, chain, asset, limit, after }: BalanceInput,
) {
  const place = [after?.kind ?? "", after?.owner ?? "", after?.chain ?? "", after?.asset.code ?? ""];
  return [tenantId, network, kinds, chain, asset, ...place, limit];
}

function toFoundBalance(row: BalanceRow): FoundBalance {
  const { number, kind, owner, chain, assetCode, assetScale, posted, held } = row;
  // Never assume zero: `florin admin ledger rebuild` recreates a lost balance.
  assert(posted !== undefined && held !== undefined, `ledger account ${number} is missing its balance`);
  const asset = { code: assetCode, scale: assetScale };
  const account = { kind, ...(owner === "" ? {} : { owner }), ...(chain === "" ? {} : { chain }), asset };
  return { account, posted, held };
}
