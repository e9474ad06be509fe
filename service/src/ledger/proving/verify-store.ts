import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { LedgerScope } from "../operation.ts";
import { ledgerAssets } from "../tables.ts";
import type { JournalRow } from "./journal-row.ts";
import type { Entry, Hold } from "./replay.ts";

// Tampered values are read as text or not at all: a driver that fails on them would prove nothing. Times are
// microseconds, to keep full precision, and null outside the supported range, because PostgreSQL's calendar exceeds
// a bigint of microseconds.
const micros = (column: string): string => `
  CASE WHEN ${column} >= '1970-01-01T00:00:00Z'::timestamptz AND ${column} < '10000-01-01T00:00:00Z'::timestamptz
       THEN (extract(epoch FROM ${column}) * 1000000)::bigint END`;

/** Index: ledger_journal_pkey. */
export async function selectJournal(
  session: Session,
  scope: LedgerScope,
  input: { readonly after: bigint; readonly through: bigint; readonly limit: number },
): Promise<readonly JournalRow[]> {
  const { after, through, limit } = input;
  return session.rows(journalStatement, [scope.tenantId, scope.network, after, through, limit]);
}

const journalStatement = statement<JournalRow>(`
  SELECT sequence, ${micros("at")} AS at_micros, at > clock_timestamp() + interval '5 minutes' AS is_ahead, type, key, hold_key,
         account_numbers::text AS account_numbers, units::text AS units, hash
    FROM ledger_journal
   WHERE tenant_id = $1 AND network = $2 AND sequence > $3 AND sequence <= $4
   ORDER BY sequence LIMIT $5`);

export interface HeadState {
  readonly sequence: bigint;
  readonly hash: Buffer;
  readonly atMicros: bigint | undefined;
  readonly accountNumber: bigint;
}

/** Index: ledger_heads_pkey. */
export async function selectHeadState(session: Session, scope: LedgerScope): Promise<HeadState | undefined> {
  return session.first(headStateStatement, [scope.tenantId, scope.network]);
}

const headStateStatement = statement<HeadState>(`
  SELECT last_sequence AS sequence, last_hash AS hash, ${micros("last_at")} AS at_micros,
         last_account_number AS account_number
    FROM ledger_heads WHERE tenant_id = $1 AND network = $2`);

export type AssetState = Pick<RowOf<typeof ledgerAssets>, "code" | "scale">;

export const selectAssets = ledgerAssets.many({
  by: ["tenantId", "network"],
  columns: ["code", "scale"],
  orderBy: ["code"],
  limit: true,
});

export interface AccountState {
  readonly number: bigint;
  readonly kind: string;
  readonly owner: string;
  readonly chain: string;
  readonly assetCode: string;
  readonly assetScale: number;
  readonly openedAtMicros: bigint | undefined;
  /** After the last entry up to the requested record; null if there was none. */
  readonly posted: bigint | undefined;
  readonly held: bigint | undefined;
}

/** Index: ledger_accounts_pkey, then ledger_entries_pkey backwards. */
export async function selectAccountStates(
  session: Session,
  scope: LedgerScope,
  input: {
    readonly after: bigint;
    readonly limit: number;
    /** Balances after this record; 0 for none. */
    readonly asOf: { readonly sequence: bigint; readonly atMs: number };
  },
): Promise<readonly AccountState[]> {
  const { after, limit, asOf } = input;
  const values = [scope.tenantId, scope.network, after, limit, asOf.sequence, asOf.atMs];
  return session.rows(accountStatesStatement, values);
}

const accountStatesStatement = statement<AccountState>(`
  SELECT number, kind, owner, chain, asset_code, asset_scale,
         ${micros("opened_at")} AS opened_at_micros, posted, held
    FROM ledger_accounts
    LEFT JOIN LATERAL (
      SELECT nullif(posted_units, 'NaN') AS posted, nullif(held_units, 'NaN') AS held FROM ledger_entries
       WHERE $5::bigint > 0 AND tenant_id = $1 AND network = $2 AND account_number = number
         AND at <= to_timestamp($6::double precision / 1000) AND sequence <= $5
       ORDER BY at DESC, sequence DESC, position DESC LIMIT 1) AS entry ON true
   WHERE tenant_id = $1 AND network = $2 AND number > $3
   ORDER BY number LIMIT $4`);

/** The stored values as text; all null if the row is missing. */
export type Found<Column extends string> = Readonly<Record<Column, string | undefined>> & {
  /** Index of the expected row, from 1. */
  readonly place: number;
  readonly isThere: boolean;
};

export type FoundEntry = Found<"postedChange" | "heldChange" | "posted" | "held">;

