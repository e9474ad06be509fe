import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { LedgerScope, OperationType } from "../operation.ts";

/** Position of an entry in the history of an account. */
export interface EntryPlace {
  readonly at: Instant;
  readonly sequence: bigint;
  readonly position: number;
}

export interface LastEntryRow {
  readonly sequence: bigint;
  readonly posted: bigint;
  readonly held: bigint;
}

/** The last entry before a time, and at or before a record. Index: ledger_entries_pkey, backwards. */
export async function selectLastEntry(
  session: Session,
  scope: LedgerScope,
  input: { readonly accountNumber: bigint; readonly before: Instant; readonly through?: bigint },
): Promise<LastEntryRow | undefined> {
  const { accountNumber, before, through } = input;
  const values = [scope.tenantId, scope.network, accountNumber, before, through];
  return session.first(lastEntryStatement, values);
}

const lastEntryStatement = statement<LastEntryRow>(`
  SELECT sequence, posted_units AS posted, held_units AS held FROM ledger_entries
   WHERE tenant_id = $1 AND network = $2 AND account_number = $3 AND at < to_timestamp($4::double precision / 1000)
     AND ($5::bigint IS NULL OR sequence <= $5)
   ORDER BY at DESC, sequence DESC, position DESC LIMIT 1`);

/**
 * A slice of an account's history: after `after`, before the time `to`, and not beyond `through`. Backwards, it is what
 * is before `after`, down to the time `to`, which is included.
 */
export interface Stretch {
  readonly accountNumber: bigint;
  readonly isBackwards?: boolean;
  readonly after: EntryPlace;
  readonly to: Instant;
  readonly through: bigint;
  readonly limit: number;
}

export interface EntryRow extends EntryPlace {
  readonly type: OperationType;
  readonly key: string;
  readonly postedChange: bigint;
  readonly heldChange: bigint;
  readonly posted: bigint;
  readonly held: bigint;
  /** Accounts of all postings of the record, as text; one for a hold, none for a void. */
  readonly accountNumbers: readonly string[];
}

/** Index: ledger_entries_pkey, then ledger_journal_pkey. Reads `limit` entries and returns those that are included. */
export async function selectEntries(
  session: Session,
  scope: LedgerScope,
  stretch: Stretch & { readonly includesHolds: boolean; readonly requested: number },
): Promise<readonly EntryRow[]> {
  const { includesHolds, requested } = stretch;
  const entries = stretch.isBackwards === true ? entriesBackwards : entriesForwards;
  return session.rows(entries, [...stretchValues(scope, stretch), includesHolds, requested]);
}

/** End of a batch of `limit` entries; undefined if fewer are left. Index: ledger_entries_pkey. */
export async function selectStretchEnd(
  session: Session,
  scope: LedgerScope,
  stretch: Stretch,
): Promise<EntryPlace | undefined> {
  const end = stretch.isBackwards === true ? stretchEndBackwards : stretchEnd;
  return session.first(end, stretchValues(scope, stretch));
}

const stretchFrom = (after: "<" | ">", to: "<" | ">="): string => `
  tenant_id = $1 AND network = $2 AND account_number = $3
    AND (at, sequence, position) ${after} (to_timestamp($4::double precision / 1000), $5::bigint, $6::smallint)
    AND at ${to} to_timestamp($7::double precision / 1000) AND sequence <= $8
`;
const stretchCondition = stretchFrom(">", "<");
const forwards = { condition: stretchCondition, order: "at, sequence, position" };
const backwards = { condition: stretchFrom("<", ">="), order: "at DESC, sequence DESC, position DESC" };
type Reading = typeof forwards;

const entriesStatement = ({ condition, order }: Reading) =>
  statement<EntryRow>(`
  SELECT entry.*, record.*
    FROM (SELECT at, sequence, position, posted_change, held_change,
                 posted_units AS posted, held_units AS held
            FROM (SELECT at, sequence, position, posted_change, held_change, posted_units, held_units
                    FROM ledger_entries WHERE ${condition} ORDER BY ${order} LIMIT $9) AS scanned
           WHERE $10::boolean OR posted_change <> 0
           ORDER BY ${order} LIMIT $11) AS entry
   CROSS JOIN LATERAL (
     SELECT type, key, account_numbers::text[] AS account_numbers FROM ledger_journal
      WHERE tenant_id = $1 AND network = $2 AND sequence = entry.sequence LIMIT 1) AS record
   ORDER BY ${order}`);
const entriesForwards = entriesStatement(forwards);
const entriesBackwards = entriesStatement(backwards);

const endStatement = ({ condition, order }: Reading) =>
  statement<EntryPlace>(`
  SELECT at, sequence, position FROM ledger_entries WHERE ${condition}
   ORDER BY ${order} OFFSET $9::bigint - 1 LIMIT 1`);
const stretchEnd = endStatement(forwards);
const stretchEndBackwards = endStatement(backwards);

export interface TotalsRow extends EntryPlace {
  readonly totalIn: bigint;
  /** Negative. */
  readonly totalOut: bigint;
}

/** Total credits and debits, and the end of the batch; undefined if nothing is left. Index: ledger_entries_pkey. */
export async function selectTotals(
  session: Session,
  scope: LedgerScope,
  stretch: Stretch,
): Promise<TotalsRow | undefined> {
  return session.first(totalsStatement, stretchValues(scope, stretch));
}

const totalsStatement = statement<TotalsRow>(`
  SELECT at, sequence, position, total_in, total_out
    FROM (SELECT at, sequence, position,
                 coalesce(sum(posted_change) FILTER (WHERE posted_change > 0) OVER history, 0) AS total_in,
                 coalesce(sum(posted_change) FILTER (WHERE posted_change < 0) OVER history, 0) AS total_out
            FROM (SELECT at, sequence, position, posted_change FROM ledger_entries
                   WHERE ${stretchCondition} ORDER BY at, sequence, position LIMIT $9) AS entry
          WINDOW history AS (ORDER BY at, sequence, position)) AS running
   ORDER BY at DESC, sequence DESC, position DESC LIMIT 1`);

function stretchValues({ tenantId, network }: LedgerScope, stretch: Stretch) {
  const { accountNumber, after, to, through, limit } = stretch;
  return [tenantId, network, accountNumber, after.at, after.sequence, after.position, to, through, limit];
}
