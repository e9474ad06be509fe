import type { Session, Transaction } from "../db/database.ts";
import { jsonRows } from "../db/json-rows.ts";
import { statement } from "../db/statement.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Resource, Transfer, TransferId } from "./transfer.ts";
import { type TransferRow, toRow, toTransfer } from "./transfer-row.ts";

export interface TransferScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

export const transferColumns = `tenant_id, network, id, account_id, resource, flow, units, cents, fee_cents, currency,
  source_transfer_type, source_value_type, source_address_id, source_payment_id, source_work_id, source_transaction_id,
  destination_transfer_type, destination_value_type, destination_address_id, destination_payment_id,
  destination_work_id, destination_transaction_id, ends, undo_work_id, undo_transaction_id, status, step,
  failure_type, failure_code, failure_reason, failure_at, note, brand_account_id, brand_name, automation_id,
  expires_at, hold_end, hold_list_version, hold_uids, completed_at, created_at, updated_at`;

// One JSON text: the row has too many columns for one array per column.
const insert = statement(`
  INSERT INTO transfers (${transferColumns})
  SELECT ${transferColumns} FROM json_populate_recordset(NULL::transfers, $1::json)`);

export async function insertTransfers(tx: Transaction, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length === 0) return;
  await tx.run(insert, [jsonRows(transfers.map(datedRow))]);
}

// Primary key.
const update = statement(`
  UPDATE transfers AS transfer
     SET source_payment_id = changed.source_payment_id, source_work_id = changed.source_work_id,
         source_transaction_id = changed.source_transaction_id,
         destination_payment_id = changed.destination_payment_id,
         destination_work_id = changed.destination_work_id,
         destination_transaction_id = changed.destination_transaction_id,
         undo_work_id = changed.undo_work_id, undo_transaction_id = changed.undo_transaction_id,
         status = changed.status, step = changed.step, failure_type = changed.failure_type,
         failure_code = changed.failure_code, failure_reason = changed.failure_reason,
         failure_at = changed.failure_at, completed_at = changed.completed_at, updated_at = changed.updated_at
    FROM json_populate_recordset(NULL::transfers, $2::json) AS changed
   WHERE transfer.tenant_id = $1 AND transfer.id = changed.id`);

/** Updates the columns that a step can change. The transfers must be locked. */
export async function updateTransfers(
  tx: Transaction,
  tenantId: TenantId,
  transfers: readonly Transfer[],
): Promise<void> {
  if (transfers.length === 0) return;
  await tx.run(update, [tenantId, jsonRows(transfers.map(datedRow))]);
}

function datedRow(transfer: Transfer): object {
  const row = toRow(transfer);
  return {
    ...row,
    failureAt: timeOf(row.failureAt),
    expiresAt: timeOf(row.expiresAt),
    completedAt: timeOf(row.completedAt),
    createdAt: formatInstant(row.createdAt),
    updatedAt: formatInstant(row.updatedAt),
  };
}

function timeOf(instant: Instant | undefined): string | undefined {
  return instant === undefined ? undefined : formatInstant(instant);
}

// Primary key, ordered by id to avoid deadlocks.
const lock = statement<TransferRow>(`
  SELECT ${transferColumns} FROM transfers
   WHERE tenant_id = $1 AND network = $2 AND id = ANY ($3::text[]) ORDER BY id FOR UPDATE`);

/** The transfers, locked until the transaction ends. */
export async function lockTransfers(
  tx: Transaction,
  { tenantId, network }: TransferScope,
  ids: readonly string[],
): Promise<readonly Transfer[]> {
  if (ids.length === 0) return [];
  return (await tx.rows(lock, [tenantId, network, [...new Set(ids)]])).map(toTransfer);
}

export interface TransferKey extends TransferScope {
  readonly accountId: AccountId;
  readonly resource: Resource;
  readonly id: TransferId;
}

// Primary key.
const findOne = statement<TransferRow>(`
  SELECT ${transferColumns} FROM transfers
   WHERE tenant_id = $1 AND id = $2 AND network = $3 AND account_id = $4 AND resource = $5`);

export async function selectTransfer(
  session: Session,
  { tenantId, id, network, accountId, resource }: TransferKey,
): Promise<Transfer | undefined> {
  const row = await session.first(findOne, [tenantId, id, network, accountId, resource]);
  return row === undefined ? undefined : toTransfer(row);
}

// Index: transfers_needing_action. Across tenants: for operators.
const needingAction = statement<TransferRow>(
  `SELECT ${transferColumns} FROM transfers
    WHERE step = $1 AND resource = ANY ($2::text[]) AND id > $3 ORDER BY id LIMIT $4`,
);

export interface NeedingAction {
  readonly step: "held" | "refund_failed";
  readonly resources: readonly Resource[];
  readonly afterId: string;
  readonly limit: number;
}

/** Transfers of all tenants that need manual action, oldest first. */
export async function selectNeedingAction(
  session: Session,
  { step, resources, afterId, limit }: NeedingAction,
): Promise<readonly Transfer[]> {
  return (await session.rows(needingAction, [step, resources, afterId, limit])).map(toTransfer);
}

const countNeedingActionStatement = statement<NeedingActionCount>(`
  SELECT step, resource, count(*) AS count FROM transfers
   WHERE step IN ('held', 'refund_failed') GROUP BY step, resource`);

export interface NeedingActionCount extends Pick<NeedingAction, "step"> {
  readonly resource: Resource;
  readonly count: bigint;
}

export async function countNeedingAction(session: Session): Promise<readonly NeedingActionCount[]> {
  return session.rows(countNeedingActionStatement);
}

// Across tenants: operators may only have the id.
const findAny = statement<TransferRow>(
  `SELECT ${transferColumns} FROM transfers WHERE id = $1 AND resource = ANY ($2::text[])`,
);

export async function selectAnyTransfer(
  session: Session,
  id: string,
  resources: readonly Resource[] = ["transfer"],
): Promise<Transfer | undefined> {
  const row = await session.first(findAny, [id, resources]);
  return row === undefined ? undefined : toTransfer(row);
}

// Index: transfers_awaiting_funds. Across tenants: one job expires them all.
const expired = statement<{ readonly tenantId: TenantId; readonly id: string }>(`
  SELECT tenant_id, id FROM transfers
   WHERE network = $1 AND step = 'awaiting_funds' AND expires_at <= $2::timestamptz ORDER BY expires_at LIMIT $3`);

/** Transfers whose wire did not arrive in time. */
export async function selectExpired(
  session: Session,
  { network, now, limit }: { readonly network: Network; readonly now: Instant; readonly limit: number },
): Promise<readonly { readonly tenantId: TenantId; readonly id: string }[]> {
  return session.rows(expired, [network, formatInstant(now), limit]);
}
