import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import { transferColumns } from "./store.ts";
import type { Transfer } from "./transfer.ts";
import { type TransferRow, toTransfer } from "./transfer-row.ts";

export interface AwaitingFilter {
  readonly network: Network;
  readonly tenantId: TenantId | undefined;
  readonly accountId: AccountId | undefined;
  readonly cents: bigint | undefined;
}

// Index: transfers_awaiting_funds. Across tenants: operators use it to match unmatched payments.
const awaiting = statement<TransferRow>(`
  SELECT ${transferColumns} FROM transfers
   WHERE network = $1 AND step = 'awaiting_funds' AND ($2::text IS NULL OR tenant_id = $2)
     AND ($3::text IS NULL OR account_id = $3) AND ($4::numeric IS NULL OR cents = $4)
   ORDER BY id DESC LIMIT $5`);

/** Transfers that await a wire, newest first. */
export async function selectAwaiting(
  session: Session,
  { network, tenantId, accountId, cents }: AwaitingFilter,
  limit: number,
): Promise<readonly Transfer[]> {
  const values = [network, tenantId ?? null, accountId ?? null, cents ?? null, limit];
  return (await session.rows(awaiting, values)).map(toTransfer);
}

// Index: transfers_by_id. Across tenants: for operators.
const findMany = statement<TransferRow>(
  `SELECT ${transferColumns} FROM transfers WHERE id = ANY ($1::text[]) AND resource = 'transfer'`,
);

/** The transfers that exist, in no particular order. */
export async function selectAnyTransfers(
  session: Session,
  ids: readonly string[],
): Promise<readonly Transfer[]> {
  if (ids.length === 0) return [];
  return (await session.rows(findMany, [[...new Set(ids)]])).map(toTransfer);
}
