import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { BalanceUnits } from "../balance.ts";
import type { LedgerAccount, LedgerAccountKind } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";

export interface BalanceWish {
  readonly kinds: readonly LedgerAccountKind[];
  readonly chain: string | undefined;
  readonly asset: string | undefined;
  readonly limit: number;
  readonly after?: LedgerAccount;
}

interface BalanceRow extends BalanceUnits {
  readonly kind: LedgerAccountKind;
  readonly owner: string;
  readonly chain: string;
  readonly assetCode: string;
  readonly assetScale: number;
}

export type FoundBalance = BalanceUnits & { readonly account: LedgerAccount };

/**
 * Index: ledger_accounts_tenant_id_network_kind_owner_chain_asset_code_key, once for each kind, then
 * ledger_balances_pkey.
 */
export async function selectBalancesOfKinds(
  session: Session,
  scope: LedgerScope,
  wish: BalanceWish,
): Promise<readonly FoundBalance[]> {
  const rows = await session.rows<BalanceRow>(balancesOfKindsStatement, wishValues(scope, wish));
  return rows.map(toFoundBalance);
}

const selectWishedAccounts = (condition: string): string => `
  SELECT number, kind, owner, chain, asset_code, asset_scale FROM ledger_accounts
   WHERE tenant_id = $1 AND network = $2 AND ${condition}
     AND ($4::text IS NULL OR chain = $4) AND ($5::text IS NULL OR asset_code = $5)
     AND (kind, owner, chain, asset_code) > ($6, $7, $8, $9)
   ORDER BY kind, owner, chain, asset_code LIMIT $10`;

const withBalances = (wished: string): string => `
  SELECT kind, owner, chain, asset_code AS "assetCode", asset_scale AS "assetScale", posted_units AS posted,
         held_units AS held
    FROM (${wished}) AS wished
   CROSS JOIN LATERAL (
     SELECT posted_units, held_units FROM ledger_balances
      WHERE tenant_id = $1 AND network = $2 AND account_number = wished.number LIMIT 1) AS balance
   ORDER BY kind, owner, chain, asset_code`;

const balancesOfKindsStatement = statement(
  withBalances(`
  SELECT account.* FROM unnest($3::text[]) AS asked (asked_kind)
   CROSS JOIN LATERAL (${selectWishedAccounts("kind = asked_kind")}) AS account
   ORDER BY kind, owner, chain, asset_code LIMIT $10`),
);

/** Index: the same, once for each kind and owner. */
export async function selectBalancesOfOwners(
  session: Session,
  scope: LedgerScope,
  { owners, ...wish }: BalanceWish & { readonly owners: readonly string[] },
): Promise<readonly FoundBalance[]> {
  const values = [...wishValues(scope, wish), owners];
  const rows = await session.rows<BalanceRow>(balancesOfOwnersStatement, values);
  return rows.map(toFoundBalance);
}

const balancesOfOwnersStatement = statement(
  withBalances(`
  SELECT account.* FROM unnest($3::text[]) AS asked (asked_kind)
   CROSS JOIN unnest($11::text[]) AS whose (asked_owner)
   CROSS JOIN LATERAL (${selectWishedAccounts("kind = asked_kind AND owner = asked_owner")}) AS account
   ORDER BY kind, owner, chain, asset_code LIMIT $10`),
);

function wishValues({ tenantId, network }: LedgerScope, { kinds, chain, asset, limit, after }: BalanceWish) {
  const place = [after?.kind ?? "", after?.owner ?? "", after?.chain ?? "", after?.asset.code ?? ""];
  return [tenantId, network, kinds, chain ?? null, asset ?? null, ...place, limit];
}

function toFoundBalance(row: BalanceRow): FoundBalance {
  const { kind, owner, chain, assetCode, assetScale, posted, held } = row;
  const asset = { code: assetCode, scale: assetScale };
  const account = { kind, ...(owner === "" ? {} : { owner }), ...(chain === "" ? {} : { chain }), asset };
  return { account, posted, held };
}

/** One row for each scale, and a ledger has one. Index: as above, by the kind. */
export async function selectSums(
  session: Session,
  scope: LedgerScope,
  wish: {
    readonly kind: LedgerAccountKind;
    readonly assetCode: string;
    readonly owner: string | undefined;
  },
): Promise<readonly (BalanceUnits & { readonly scale: number })[]> {
  const { kind, assetCode, owner } = wish;
  return session.rows(sumsStatement, [scope.tenantId, scope.network, kind, assetCode, owner ?? null]);
}

