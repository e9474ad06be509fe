import { arrayLiteral } from "../../db/array-literal.ts";
import type { Transaction } from "../../db/database.ts";
import { type SqlValue, type Statement, statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { RecordContent } from "../journal-hash.ts";
import { limitsOf } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";
import type { Entry, Head, Hold, WorkingAccount } from "./draft.ts";

export function insertHead(tx: Transaction, scope: LedgerScope, head: Head): void {
  tx.later(insertHeadStatement, [
    scope.tenantId,
    scope.network,
    head.sequence,
    head.hash,
    head.at,
    head.accountNumber,
  ]);
}

const insertHeadStatement = statement(`
  INSERT INTO ledger_heads (tenant_id, network, last_sequence, last_hash, last_at, last_account_number)
  VALUES ($1, $2, $3, $4, to_timestamp($5::double precision / 1000), $6)
  ON CONFLICT DO NOTHING`);

/** Makes every writer that remembers balances read them again. */
export function countRebuild(tx: Transaction, scope: LedgerScope): void {
  tx.later(countRebuildStatement, [scope.tenantId, scope.network]);
}

const countRebuildStatement = statement(
  "UPDATE ledger_heads SET rebuilds = rebuilds + 1 WHERE tenant_id = $1 AND network = $2",
);

export type NumberedAccount = WorkingAccount & { readonly number: bigint };

export function insertAccounts(
  tx: Transaction,
  scope: LedgerScope,
  accounts: readonly NumberedAccount[],
  openedAt: Instant,
): void {
  tx.later(insertAccountsStatement, [
    scope.tenantId,
    scope.network,
    openedAt,
    accounts.map(({ number }) => number),
    accounts.map(({ account }) => account.kind),
    accounts.map(({ account }) => account.owner ?? ""),
    accounts.map(({ account }) => account.chain ?? ""),
    accounts.map(({ account }) => account.asset.code),
    accounts.map(({ account }) => account.asset.scale),
  ]);
}

const insertAccountsStatement = statement(`
  INSERT INTO ledger_accounts (tenant_id, network, opened_at, number, kind, owner, chain, asset_code, asset_scale)
  SELECT $1, $2, to_timestamp($3::double precision / 1000), opened.*
    FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::smallint[]) AS opened`);

/** Index: ledger_assets_pkey. Existing assets have already been compared. */
export function insertAssets(
  tx: Transaction,
  scope: LedgerScope,
  accounts: readonly NumberedAccount[],
): void {
  tx.later(insertAssetsStatement, [
    scope.tenantId,
    scope.network,
    accounts.map(({ account }) => account.asset.code),
    accounts.map(({ account }) => account.asset.scale),
  ]);
}

const insertAssetsStatement = statement(`
  INSERT INTO ledger_assets (tenant_id, network, code, scale)
  SELECT DISTINCT $1, $2, code, scale FROM unnest($3::text[], $4::smallint[]) AS asset (code, scale)
  ON CONFLICT (tenant_id, network, code) DO NOTHING`);

/** Index: ledger_balances_pkey. */
export function upsertBalances(
  tx: Transaction,
  scope: LedgerScope,
  accounts: readonly NumberedAccount[],
): void {
  tx.later(upsertBalancesStatement, [scope.tenantId, scope.network, ...balanceColumns(accounts)]);
}

function balanceColumns(accounts: readonly NumberedAccount[]): readonly SqlValue[] {
  return [
    accounts.map(({ number }) => number),
    accounts.map(({ posted }) => posted),
    accounts.map(({ held }) => held),
    accounts.map(({ account }) => limitsOf(account.kind).minimum),
    accounts.map(({ account }) => limitsOf(account.kind).maximum),
  ];
}

/** An upsert finds each row by its key, regardless of planner statistics. */
function upsertBalancesOf(rows: string): string {
  return `INSERT INTO ledger_balances
      (tenant_id, network, account_number, posted_units, held_units, minimum_units, maximum_units)
    SELECT $1, $2, number, posted, held, minimum, maximum
      FROM ${rows} AS balance (number, posted, held, minimum, maximum)
    ON CONFLICT (tenant_id, network, account_number) DO UPDATE
       SET posted_units = excluded.posted_units, held_units = excluded.held_units`;
}

const upsertBalancesStatement = statement(
  upsertBalancesOf("unnest($3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[])"),
);

/** Index: ledger_holds_pkey. A hold that a batch both opens and closes is written once, closed. */
export function upsertHolds(tx: Transaction, scope: LedgerScope, holds: readonly Hold[]): void {
  tx.later(upsertHoldsStatement, [scope.tenantId, scope.network, ...holdColumns(holds)]);
}

function holdColumns(holds: readonly Hold[]): readonly SqlValue[] {
  return [
    holds.map(({ key }) => key),
    holds.map(({ accountNumber }) => accountNumber),
    holds.map(({ units }) => units),
    holds.map(({ openedSequence }) => openedSequence),
    holds.map(({ closing }) => closing?.sequence),
    holds.map(({ closing }) => closing?.by),
    holds.map(({ closing }) => closing?.postedUnits),
  ];
}

function upsertHoldsOf(rows: string): string {
  return `INSERT INTO ledger_holds
      (tenant_id, network, key, account_number, units, opened_sequence, closed_sequence, closed_by, posted_units)
    SELECT $1, $2, key, account_number, units, opened_sequence, closed_sequence, closed_by, posted_units
      FROM ${rows}
        AS hold (key, account_number, units, opened_sequence, closed_sequence, closed_by, posted_units)
    ON CONFLICT (tenant_id, network, key) DO UPDATE
       SET closed_sequence = excluded.closed_sequence, closed_by = excluded.closed_by,
           posted_units = excluded.posted_units`;
}

const upsertHoldsStatement = statement(
  upsertHoldsOf(
    "unnest($3::text[], $4::bigint[], $5::numeric[], $6::bigint[], $7::bigint[], $8::text[], $9::numeric[])",
  ),
);

/** A record without its time. */
export interface RecordToInsert extends Omit<RecordContent, "at"> {
  readonly hash: Buffer;
}

/** What a batch adds to its journal: records, and everything that follows from them. */
export interface Addition {
  readonly scope: LedgerScope;
  readonly at: Instant;
  /** The head before and after. */
  readonly previous: Head;
  readonly next: Head;
  readonly balances: readonly NumberedAccount[];
  readonly holds: readonly Hold[];
  readonly entries: readonly Entry[];
  readonly records: readonly RecordToInsert[];
}

/**
 * Writes all of it, or fails if the head is not the previous one (`isStaleHead`): either it was changed since it was
 * read, or it was never read but expected.
 */
export function insertAddition(tx: Transaction, addition: Addition): void {
  const { scope, at, previous, next, balances, holds, entries, records } = addition;
  tx.later(insertAdditionStatement, [
    scope.tenantId,
    scope.network,
    at,
    previous.hash,
    previous.rebuilds,
    next.sequence,
    next.hash,
    next.accountNumber,
    ...balanceColumns(balances),
    ...holdColumns(holds),
    entries.map(({ accountNumber }) => accountNumber),
    entries.map(({ sequence }) => sequence),
    entries.map(({ position }) => position),
    entries.map(({ postedChange }) => postedChange),
    entries.map(({ heldChange }) => heldChange),
    entries.map(({ posted }) => posted),
    entries.map(({ held }) => held),
    records.map(({ sequence }) => sequence),
    records.map(({ type }) => type),
    records.map(({ key }) => key),
    records.map(({ holdKey }) => holdKey),
    records.map(({ lines }) => arrayLiteral(lines.map(({ number }) => number))),
    records.map(({ lines }) => arrayLiteral(lines.map(({ units }) => units))),
    records.map(({ hash }) => hash),
  ]);
}

// Each part depends on the head's row, so nothing is written without it, and all of it is written after the row is
// locked. The fields of a record are arrays of different lengths, which PostgreSQL can only take one by one, as text.
const insertAdditionStatement: Statement = {
  ...statement(`
  WITH head AS (
    UPDATE ledger_heads
       SET last_sequence = $6, last_hash = $7, last_at = to_timestamp($3::double precision / 1000),
           last_account_number = $8
     WHERE tenant_id = $1 AND network = $2 AND last_hash = $4 AND rebuilds = $5
    RETURNING to_timestamp($3::double precision / 1000) AS at
  ), balance AS (
    ${upsertBalancesOf("head CROSS JOIN unnest($9::bigint[], $10::numeric[], $11::numeric[], $12::numeric[], $13::numeric[])")}
  ), hold AS (
    ${upsertHoldsOf("head CROSS JOIN unnest($14::text[], $15::bigint[], $16::numeric[], $17::bigint[], $18::bigint[], $19::text[], $20::numeric[])")}
  ), entry AS (
    INSERT INTO ledger_entries (tenant_id, network, at, account_number, sequence, position, posted_change, held_change,
                                posted_units, held_units)
    SELECT $1, $2, at, account_number, sequence, position, posted_change, held_change, posted_units, held_units
      FROM head CROSS JOIN unnest($21::bigint[], $22::bigint[], $23::smallint[], $24::numeric[], $25::numeric[],
                                  $26::numeric[], $27::numeric[])
        AS entry (account_number, sequence, position, posted_change, held_change, posted_units, held_units)
  ), record AS (
    INSERT INTO ledger_journal (tenant_id, network, at, sequence, type, key, hold_key, account_numbers, units, hash)
    SELECT $1, $2, at, sequence, type, key, hold_key, account_numbers::bigint[], units::numeric[], hash
      FROM head CROSS JOIN unnest($28::bigint[], $29::text[], $30::text[], $31::text[], $32::text[], $33::text[],
                                  $34::bytea[])
        AS record (sequence, type, key, hold_key, account_numbers, units, hash)
  )
  SELECT 1 / count(*) AS divided_by_zero_if_the_head_has_changed FROM head`),
  onCitus: statement(`
  SELECT add_to_ledger($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
                       $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34)`),
};

const divisionByZero = "22012";

/** True when an addition was refused because the head is not the expected one. */
export function isStaleHead(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === divisionByZero;
}
