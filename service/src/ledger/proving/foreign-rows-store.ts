import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { LedgerScope } from "../operation.ts";
import { ledgerBalances, ledgerHolds } from "../tables.ts";

/* Rows that no record explains. Each page returns what it found, its last row to continue from, and its size. */

/** Position of an entry in its table; the time is PostgreSQL's text, which may not be a valid instant. */
export interface ForeignEntryPlace {
  readonly accountNumber: bigint;
  readonly at: string;
  readonly sequence: bigint;
  readonly position: number;
}

export const beforeEveryEntry: ForeignEntryPlace = {
  accountNumber: -(2n ** 63n),
  at: "-infinity",
  sequence: -(2n ** 63n),
  position: -(2 ** 15),
};

const entryPage = (columns: string): string => `
  SELECT ${columns} FROM ledger_entries
   WHERE tenant_id = $1 AND network = $2
     AND (account_number, at, sequence, position) > ($3::bigint, $4::timestamptz, $5::bigint, $6::smallint)
   ORDER BY account_number, at, sequence, position LIMIT $7`;

export interface EntryCount extends ForeignEntryPlace {
  /** Entries of records up to the requested one. */
  readonly count: bigint;
  /** Entries of later records that do not exist. */
  readonly orphans: bigint;
  readonly size: number;
}

/**
 * Number of entries of the page, and the last one; undefined if it is empty. A later record and its entries appear
 * together, so one statement never sees only one of them. Index: ledger_entries_pkey, then ledger_journal_pkey.
 */
export async function countEntries(
  session: Session,
  scope: LedgerScope,
  input: { readonly after: ForeignEntryPlace; readonly limit: number; readonly through: bigint },
): Promise<EntryCount | undefined> {
  return session.first(countEntriesStatement, [...entryValues(scope, input), input.through]);
}

const countEntriesStatement = statement<EntryCount>(`
  SELECT account_number, at::text AS at, sequence, position, count, orphans, size::int AS size
    FROM (SELECT page.*, row_number() OVER history AS size,
                 count(*) FILTER (WHERE sequence <= $8) OVER history AS count,
                 count(*) FILTER (WHERE sequence > $8 AND NOT EXISTS (
                   SELECT FROM ledger_journal AS record
                    WHERE record.tenant_id = $1 AND record.network = $2 AND record.sequence = page.sequence))
                   OVER history AS orphans
            FROM (${entryPage("account_number, at, sequence, position")}) AS page
          WINDOW history AS (ORDER BY account_number, at, sequence, position)) AS counted
   ORDER BY size DESC LIMIT 1`);

export type EvaluatedEntry = ForeignEntryPlace & { readonly isForeign: boolean; readonly size: number };

/** Index: ledger_entries_pkey, then ledger_journal_pkey, and for a void the key of the hold. */
export async function selectForeignEntries(
  session: Session,
  scope: LedgerScope,
  input: { readonly after: ForeignEntryPlace; readonly limit: number },
): Promise<readonly EvaluatedEntry[]> {
  return session.rows(foreignEntriesStatement, entryValues(scope, input));
}

// Each record is looked up separately: for a join, the planner might read the whole journal once per entry.
const foreignEntriesStatement = statement<EvaluatedEntry>(`
  SELECT account_number, at::text AS at, sequence, position, is_foreign, size
    FROM (SELECT page.*, (count(*) OVER ())::int AS size, lead(page.sequence) OVER (
                   ORDER BY page.account_number, page.at, page.sequence, page.position) IS NULL AS is_last,
                 record.at IS DISTINCT FROM page.at
                 OR page.account_number IS DISTINCT FROM
                    CASE WHEN record.type = 'void_hold' AND page.position = 0 THEN record.held_account_number
                         ELSE record.account_numbers[page.position + 1] END AS is_foreign
            FROM (${entryPage("account_number, at, sequence, position")}) AS page
            LEFT JOIN LATERAL (
              SELECT at, type, account_numbers,
                     (SELECT opening.account_numbers[1] FROM ledger_journal AS opening
                       WHERE opening.tenant_id = $1 AND opening.network = $2 AND opening.key = recorded.hold_key
                       LIMIT 1) AS held_account_number
                FROM ledger_journal AS recorded
               WHERE tenant_id = $1 AND network = $2 AND sequence = page.sequence LIMIT 1) AS record ON true) AS evaluated
   WHERE is_foreign OR is_last
   ORDER BY account_number, at, sequence, position`);

function entryValues(
  { tenantId, network }: LedgerScope,
  { after, limit }: { readonly after: ForeignEntryPlace; readonly limit: number },
) {
  return [tenantId, network, after.accountNumber, after.at, after.sequence, after.position, limit];
}

export interface EvaluatedBalance {
  readonly accountNumber: bigint;
  readonly isForeign: boolean;
  readonly size: number;
}

/** Index: ledger_balances_pkey, then ledger_accounts_pkey. */
export async function selectForeignBalances(
  session: Session,
  scope: LedgerScope,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<readonly EvaluatedBalance[]> {
  return session.rows(foreignBalancesStatement, [scope.tenantId, scope.network, after, limit]);
}

const foreignBalancesStatement = statement<EvaluatedBalance>(`
  SELECT account_number, is_foreign, size
    FROM (SELECT page.account_number, (count(*) OVER ())::int AS size,
                 lead(page.account_number) OVER (ORDER BY page.account_number) IS NULL AS is_last,
                 account.number IS NULL AS is_foreign
            FROM (SELECT account_number FROM ledger_balances
                   WHERE tenant_id = $1 AND network = $2 AND account_number > $3
                   ORDER BY account_number LIMIT $4) AS page
            LEFT JOIN LATERAL (
              SELECT number FROM ledger_accounts
               WHERE tenant_id = $1 AND network = $2 AND number = page.account_number LIMIT 1) AS account ON true) AS evaluated
   WHERE is_foreign OR is_last
   ORDER BY account_number`);

export interface EvaluatedHold {
  readonly key: string;
  readonly isForeign: boolean;
  readonly size: number;
}

/** Without a position, starts at the first row. Index: ledger_holds_pkey, then ledger_journal_by_key. */
export async function selectForeignHolds(
  session: Session,
  scope: LedgerScope,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly EvaluatedHold[]> {
  const { tenantId, network } = scope;
  return after === undefined
    ? session.rows(firstForeignHoldsStatement, [tenantId, network, limit])
    : session.rows(nextForeignHoldsStatement, [tenantId, network, limit, after]);
}

const foreignHolds = (condition: string): string => `
  SELECT key, is_foreign, size
    FROM (SELECT page.key, (count(*) OVER ())::int AS size,
                 lead(page.key) OVER (ORDER BY page.key) IS NULL AS is_last,
                 record.type IS DISTINCT FROM 'hold' AS is_foreign
            FROM (SELECT key FROM ledger_holds WHERE tenant_id = $1 AND network = $2 ${condition}
                   ORDER BY key LIMIT $3) AS page
            LEFT JOIN LATERAL (
              SELECT type FROM ledger_journal
               WHERE tenant_id = $1 AND network = $2 AND key = page.key LIMIT 1) AS record ON true) AS evaluated
   WHERE is_foreign OR is_last
   ORDER BY key`;

const firstForeignHoldsStatement = statement<EvaluatedHold>(foreignHolds(""));
const nextForeignHoldsStatement = statement<EvaluatedHold>(foreignHolds("AND key > $4"));

export const deleteBalances = ledgerBalances.remove({ by: ["tenantId", "network", "accountNumber[]"] });
export const deleteHolds = ledgerHolds.remove({ by: ["tenantId", "network", "key[]"] });