const sumsStatement = statement(`
  SELECT asset_scale AS scale, sum(posted_units) AS posted, sum(held_units) AS held
    FROM ledger_accounts AS account
   CROSS JOIN LATERAL (
     SELECT posted_units, held_units FROM ledger_balances
      WHERE tenant_id = $1 AND network = $2 AND account_number = account.number LIMIT 1) AS balance
   WHERE tenant_id = $1 AND network = $2 AND kind = $3 AND asset_code = $4 AND ($5::text IS NULL OR owner = $5)
   GROUP BY asset_scale`);

export interface OpenHoldRow {
  readonly key: string;
  readonly units: bigint;
  readonly openedSequence: bigint;
  readonly openedAt: Instant;
}

/** Index: ledger_holds_open, then ledger_journal_pkey. */
export async function selectOpenHolds(
  session: Session,
  scope: LedgerScope,
  wish: { readonly accountNumber: bigint; readonly after: bigint; readonly limit: number },
): Promise<readonly OpenHoldRow[]> {
  const { accountNumber, after, limit } = wish;
  return session.rows(openHoldsStatement, [scope.tenantId, scope.network, accountNumber, after, limit]);
}

const openHoldsStatement = statement(`
  SELECT hold.key, hold.units, hold.opened_sequence AS "openedSequence", record.at AS "openedAt"
    FROM (SELECT key, units, opened_sequence FROM ledger_holds
           WHERE tenant_id = $1 AND network = $2 AND account_number = $3 AND opened_sequence > $4
             AND closed_sequence IS NULL
           ORDER BY opened_sequence LIMIT $5) AS hold
   CROSS JOIN LATERAL (
     SELECT at FROM ledger_journal
      WHERE tenant_id = $1 AND network = $2 AND sequence = hold.opened_sequence LIMIT 1) AS record
   ORDER BY hold.opened_sequence`);

/** Undefined when the account had no entry yet. */
export async function selectBalanceAt(
  session: Session,
  scope: LedgerScope,
  { kind, owner, chain, asset }: LedgerAccount,
  instant: Instant,
): Promise<(BalanceUnits & { readonly scale: number }) | undefined> {
  const place = [kind, owner ?? "", chain ?? "", asset.code];
  return session.first(balanceAtStatement, [scope.tenantId, scope.network, ...place, instant]);
}

/** Index: ledger_accounts_tenant_id_network_kind_owner_chain_asset_code_key, then ledger_entries_pkey backwards. */
export const balanceAtStatement = statement(`
  SELECT account.asset_scale AS scale, entry.posted_units AS posted, entry.held_units AS held
    FROM (SELECT number, asset_scale FROM ledger_accounts
           WHERE tenant_id = $1 AND network = $2 AND kind = $3 AND owner = $4 AND chain = $5 AND asset_code = $6
           LIMIT 1) AS account
   CROSS JOIN LATERAL (
     SELECT posted_units, held_units FROM ledger_entries
      WHERE tenant_id = $1 AND network = $2 AND account_number = account.number
        AND at <= to_timestamp($7::double precision / 1000)
      ORDER BY at DESC, sequence DESC, position DESC LIMIT 1) AS entry`);

export interface HeadRow {
  readonly sequence: bigint;
  readonly hash: Buffer;
  readonly at: Instant;
}

/** Index: ledger_heads_pkey. */
export async function selectHead(session: Session, scope: LedgerScope): Promise<HeadRow | undefined> {
  return session.first(headStatement, [scope.tenantId, scope.network]);
}

const headStatement = statement(`
  SELECT last_sequence AS sequence, last_hash AS hash, last_at AS at
    FROM ledger_heads WHERE tenant_id = $1 AND network = $2`);

const ledgerTables = [
  "ledger_heads",
  "ledger_journal",
  "ledger_accounts",
  "ledger_entries",
  "ledger_balances",
  "ledger_holds",
];

/**
 * The journal behind this one, in the order of tenant and network. Every table is asked, so that rows of a journal
 * that has lost its head are not overlooked. Index: the primary key of each table.
 */
export async function selectNextJournal(
  session: Session,
  after: LedgerScope | undefined,
): Promise<LedgerScope | undefined> {
  return session.first(nextJournalStatement, [after?.tenantId ?? "", after?.network ?? ""]);
}

const nextJournalStatement = statement(`
  SELECT tenant_id AS "tenantId", network FROM (${ledgerTables
    .map(
      (table) => `
    (SELECT tenant_id, network FROM ${table} WHERE (tenant_id, network) > ($1, $2)
      ORDER BY tenant_id, network LIMIT 1)`,
    )
    .join(" UNION ALL")}) AS journal
   ORDER BY tenant_id, network LIMIT 1`);
