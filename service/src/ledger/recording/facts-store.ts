import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { together } from "../../db/together.ts";
import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { LedgerAccount, LedgerAccountKind } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";
import type { Head, Hold, HoldClosing, KnownAccount, KnownRecord } from "./draft.ts";

/** The locked head, and the time of the database. */
export interface LockedHead extends Head {
  readonly databaseNow: Instant;
}

/** What operations name. */
export interface RequestedFacts {
  readonly keys: readonly string[];
  readonly accounts: readonly LedgerAccount[];
  /** Of assets. */
  readonly codes: readonly string[];
}

/** What a journal knows of it. */
export interface JournalFacts {
  /** Locked; undefined if there is no journal yet. */
  readonly head: LockedHead | undefined;
  readonly last: Pick<Head, "sequence" | "hash"> | undefined;
  readonly records: readonly KnownRecord[];
  readonly accounts: readonly KnownAccount[];
  readonly scales: ReadonlyMap<string, number>;
}

/** In one round trip: each statement begins after the previous one, so all of them see what the lock guards. */
export async function selectFacts(
  tx: Session,
  scope: LedgerScope,
  { keys, accounts, codes }: RequestedFacts,
): Promise<JournalFacts> {
  const [head, last, records, known, scales] = await together([
    lockHead(tx, scope),
    selectLastRecord(tx, scope),
    selectRecordsByKey(tx, scope, keys),
    accounts.length === 0 ? [] : selectAccounts(tx, scope, accounts),
    codes.length === 0 ? new Map<string, number>() : selectScales(tx, scope, codes),
  ]);
  return { head, last, records, accounts: known, scales };
}

/** Index: ledger_heads_pkey. The holder of this lock is the only writer of the journal until it commits. */
export async function lockHead(tx: Session, scope: LedgerScope): Promise<LockedHead | undefined> {
  return tx.first(lockHeadStatement, [scope.tenantId, scope.network]);
}

const lockHeadStatement = statement<LockedHead>(`
  SELECT last_sequence AS sequence, last_hash AS hash, last_at AS at, last_account_number AS account_number,
         rebuilds, clock_timestamp() AS database_now
    FROM ledger_heads WHERE tenant_id = $1 AND network = $2 FOR UPDATE`);

/** Index: ledger_journal_pkey, backwards. */
async function selectLastRecord(
  tx: Session,
  scope: LedgerScope,
): Promise<Pick<Head, "sequence" | "hash"> | undefined> {
  return tx.first(selectLastRecordStatement, [scope.tenantId, scope.network]);
}

const selectLastRecordStatement = statement<Pick<Head, "sequence" | "hash">>(`
  SELECT sequence, hash FROM ledger_journal
   WHERE tenant_id = $1 AND network = $2 ORDER BY sequence DESC LIMIT 1`);

interface RecordRow extends Omit<KnownRecord, "lines"> {
  readonly accountNumbers: readonly string[];
  readonly units: readonly string[];
}

/** Index: ledger_journal_by_key. */
export async function selectRecordsByKey(
  tx: Session,
  scope: LedgerScope,
  keys: readonly string[],
): Promise<readonly KnownRecord[]> {
  const rows = await tx.rows(selectRecordsStatement, [scope.tenantId, scope.network, keys]);
  return rows.map(toKnownRecord);
}

// Each key is looked up separately: for a join, the planner might read the whole journal if it was small when the plan
// was made. Arrays of numeric are read as text, because the driver would read their items as floats.
const selectRecordsStatement = statement<RecordRow>(`
  SELECT record.*
    FROM unnest($3::text[]) AS requested (key)
   CROSS JOIN LATERAL (
     SELECT sequence, at, type, key, hold_key, account_numbers::text[] AS account_numbers,
            units::text[] AS units
       FROM ledger_journal
      WHERE tenant_id = $1 AND network = $2 AND key = requested.key LIMIT 1) AS record`);

function toKnownRecord({ accountNumbers, units, ...record }: RecordRow): KnownRecord {
  const lines = accountNumbers.map((number, index) => ({
    number: BigInt(number),
    units: BigInt(units[index] ?? 0),
  }));
  return { ...record, lines };
}

export interface HoldRow extends Omit<Hold, "closing"> {
  readonly closedBy: HoldClosing["by"] | undefined;
  readonly closedSequence: bigint | undefined;
  readonly postedUnits: bigint | undefined;
}

/** Index: ledger_holds_pkey. */
export async function selectHolds(
  session: Session,
  scope: LedgerScope,
  keys: readonly string[],
): Promise<readonly Hold[]> {
  const rows = await session.rows(selectHoldsStatement, [scope.tenantId, scope.network, keys]);
  return rows.map(toHold);
}

const holdColumns = `
  key, account_number, units, opened_sequence, closed_by,
  closed_sequence, posted_units`;

const selectHoldsStatement = statement<HoldRow>(`
  SELECT hold.*
    FROM unnest($3::text[]) AS requested (key)
   CROSS JOIN LATERAL (
     SELECT ${holdColumns} FROM ledger_holds
      WHERE tenant_id = $1 AND network = $2 AND key = requested.key LIMIT 1) AS hold`);

function toHold({ closedBy, closedSequence, postedUnits, ...hold }: HoldRow): Hold {
  const isClosed = closedBy !== undefined && closedSequence !== undefined && postedUnits !== undefined;
  return { ...hold, closing: isClosed ? { by: closedBy, sequence: closedSequence, postedUnits } : undefined };
}

