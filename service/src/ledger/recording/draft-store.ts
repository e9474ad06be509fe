import { arrayLiteral } from "../../db/array-literal.ts";
import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
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

export function updateHead(tx: Transaction, scope: LedgerScope, head: Head): void {
  tx.later(updateHeadStatement, [
    scope.tenantId,
    scope.network,
    head.sequence,
    head.hash,
    head.at,
    head.accountNumber,
  ]);
}

const updateHeadStatement = statement(`
  UPDATE ledger_heads
     SET last_sequence = $3, last_hash = $4, last_at = to_timestamp($5::double precision / 1000),
         last_account_number = $6
   WHERE tenant_id = $1 AND network = $2`);

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

/** Index: ledger_balances_pkey. An upsert finds each row by its key, regardless of planner statistics. */
export function upsertBalances(
  tx: Transaction,
  scope: LedgerScope,
  accounts: readonly NumberedAccount[],
): void {
  tx.later(upsertBalancesStatement, [
    scope.tenantId,
    scope.network,
    accounts.map(({ number }) => number),
    accounts.map(({ posted }) => posted),
    accounts.map(({ held }) => held),
    accounts.map(({ account }) => limitsOf(account.kind).minimum),
    accounts.map(({ account }) => limitsOf(account.kind).maximum),
  ]);
}

const upsertBalancesStatement = statement(`
  INSERT INTO ledger_balances
    (tenant_id, network, account_number, posted_units, held_units, minimum_units, maximum_units)
  SELECT $1, $2, balance.*
    FROM unnest($3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[]) AS balance
  ON CONFLICT (tenant_id, network, account_number) DO UPDATE
     SET posted_units = excluded.posted_units, held_units = excluded.held_units`);

/** A record without its time. */
export interface RecordToInsert extends Omit<RecordContent, "at"> {
  readonly hash: Buffer;
}

export function insertRecords(
  tx: Transaction,
  scope: LedgerScope,
  at: Instant,
  records: readonly RecordToInsert[],
): void {
  tx.later(insertRecordsStatement, [
    scope.tenantId,
    scope.network,
    at,
    records.map(({ sequence }) => sequence),
    records.map(({ type }) => type),
    records.map(({ key }) => key),
    records.map(({ holdKey }) => holdKey),
    records.map(({ lines }) => arrayLiteral(lines.map(({ number }) => number))),
    records.map(({ lines }) => arrayLiteral(lines.map(({ units }) => units))),
    records.map(({ hash }) => hash),
  ]);
}

// The fields of a record are arrays of different lengths, which PostgreSQL can only take one by one, as text.
const insertRecordsStatement = statement(`
  INSERT INTO ledger_journal (tenant_id, network, at, sequence, type, key, hold_key, account_numbers, units, hash)
  SELECT $1, $2, to_timestamp($3::double precision / 1000), sequence, type, key, hold_key, account_numbers::bigint[],
         units::numeric[], hash
    FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bytea[])
      AS record (sequence, type, key, hold_key, account_numbers, units, hash)`);

export function insertEntries(
  tx: Transaction,
  scope: LedgerScope,
  at: Instant,
  entries: readonly Entry[],
): void {
  tx.later(insertEntriesStatement, [
    scope.tenantId,
    scope.network,
    at,
    entries.map(({ accountNumber }) => accountNumber),
    entries.map(({ sequence }) => sequence),
    entries.map(({ position }) => position),
    entries.map(({ postedChange }) => postedChange),
    entries.map(({ heldChange }) => heldChange),
    entries.map(({ posted }) => posted),
    entries.map(({ held }) => held),
  ]);
}

const insertEntriesStatement = statement(`
  INSERT INTO ledger_entries (tenant_id, network, at, account_number, sequence, position, posted_change, held_change,
                              posted_units, held_units)
  SELECT $1, $2, to_timestamp($3::double precision / 1000), account_number, sequence, position, posted_change,
         held_change, posted_units, held_units
    FROM unnest($4::bigint[], $5::bigint[], $6::smallint[], $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[])
      AS entry (account_number, sequence, position, posted_change, held_change, posted_units, held_units)`);

/** Index: ledger_holds_pkey. A hold that a batch both opens and closes is written once, closed. */
export function upsertHolds(tx: Transaction, scope: LedgerScope, holds: readonly Hold[]): void {
  tx.later(upsertHoldsStatement, [
    scope.tenantId,
    scope.network,
    holds.map(({ key }) => key),
    holds.map(({ accountNumber }) => accountNumber),
    holds.map(({ units }) => units),
    holds.map(({ openedSequence }) => openedSequence),
    holds.map(({ closing }) => closing?.sequence),
    holds.map(({ closing }) => closing?.by),
    holds.map(({ closing }) => closing?.postedUnits),
  ]);
}

const upsertHoldsStatement = statement(`
  INSERT INTO ledger_holds
    (tenant_id, network, key, account_number, units, opened_sequence, closed_sequence, closed_by, posted_units)
  SELECT $1, $2, hold.*
    FROM unnest($3::text[], $4::bigint[], $5::numeric[], $6::bigint[], $7::bigint[], $8::text[], $9::numeric[]) AS hold
  ON CONFLICT (tenant_id, network, key) DO UPDATE
     SET closed_sequence = excluded.closed_sequence, closed_by = excluded.closed_by,
         posted_units = excluded.posted_units`);
