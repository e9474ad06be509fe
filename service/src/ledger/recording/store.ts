import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type LedgerAccount, type LedgerAccountKind, limitsOf } from "../ledger-account.ts";
import type { LedgerScope, OperationType } from "../operation.ts";
import type {
  Entry,
  Head,
  Hold,
  HoldClosing,
  JournalRecord,
  KnownAccount,
  KnownRecord,
  WorkingAccount,
} from "./draft.ts";

/** Index: ledger_heads_pkey. Whoever has this lock is the only one who writes to the journal until the commit. */
export async function lockHead(tx: Session, scope: LedgerScope): Promise<Head | undefined> {
  return tx.first<Head>(lockHeadStatement, [scope.tenantId, scope.network]);
}

const lockHeadStatement = statement(`
  SELECT last_sequence AS sequence, last_hash AS hash, last_at AS at, last_account_number AS "accountNumber"
    FROM ledger_heads WHERE tenant_id = $1 AND network = $2 FOR UPDATE`);

export async function insertHead(tx: Session, scope: LedgerScope, head: Head): Promise<void> {
  await tx.run(insertHeadStatement, [
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

export async function updateHead(tx: Session, scope: LedgerScope, head: Head): Promise<void> {
  await tx.run(updateHeadStatement, [
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

interface RecordRow extends Omit<KnownRecord, "holdKey" | "accountNumbers" | "units"> {
  readonly holdKey: string | null;
  readonly accountNumbers: readonly string[];
  readonly units: readonly string[];
  readonly type: OperationType;
}

/** Index: ledger_journal_tenant_id_network_key_key. */
export async function selectRecordsByKey(
  tx: Session,
  scope: LedgerScope,
  keys: readonly string[],
): Promise<readonly KnownRecord[]> {
  const rows = await tx.rows<RecordRow>(selectRecordsStatement, [scope.tenantId, scope.network, keys]);
  return rows.map(toKnownRecord);
}

// Each key is looked up by itself: for a join the planner might read the whole journal, if it was small when the plan
// was made. Arrays of numeric come as text, because the driver would read their members as floats.
const selectRecordsStatement = statement(`
  SELECT record.*
    FROM unnest($3::text[]) AS asked (key)
   CROSS JOIN LATERAL (
     SELECT sequence, at, type, key, hold_key AS "holdKey", account_numbers::text[] AS "accountNumbers",
            units::text[] AS units
       FROM ledger_journal
      WHERE tenant_id = $1 AND network = $2 AND key = asked.key LIMIT 1) AS record`);

function toKnownRecord(row: RecordRow): KnownRecord {
  return {
    ...row,
    holdKey: row.holdKey ?? undefined,
    accountNumbers: row.accountNumbers.map(BigInt),
    units: row.units.map(BigInt),
  };
}

export interface HoldRow extends Omit<Hold, "closing"> {
  readonly closedBy: HoldClosing["by"] | null;
  readonly closedSequence: bigint | null;
  readonly postedUnits: bigint | null;
}

/** Index: ledger_holds_pkey. */
export async function selectHolds(
  session: Session,
  scope: LedgerScope,
  keys: readonly string[],
): Promise<readonly Hold[]> {
  const rows = await session.rows<HoldRow>(selectHoldsStatement, [scope.tenantId, scope.network, keys]);
  return rows.map(toHold);
}

const holdColumns = `
  key, account_number AS "accountNumber", units, opened_sequence AS "openedSequence", closed_by AS "closedBy",
  closed_sequence AS "closedSequence", posted_units AS "postedUnits"`;

const selectHoldsStatement = statement(`
  SELECT hold.*
    FROM unnest($3::text[]) AS asked (key)
   CROSS JOIN LATERAL (
     SELECT ${holdColumns} FROM ledger_holds
      WHERE tenant_id = $1 AND network = $2 AND key = asked.key LIMIT 1) AS hold`);

function toHold({ closedBy, closedSequence, postedUnits, ...hold }: HoldRow): Hold {
  const isClosed = closedBy !== null && closedSequence !== null && postedUnits !== null;
  return { ...hold, closing: isClosed ? { by: closedBy, sequence: closedSequence, postedUnits } : undefined };
}

interface AccountRow {
  readonly number: bigint;
  readonly kind: LedgerAccountKind;
  readonly owner: string;
  readonly chain: string;
  readonly assetCode: string;
  readonly assetScale: number;
  readonly posted: bigint;
  readonly held: bigint;
  readonly minimum: bigint | null;
  readonly maximum: bigint | null;
}

/** Index: ledger_accounts_tenant_id_network_kind_owner_chain_asset_code_key, then ledger_balances_pkey. */
export async function selectAccounts(
  session: Session,
  scope: LedgerScope,
  accounts: readonly LedgerAccount[],
): Promise<readonly KnownAccount[]> {
  const rows = await session.rows<AccountRow>(selectAccountsStatement, [
    scope.tenantId,
    scope.network,
    accounts.map(({ kind }) => kind),
    accounts.map(({ owner }) => owner ?? ""),
    accounts.map(({ chain }) => chain ?? ""),
    accounts.map(({ asset }) => asset.code),
  ]);
  return rows.map(toKnownAccount);
}

const accountColumns = `
  number, kind, owner, chain, asset_code AS "assetCode", asset_scale AS "assetScale"`;
const balanceColumns = `
  posted_units AS posted, held_units AS held, minimum_units AS minimum, maximum_units AS maximum`;

const selectAccountsStatement = statement(`
  SELECT account.*, balance.*
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS asked (kind, owner, chain, asset_code)
   CROSS JOIN LATERAL (
     SELECT ${accountColumns} FROM ledger_accounts
      WHERE tenant_id = $1 AND network = $2 AND kind = asked.kind AND owner = asked.owner AND chain = asked.chain
        AND asset_code = asked.asset_code LIMIT 1) AS account
   CROSS JOIN LATERAL (
     SELECT ${balanceColumns} FROM ledger_balances
      WHERE tenant_id = $1 AND network = $2 AND account_number = account.number LIMIT 1) AS balance`);

/** Index: ledger_accounts_pkey, then ledger_balances_pkey. */
export async function selectAccountsByNumber(
  session: Session,
  scope: LedgerScope,
  numbers: readonly bigint[],
): Promise<readonly KnownAccount[]> {
  const rows = await session.rows<AccountRow>(selectByNumberStatement, [
    scope.tenantId,
    scope.network,
    numbers,
  ]);
  return rows.map(toKnownAccount);
}

const selectByNumberStatement = statement(`
  SELECT account.*, balance.*
    FROM unnest($3::bigint[]) AS asked (asked_number)
   CROSS JOIN LATERAL (
     SELECT ${accountColumns} FROM ledger_accounts
      WHERE tenant_id = $1 AND network = $2 AND number = asked_number LIMIT 1) AS account
   CROSS JOIN LATERAL (
     SELECT ${balanceColumns} FROM ledger_balances
      WHERE tenant_id = $1 AND network = $2 AND account_number = asked_number LIMIT 1) AS balance`);

function toKnownAccount(row: AccountRow): KnownAccount {
  const { number, posted, held, minimum, maximum } = row;
  return {
    number,
    posted,
    held,
    account: {
      kind: row.kind,
      ...(row.owner === "" ? {} : { owner: row.owner }),
      ...(row.chain === "" ? {} : { chain: row.chain }),
      asset: { code: row.assetCode, scale: row.assetScale },
    },
    ...(minimum === null ? {} : { minimum }),
    ...(maximum === null ? {} : { maximum }),
  };
}

export type NumberedAccount = WorkingAccount & { readonly number: bigint };

export async function insertAccounts(
  tx: Session,
  scope: LedgerScope,
  accounts: readonly NumberedAccount[],
  openedAt: Instant,
): Promise<void> {
  await tx.run(insertAccountsStatement, [
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

/** Index: ledger_balances_pkey. An upsert finds each row by its key, whatever the planner thinks of the table. */
export async function upsertBalances(
  tx: Session,
  scope: LedgerScope,
  accounts: readonly NumberedAccount[],
): Promise<void> {
  await tx.run(upsertBalancesStatement, [
    scope.tenantId,
    scope.network,
    accounts.map(({ number }) => number),
    accounts.map(({ posted }) => posted),
    accounts.map(({ held }) => held),
    accounts.map(({ account }) => limitsOf(account.kind).minimum ?? null),
    accounts.map(({ account }) => limitsOf(account.kind).maximum ?? null),
  ]);
}

const upsertBalancesStatement = statement(`
  INSERT INTO ledger_balances
    (tenant_id, network, account_number, posted_units, held_units, minimum_units, maximum_units)
  SELECT $1, $2, balance.*
    FROM unnest($3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[]) AS balance
  ON CONFLICT (tenant_id, network, account_number) DO UPDATE
     SET posted_units = excluded.posted_units, held_units = excluded.held_units`);

export async function insertRecords(
  tx: Session,
  scope: LedgerScope,
  records: readonly JournalRecord[],
): Promise<void> {
  await tx.run(insertRecordsStatement, [
    scope.tenantId,
    scope.network,
    records.map(({ sequence }) => sequence),
    records.map(({ at }) => at),
    records.map(({ type }) => type),
    records.map(({ key }) => key),
    records.map(({ holdKey }) => holdKey ?? null),
    records.map(({ lines }) => `{${lines.map(({ number }) => number).join()}}`),
    records.map(({ lines }) => `{${lines.map(({ units }) => units).join()}}`),
    records.map(({ hash }) => hash),
  ]);
}

// The members of a record are arrays of various lengths, which PostgreSQL can only take one by one, as text.
const insertRecordsStatement = statement(`
  INSERT INTO ledger_journal (tenant_id, network, sequence, at, type, key, hold_key, account_numbers, units, hash)
  SELECT $1, $2, sequence, to_timestamp(at / 1000), type, key, hold_key, account_numbers::bigint[], units::numeric[], hash
    FROM unnest($3::bigint[], $4::double precision[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                $10::bytea[])
      AS record (sequence, at, type, key, hold_key, account_numbers, units, hash)`);

export async function insertEntries(
  tx: Session,
  scope: LedgerScope,
  entries: readonly Entry[],
): Promise<void> {
  await tx.run(insertEntriesStatement, [
    scope.tenantId,
    scope.network,
    entries.map(({ accountNumber }) => accountNumber),
    entries.map(({ at }) => at),
    entries.map(({ sequence }) => sequence),
    entries.map(({ position }) => position),
    entries.map(({ postedChange }) => postedChange),
    entries.map(({ heldChange }) => heldChange),
    entries.map(({ posted }) => posted),
    entries.map(({ held }) => held),
  ]);
}

const insertEntriesStatement = statement(`
  INSERT INTO ledger_entries (tenant_id, network, account_number, at, sequence, position, posted_change, held_change,
                              posted_units, held_units)
  SELECT $1, $2, account_number, to_timestamp(at / 1000), sequence, position, posted_change, held_change, posted_units,
         held_units
    FROM unnest($3::bigint[], $4::double precision[], $5::bigint[], $6::smallint[], $7::numeric[], $8::numeric[],
                $9::numeric[], $10::numeric[])
      AS entry (account_number, at, sequence, position, posted_change, held_change, posted_units, held_units)`);

/** Index: ledger_holds_pkey. A hold that a batch both opens and closes arrives here once, closed. */
export async function upsertHolds(tx: Session, scope: LedgerScope, holds: readonly Hold[]): Promise<void> {
  await tx.run(upsertHoldsStatement, [
    scope.tenantId,
    scope.network,
    holds.map(({ key }) => key),
    holds.map(({ accountNumber }) => accountNumber),
    holds.map(({ units }) => units),
    holds.map(({ openedSequence }) => openedSequence),
    holds.map(({ closing }) => closing?.sequence ?? null),
    holds.map(({ closing }) => closing?.by ?? null),
    holds.map(({ closing }) => closing?.postedUnits ?? null),
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