interface BalanceRow {
  readonly number: bigint;
  readonly posted: bigint | undefined;
  readonly held: bigint | undefined;
  readonly minimum: bigint | undefined;
  readonly maximum: bigint | undefined;
}

/** Index: ledger_accounts_by_name, then ledger_balances_pkey. Returns the accounts that are open. */
export async function selectAccounts(
  session: Session,
  scope: LedgerScope,
  accounts: readonly LedgerAccount[],
): Promise<readonly KnownAccount[]> {
  const rows = await session.rows(selectAccountsStatement, [
    scope.tenantId,
    scope.network,
    accounts.map(({ kind }) => kind),
    accounts.map(({ owner }) => owner ?? ""),
    accounts.map(({ chain }) => chain ?? ""),
    accounts.map(({ asset }) => asset.code),
  ]);
  return rows.map((row) => toKnownAccountAt(row, accounts));
}

interface PlacedBalanceRow extends BalanceRow {
  /** Of the account among the requested ones, from 1. */
  readonly place: bigint;
  readonly scale: number;
}

export function toKnownAccountAt(row: PlacedBalanceRow, accounts: readonly LedgerAccount[]): KnownAccount {
  const requested = accounts[Number(row.place) - 1];
  assert(requested !== undefined, "only requested accounts are returned");
  // Use the stored scale, so that a caller with another scale is detected.
  const account = { ...requested, asset: { ...requested.asset, scale: row.scale } };
  return toKnownAccount(row, account);
}

const balanceColumns = `
  posted_units AS posted, held_units AS held, minimum_units AS minimum, maximum_units AS maximum`;

const selectAccountsStatement = statement<PlacedBalanceRow>(`
  SELECT place, account.*, balance.*
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
      AS requested (kind, owner, chain, asset_code, place)
   CROSS JOIN LATERAL (
     SELECT number, asset_scale AS scale FROM ledger_accounts
      WHERE tenant_id = $1 AND network = $2 AND kind = requested.kind AND owner = requested.owner AND chain = requested.chain
        AND asset_code = requested.asset_code LIMIT 1) AS account
    LEFT JOIN LATERAL (
     SELECT ${balanceColumns} FROM ledger_balances
      WHERE tenant_id = $1 AND network = $2 AND account_number = account.number LIMIT 1) AS balance ON true`);

/** Index: ledger_assets_pkey. The stored scales of assets. */
async function selectScales(
  session: Session,
  scope: LedgerScope,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.rows(selectScalesStatement, [scope.tenantId, scope.network, codes]);
  return new Map(rows.map(({ code, scale }) => [code, scale]));
}

const selectScalesStatement = statement<{ readonly code: string; readonly scale: number }>(`
  SELECT asset.*
    FROM unnest($3::text[]) AS requested (code)
   CROSS JOIN LATERAL (
     SELECT code, scale FROM ledger_assets
      WHERE tenant_id = $1 AND network = $2 AND code = requested.code LIMIT 1) AS asset`);

interface AccountRow extends BalanceRow {
  readonly kind: LedgerAccountKind;
  readonly owner: string;
  readonly chain: string;
  readonly assetCode: string;
  readonly assetScale: number;
}

/** Index: ledger_holds_pkey, ledger_accounts_pkey, ledger_balances_pkey. The accounts of these holds. */
export async function selectHeldAccounts(
  session: Session,
  scope: LedgerScope,
  holdKeys: readonly string[],
): Promise<readonly KnownAccount[]> {
  const rows = await session.rows(selectHeldAccountsStatement, [scope.tenantId, scope.network, holdKeys]);
  return rows.map((row) => toKnownAccount(row, accountOf(row)));
}

const selectHeldAccountsStatement = statement<AccountRow>(`
  SELECT account.*, balance.*
    FROM unnest($3::text[]) AS requested (key)
   CROSS JOIN LATERAL (
     SELECT account_number FROM ledger_holds
      WHERE tenant_id = $1 AND network = $2 AND key = requested.key LIMIT 1) AS hold
   CROSS JOIN LATERAL (
     SELECT number, kind, owner, chain, asset_code, asset_scale FROM ledger_accounts
      WHERE tenant_id = $1 AND network = $2 AND number = hold.account_number LIMIT 1) AS account
    LEFT JOIN LATERAL (
     SELECT ${balanceColumns} FROM ledger_balances
      WHERE tenant_id = $1 AND network = $2 AND account_number = account.number LIMIT 1) AS balance ON true`);

function accountOf({ kind, owner, chain, assetCode, assetScale }: AccountRow): LedgerAccount {
  return {
    kind,
    ...(owner === "" ? {} : { owner }),
    ...(chain === "" ? {} : { chain }),
    asset: { code: assetCode, scale: assetScale },
  };
}

function toKnownAccount(
  { number, posted, held, minimum, maximum }: BalanceRow,
  account: LedgerAccount,
): KnownAccount {
  // Never assume zero: `florin admin ledger rebuild` recreates a lost balance.
  assert(posted !== undefined && held !== undefined, `ledger account ${number} is missing its balance`);
  return {
    number,
    account,
    posted,
    held,
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

/** Statements that run under the head's lock, for tests of their plans. */
export const factsStatements = {
  lastRecord: selectLastRecordStatement,
  records: selectRecordsStatement,
  accounts: selectAccountsStatement,
  heldAccounts: selectHeldAccountsStatement,
} as const;
