import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { BalanceUnits } from "../balance.ts";
import type { LedgerAccount, LedgerAccountKind } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";

/** One row per scale; a ledger has one. Index: ledger_accounts_by_name, by kind; then ledger_balances_pkey. */
export async function selectSums(
  session: Session,
  scope: LedgerScope,
  input: {
    readonly kind: LedgerAccountKind;
    readonly assetCode: string;
    readonly owner: string | undefined;
  },
): Promise<readonly (BalanceUnits & { readonly scale: number; readonly lost: number })[]> {
  const { kind, assetCode, owner } = input;
  return session.rows(sumsStatement, [scope.tenantId, scope.network, kind, assetCode, owner]);
}

// A lost balance is counted, so that an incomplete sum is detected.
const sumsStatement = statement<BalanceUnits & { readonly scale: number; readonly lost: number }>(`
  SELECT asset_scale AS scale, coalesce(sum(posted_units), 0) AS posted, coalesce(sum(held_units), 0) AS held,
         (count(*) - count(posted_units))::int AS lost
    FROM ledger_accounts AS account
    LEFT JOIN LATERAL (
      SELECT posted_units, held_units FROM ledger_balances
       WHERE tenant_id = $1 AND network = $2 AND account_number = account.number LIMIT 1) AS balance ON true
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
  input: { readonly accountNumber: bigint; readonly after: bigint; readonly limit: number },
): Promise<readonly OpenHoldRow[]> {
  const { accountNumber, after, limit } = input;
  return session.rows(openHoldsStatement, [scope.tenantId, scope.network, accountNumber, after, limit]);
}

const openHoldsStatement = statement<OpenHoldRow>(`
  SELECT hold.key, hold.units, hold.opened_sequence, record.at AS opened_at
    FROM (SELECT key, units, opened_sequence FROM ledger_holds
           WHERE tenant_id = $1 AND network = $2 AND account_number = $3 AND opened_sequence > $4
             AND closed_sequence IS NULL
           ORDER BY opened_sequence LIMIT $5) AS hold
   CROSS JOIN LATERAL (
     SELECT at FROM ledger_journal
      WHERE tenant_id = $1 AND network = $2 AND sequence = hold.opened_sequence LIMIT 1) AS record
   ORDER BY hold.opened_sequence`);

/** Undefined if the account had no entry yet. */
export async function selectBalanceAt(
  session: Session,
  scope: LedgerScope,
  { kind, owner, chain, asset }: LedgerAccount,
  instant: Instant,
): Promise<(BalanceUnits & { readonly scale: number }) | undefined> {
  const place = [kind, owner ?? "", chain ?? "", asset.code];
  return session.first(balanceAtStatement, [scope.tenantId, scope.network, ...place, instant]);
}

/** Index: ledger_accounts_by_name, then ledger_entries_pkey backwards. */
export const balanceAtStatement = statement<BalanceUnits & { readonly scale: number }>(`
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

const headStatement = statement<HeadRow>(`
  SELECT last_sequence AS sequence, last_hash AS hash, last_at AS at
    FROM ledger_heads WHERE tenant_id = $1 AND network = $2`);

const ledgerTables = [
  "ledger_heads",
  "ledger_journal",
  "ledger_accounts",
  "ledger_assets",
  "ledger_entries",
  "ledger_balances",
  "ledger_holds",
  "journal_marks",
];

/** A position in the order of journals; the empty network sorts before all networks of a tenant. */
export interface JournalPlace {
  readonly tenantId: string;
  readonly network: string;
}

/**
 * The next journal in the order of tenant and network. All tables are searched, so that rows of a journal that has lost
 * its head are found. Index: the primary key of each table.
 */
export async function selectNextJournal(
  session: Session,
  after: JournalPlace | undefined,
): Promise<LedgerScope | undefined> {
  return session.first(nextJournalStatement, [after?.tenantId ?? "", after?.network ?? ""]);
}

const keyedByNetwork = ledgerTables.filter(
  (table) => table !== "ledger_journal" && table !== "ledger_accounts",
);

// The keys of these two tables continue with a number, then the network. A journal that has rows nowhere else is
// searched among the first rows of its tenant, to avoid reading a long journal just to find no other.
const numbered = [
  ["ledger_journal", "sequence"],
  ["ledger_accounts", "number"],
] as const;
const rowsPerTenant = 1_000;

const nextJournalStatement = statement<LedgerScope>(`
  SELECT tenant_id, network FROM (${[
    ...keyedByNetwork.map(
      (table) => `
    (SELECT tenant_id, network FROM ${table} WHERE (tenant_id, network) > ($1, $2)
      ORDER BY tenant_id, network LIMIT 1)`,
    ),
    ...numbered.flatMap(([table, number]) => [
      `
    (SELECT tenant_id, network FROM (
       SELECT tenant_id, network FROM ${table} WHERE tenant_id = $1 ORDER BY ${number} LIMIT ${rowsPerTenant}) AS own
      WHERE network > $2 ORDER BY network LIMIT 1)`,
      `
    (SELECT tenant_id, network FROM (
       SELECT tenant_id, network FROM ${table} WHERE tenant_id > $1
        ORDER BY tenant_id, ${number} LIMIT ${rowsPerTenant}) AS later
      ORDER BY tenant_id, network LIMIT 1)`,
    ]),
  ].join(" UNION ALL")}) AS journal
   ORDER BY tenant_id, network LIMIT 1`);

/** Whether any table has a row of this journal. Index: the primary key of each table. */
export async function hasRows(session: Session, scope: LedgerScope): Promise<boolean> {
  return (await session.first(hasRowsStatement, [scope.tenantId, scope.network])) !== undefined;
}

const hasRowsStatement = statement(`
  SELECT true AS found WHERE ${ledgerTables
    .map((table) => `EXISTS (SELECT FROM ${table} WHERE tenant_id = $1 AND network = $2)`)
    .join(" OR ")}`);
