import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { LedgerScope } from "../operation.ts";

/* Rows that the journal knows nothing of. Each page answers what it found, and its own last row to go on from. */

/** Where in the order of its table an entry stands; the moment is PostgreSQL's text, which may be no real one. */
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

/** How many entries the page has, and its last; undefined when there is none. Index: ledger_entries_pkey. */
export async function countEntries(
  session: Session,
  scope: LedgerScope,
  wish: { readonly after: ForeignEntryPlace; readonly limit: number },
): Promise<(ForeignEntryPlace & { readonly count: bigint }) | undefined> {
  return session.first(countEntriesStatement, entryValues(scope, wish));
}

const countEntriesStatement = statement(`
  SELECT account_number AS "accountNumber", at::text AS at, sequence, position, count
    FROM (SELECT page.*, row_number() OVER (ORDER BY account_number, at, sequence, position) AS count
            FROM (${entryPage("account_number, at, sequence, position")}) AS page) AS counted
   ORDER BY count DESC LIMIT 1`);

export type JudgedEntry = ForeignEntryPlace & { readonly isForeign: boolean };

/** Index: ledger_entries_pkey, then ledger_journal_pkey, and for a void the key of the hold. */
export async function selectForeignEntries(
  session: Session,
  scope: LedgerScope,
  wish: { readonly after: ForeignEntryPlace; readonly limit: number },
): Promise<readonly JudgedEntry[]> {
  return session.rows(foreignEntriesStatement, entryValues(scope, wish));
}

// Each record is looked up by itself: for a join the planner might read the whole journal once for every entry.
const foreignEntriesStatement = statement(`
  SELECT account_number AS "accountNumber", at::text AS at, sequence, position, "isForeign"
    FROM (SELECT page.*, lead(page.sequence) OVER (
                   ORDER BY page.account_number, page.at, page.sequence, page.position) IS NULL AS is_last,
                 record.at IS DISTINCT FROM page.at
                 OR page.account_number IS DISTINCT FROM
                    CASE WHEN record.type = 'void_hold' AND page.position = 0 THEN record.held_account_number
                         ELSE record.account_numbers[page.position + 1] END AS "isForeign"
            FROM (${entryPage("account_number, at, sequence, position")}) AS page
            LEFT JOIN LATERAL (
              SELECT at, type, account_numbers,
                     (SELECT opening.account_numbers[1] FROM ledger_journal AS opening
                       WHERE opening.tenant_id = $1 AND opening.network = $2 AND opening.key = recorded.hold_key
                       LIMIT 1) AS held_account_number
                FROM ledger_journal AS recorded
               WHERE tenant_id = $1 AND network = $2 AND sequence = page.sequence LIMIT 1) AS record ON true) AS judged
   WHERE "isForeign" OR is_last
   ORDER BY account_number, at, sequence, position`);

function entryValues(
  { tenantId, network }: LedgerScope,
  { after, limit }: { readonly after: ForeignEntryPlace; readonly limit: number },
) {
  return [tenantId, network, after.accountNumber, after.at, after.sequence, after.position, limit];
}

/** Index: ledger_balances_pkey, then ledger_accounts_pkey. */
export async function selectForeignBalances(
  session: Session,
  scope: LedgerScope,
  limit: number,
): Promise<readonly { readonly accountNumber: bigint }[]> {
  return session.rows(foreignBalancesStatement, [scope.tenantId, scope.network, limit]);
}

const foreignBalancesStatement = statement(`
  SELECT account_number AS "accountNumber" FROM ledger_balances AS balance
   WHERE tenant_id = $1 AND network = $2 AND NOT EXISTS (
     SELECT FROM ledger_accounts AS account
      WHERE account.tenant_id = $1 AND account.network = $2 AND account.number = balance.account_number)
   ORDER BY account_number LIMIT $3`);

export interface JudgedHold {
  readonly key: string;
  readonly isForeign: boolean;
}

/** Index: ledger_holds_pkey, then ledger_journal_tenant_id_network_key_key. */
export async function selectForeignHolds(
  session: Session,
  scope: LedgerScope,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly JudgedHold[]> {
  return session.rows(foreignHoldsStatement, [scope.tenantId, scope.network, after, limit]);
}

const foreignHoldsStatement = statement(`
  SELECT key, "isForeign"
    FROM (SELECT page.key, lead(page.key) OVER (ORDER BY page.key) IS NULL AS is_last,
                 record.type IS DISTINCT FROM 'hold' AS "isForeign"
            FROM (SELECT key FROM ledger_holds WHERE tenant_id = $1 AND network = $2 AND key > $3
                   ORDER BY key LIMIT $4) AS page
            LEFT JOIN LATERAL (
              SELECT type FROM ledger_journal
               WHERE tenant_id = $1 AND network = $2 AND key = page.key LIMIT 1) AS record ON true) AS judged
   WHERE "isForeign" OR is_last
   ORDER BY key`);

export async function deleteBalances(
  tx: Session,
  scope: LedgerScope,
  accountNumbers: readonly bigint[],
): Promise<void> {
  await tx.run(deleteBalancesStatement, [scope.tenantId, scope.network, accountNumbers]);
}

const deleteBalancesStatement = statement(`
  DELETE FROM ledger_balances
   WHERE tenant_id = $1 AND network = $2 AND account_number = ANY ($3::bigint[])`);

export async function deleteHolds(tx: Session, scope: LedgerScope, keys: readonly string[]): Promise<void> {
  await tx.run(deleteHoldsStatement, [scope.tenantId, scope.network, keys]);
}

const deleteHoldsStatement = statement(`
  DELETE FROM ledger_holds WHERE tenant_id = $1 AND network = $2 AND key = ANY ($3::text[])`);
