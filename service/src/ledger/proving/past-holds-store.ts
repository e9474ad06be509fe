import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { LedgerScope } from "../operation.ts";
import type { Hold } from "./replay.ts";

/* Holds that were open after a record: those that still are, and those closed since. */

export type PastHold = Omit<Hold, "closing">;

export interface HoldPlace {
  readonly accountNumber: bigint;
  readonly openedSequence: bigint;
}

/** Holds that are open now. Index: ledger_holds_open. */
export async function selectStillOpen(
  session: Session,
  scope: LedgerScope,
  input: { readonly openedThrough: bigint; readonly after: HoldPlace; readonly limit: number },
): Promise<readonly PastHold[]> {
  const { openedThrough, after, limit } = input;
  const place = [after.accountNumber, after.openedSequence];
  return session.rows(stillOpenStatement, [scope.tenantId, scope.network, openedThrough, ...place, limit]);
}

const holdColumns = `key, account_number, units, opened_sequence`;

const stillOpenStatement = statement<PastHold>(`
  SELECT ${holdColumns} FROM ledger_holds
   WHERE tenant_id = $1 AND network = $2 AND closed_sequence IS NULL AND opened_sequence <= $3 AND units <> 'NaN'
     AND (account_number, opened_sequence) > ($4, $5)
   ORDER BY account_number, opened_sequence LIMIT $6`);

export interface ClosedSince {
  /** The last record read. */
  readonly sequence: bigint;
  readonly hold: PastHold | undefined;
}

/** One per record of the page. Index: ledger_journal_pkey, then ledger_holds_pkey. */
export async function selectClosedSince(
  session: Session,
  scope: LedgerScope,
  input: { readonly openedThrough: bigint; readonly after: bigint; readonly limit: number },
): Promise<readonly ClosedSince[]> {
  const { openedThrough, after, limit } = input;
  const values = [scope.tenantId, scope.network, openedThrough, after, limit];
  const rows = await session.rows(closedSinceStatement, values);
  return rows.map(({ sequence, key, ...hold }) => ({
    sequence,
    hold: key === undefined ? undefined : { key, ...hold },
  }));
}

interface ClosedRow extends Omit<PastHold, "key"> {
  readonly sequence: bigint;
  readonly key: string | undefined;
}

const closedSinceStatement = statement<ClosedRow>(`
  SELECT record.sequence, hold.*
    FROM (SELECT sequence, hold_key FROM ledger_journal
           WHERE tenant_id = $1 AND network = $2 AND sequence > $4 ORDER BY sequence LIMIT $5) AS record
    LEFT JOIN LATERAL (
      SELECT ${holdColumns} FROM ledger_holds
       WHERE tenant_id = $1 AND network = $2 AND key = record.hold_key AND opened_sequence <= $3 AND units <> 'NaN'
         AND closed_sequence = record.sequence
       LIMIT 1) AS hold ON true
   ORDER BY record.sequence`);