/** The expected entries that are missing or differ. Index: ledger_entries_pkey. */
export async function selectWrongEntries(
  session: Session,
  scope: LedgerScope,
  entries: readonly Entry[],
): Promise<readonly FoundEntry[]> {
  return session.rows(wrongEntriesStatement, [
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

const wrongEntriesStatement = statement<FoundEntry>(`
  SELECT place::int AS place, entry.sequence IS NOT NULL AS is_there, entry.posted_change::text AS posted_change,
         entry.held_change::text AS held_change, entry.posted_units::text AS posted, entry.held_units::text AS held
    FROM unnest($3::bigint[], $4::double precision[], $5::bigint[], $6::smallint[], $7::numeric[], $8::numeric[],
                $9::numeric[], $10::numeric[]) WITH ORDINALITY
      AS expected (account_number, at, sequence, position, posted_change, held_change, posted_units, held_units, place)
    LEFT JOIN LATERAL (
      SELECT sequence, posted_change, held_change, posted_units, held_units FROM ledger_entries
       WHERE tenant_id = $1 AND network = $2 AND account_number = expected.account_number
         AND at = to_timestamp(expected.at / 1000) AND sequence = expected.sequence AND position = expected.position
       LIMIT 1) AS entry ON true
   WHERE (entry.posted_change, entry.held_change, entry.posted_units, entry.held_units)
         IS DISTINCT FROM
         (expected.posted_change, expected.held_change, expected.posted_units, expected.held_units)
   ORDER BY place`);

export interface ExpectedBalance {
  readonly number: bigint;
  readonly posted: bigint;
  readonly held: bigint;
  readonly minimum: bigint | undefined;
  readonly maximum: bigint | undefined;
}

export type FoundBalance = Found<"posted" | "held" | "minimum" | "maximum">;

/** Index: ledger_balances_pkey. */
export async function selectWrongBalances(
  session: Session,
  scope: LedgerScope,
  balances: readonly ExpectedBalance[],
): Promise<readonly FoundBalance[]> {
  return session.rows(wrongBalancesStatement, [
    scope.tenantId,
    scope.network,
    balances.map(({ number }) => number),
    balances.map(({ posted }) => posted),
    balances.map(({ held }) => held),
    balances.map(({ minimum }) => minimum),
    balances.map(({ maximum }) => maximum),
  ]);
}

const wrongBalancesStatement = statement<FoundBalance>(`
  SELECT place::int AS place, balance.account_number IS NOT NULL AS is_there, balance.posted_units::text AS posted,
         balance.held_units::text AS held, balance.minimum_units::text AS minimum, balance.maximum_units::text AS maximum
    FROM unnest($3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[]) WITH ORDINALITY
      AS expected (account_number, posted_units, held_units, minimum_units, maximum_units, place)
    LEFT JOIN LATERAL (
      SELECT account_number, posted_units, held_units, minimum_units, maximum_units FROM ledger_balances
       WHERE tenant_id = $1 AND network = $2 AND account_number = expected.account_number LIMIT 1) AS balance ON true
   WHERE (balance.posted_units, balance.held_units, balance.minimum_units, balance.maximum_units)
         IS DISTINCT FROM
         (expected.posted_units, expected.held_units, expected.minimum_units, expected.maximum_units)
   ORDER BY place`);

export type FoundHold = Found<
  "accountNumber" | "units" | "openedSequence" | "closedSequence" | "closedBy" | "postedUnits"
>;

/** Index: ledger_holds_pkey. */
export async function selectWrongHolds(
  session: Session,
  scope: LedgerScope,
  holds: readonly Hold[],
): Promise<readonly FoundHold[]> {
  return session.rows(wrongHoldsStatement, [
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

const wrongHoldsStatement = statement<FoundHold>(`
  SELECT place::int AS place, hold.key IS NOT NULL AS is_there, hold.account_number::text AS account_number,
         hold.units::text AS units, hold.opened_sequence::text AS opened_sequence,
         hold.closed_sequence::text AS closed_sequence, hold.closed_by,
         hold.posted_units::text AS posted_units
    FROM unnest($3::text[], $4::bigint[], $5::numeric[], $6::bigint[], $7::bigint[], $8::text[], $9::numeric[])
      WITH ORDINALITY
      AS expected (key, account_number, units, opened_sequence, closed_sequence, closed_by, posted_units, place)
    LEFT JOIN LATERAL (
      SELECT key, account_number, units, opened_sequence, closed_sequence, closed_by, posted_units FROM ledger_holds
       WHERE tenant_id = $1 AND network = $2 AND key = expected.key LIMIT 1) AS hold ON true
   WHERE (hold.account_number, hold.units, hold.opened_sequence, hold.closed_sequence, hold.closed_by,
          hold.posted_units)
         IS DISTINCT FROM
         (expected.account_number, expected.units, expected.opened_sequence, expected.closed_sequence,
          expected.closed_by, expected.posted_units)
   ORDER BY place`);
