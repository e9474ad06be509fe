import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { LedgerAccountKind } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";

/** Balances of an account at the ends of a period, and what was credited and debited in between. */
export interface AccountTurnover {
  readonly number: bigint;
  readonly kind: LedgerAccountKind;
  readonly assetCode: string;
  readonly scale: number;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly credits: bigint;
  /** Positive. */
  readonly debits: bigint;
}

export interface TurnoverQuery {
  readonly from: Instant;
  readonly to: Instant;
  /** The last record that counts: later ones may have an earlier time, from another node's clock. */
  readonly through: bigint;
  readonly afterNumber: bigint;
  readonly limit: number;
}

export interface TurnoverRow extends AccountTurnover {
  /** Number of entries that credits and debits are of: if it is the limit, there may be more. */
  readonly entries: number;
}

/**
 * A page of accounts in the order of their numbers, with their first entries of the period. Index: ledger_accounts_pkey,
 * then ledger_entries_pkey.
 */
export function selectTurnovers(
  session: Session,
  { tenantId, network }: LedgerScope,
  { from, to, through, afterNumber, limit }: TurnoverQuery,
  entriesPerAccount: number,
): Promise<readonly TurnoverRow[]> {
  const values = [tenantId, network, afterNumber, limit, from, to, through, entriesPerAccount];
  return session.rows(turnovers, values);
}

const ofAccount = `tenant_id = $1 AND network = $2 AND account_number = account.number AND sequence <= $7`;
const lastBefore = (place: string): string => `
      SELECT posted_units FROM ledger_entries WHERE ${ofAccount} AND at < to_timestamp(${place}::double precision / 1000)
       ORDER BY at DESC, sequence DESC, position DESC LIMIT 1`;

const turnovers = statement<TurnoverRow>(`
  SELECT account.number, account.kind, account.asset_code, account.asset_scale AS scale,
         coalesce(opening.posted_units, 0) AS opening, coalesce(closing.posted_units, 0) AS closing,
         coalesce(turnover.credits, 0) AS credits, coalesce(turnover.debits, 0) AS debits,
         turnover.entries
    FROM (SELECT number, kind, asset_code, asset_scale FROM ledger_accounts
           WHERE tenant_id = $1 AND network = $2 AND number > $3 ORDER BY number LIMIT $4) AS account
    LEFT JOIN LATERAL (${lastBefore("$5")}) AS opening ON true
    LEFT JOIN LATERAL (${lastBefore("$6")}) AS closing ON true
    LEFT JOIN LATERAL (
      SELECT sum(posted_change) FILTER (WHERE posted_change > 0) AS credits,
             -sum(posted_change) FILTER (WHERE posted_change < 0) AS debits, count(*)::int AS entries
        FROM (SELECT posted_change FROM ledger_entries
               WHERE ${ofAccount} AND at >= to_timestamp($5::double precision / 1000)
                 AND at < to_timestamp($6::double precision / 1000)
               ORDER BY at, sequence, position LIMIT $8) AS entry) AS turnover ON true
   ORDER BY account.number`);
