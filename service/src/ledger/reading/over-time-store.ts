import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { LedgerAccountKind } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";

export interface OverTimeRow {
  readonly kind: LedgerAccountKind;
  readonly owner: string;
  readonly chain: string;
  readonly assetCode: string;
  readonly scale: number;
  /** Index of the time, from 1. */
  readonly place: bigint;
  readonly posted: bigint;
}

/**
 * One index lookup per account and time: ledger_accounts_by_name by kind, then ledger_entries_pkey backwards, whose
 * first row has the balance. The cost is accounts times times, regardless of the length of the history.
 */
export function selectBalancesOverTime(
  session: Session,
  { tenantId, network }: LedgerScope,
  input: {
    readonly kinds: readonly LedgerAccountKind[];
    readonly moments: readonly Instant[];
    readonly maxAccounts: number;
  },
): Promise<readonly OverTimeRow[]> {
  const { kinds, moments, maxAccounts } = input;
  return session.rows(overTimeStatement, [tenantId, network, kinds, moments, maxAccounts]);
}

const overTimeStatement = statement<OverTimeRow>(`
  SELECT account.kind, account.owner, account.chain, account.asset_code, account.asset_scale AS scale,
         moment.place, coalesce(entry.posted_units, 0) AS posted
    FROM (SELECT number, kind, owner, chain, asset_code, asset_scale FROM ledger_accounts
           WHERE tenant_id = $1 AND network = $2 AND kind = ANY ($3::text[])
           ORDER BY kind, owner, chain, asset_code LIMIT $5) AS account
   CROSS JOIN unnest($4::double precision[]) WITH ORDINALITY AS moment (ms, place)
    LEFT JOIN LATERAL (
      SELECT posted_units FROM ledger_entries
       WHERE tenant_id = $1 AND network = $2 AND account_number = account.number
         AND at < to_timestamp(moment.ms / 1000)
       ORDER BY at DESC, sequence DESC, position DESC LIMIT 1) AS entry ON true
   ORDER BY account.kind, account.owner, account.chain, account.asset_code, moment.place`);
