import type { Session, Transaction } from "../db/database.ts";
import { jsonRows } from "../db/json-rows.ts";
import { statement } from "../db/statement.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { PaymentId } from "./payment.ts";
import { fromRow, type PaymentRow, toRow } from "./payment-row.ts";
import type { PaymentScope } from "./payments.ts";
import type { StoredPayment } from "./stored-payment.ts";

export const paymentColumns = `tenant_id, network, id, account_id, direction, type, rail, amount_cents, status, owner_name,
  owner_subject, transfer_id, automation_id, address_id, reason_code, correction_code, sealed, held_reason, held_note,
  held_since, list_version, hit_uids, return_id, is_published, inserted_at, updated_at`;

// One JSON text, because a row has too many columns for a list of arrays.
const insert = statement(`
  INSERT INTO payments (${paymentColumns})
  SELECT ${paymentColumns} FROM json_populate_recordset(NULL::payments, $1::json)
  ON CONFLICT (tenant_id, id) DO NOTHING`);

/** Existing payments are left unchanged. */
export async function insertPayments(
  keyRing: KeyRing,
  tx: Transaction,
  payments: readonly StoredPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  await tx.run(insert, [jsonRows(payments.map((payment) => toRow(keyRing, payment)))]);
}

// Primary key.
const update = statement(`
  UPDATE payments SET account_id = changed.account_id, status = changed.status, owner_name = changed.owner_name,
    owner_subject = changed.owner_subject, transfer_id = changed.transfer_id, automation_id = changed.automation_id,
    reason_code = changed.reason_code, correction_code = changed.correction_code, sealed = changed.sealed,
    held_reason = changed.held_reason, held_note = changed.held_note, held_since = changed.held_since,
    list_version = changed.list_version, hit_uids = changed.hit_uids, return_id = changed.return_id,
    is_published = changed.is_published, updated_at = changed.updated_at
  FROM json_populate_recordset(NULL::payments, $2::json) AS changed
  WHERE payments.tenant_id = $1 AND payments.id = changed.id`);

/** Updates the mutable columns of locked payments of one tenant. */
export async function updatePayments(
  keyRing: KeyRing,
  tx: Transaction,
  tenantId: TenantId,
  payments: readonly StoredPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  await tx.run(update, [tenantId, jsonRows(payments.map((payment) => toRow(keyRing, payment)))]);
}

const ofScope = `SELECT ${paymentColumns} FROM payments WHERE tenant_id = $1 AND network = $2 AND id = ANY ($3::text[])`;

// Primary key.
const findMany = statement<PaymentRow>(ofScope);

export async function selectPayments(
  keyRing: KeyRing,
  session: Session,
  { tenantId, network }: PaymentScope,
  ids: readonly string[],
): Promise<readonly StoredPayment[]> {
  if (ids.length === 0) return [];
  const rows = await session.rows(findMany, [tenantId, network, [...new Set(ids)]]);
  return rows.map((row) => fromRow(keyRing, row));
}

// Primary key, in id order to avoid deadlocks.
const lockMany = statement<PaymentRow>(`${ofScope} ORDER BY id FOR UPDATE`);

/** Locks the payments until this transaction ends. */
export async function lockPayments(
  keyRing: KeyRing,
  tx: Transaction,
  { tenantId, network }: PaymentScope,
  ids: readonly string[],
): Promise<readonly StoredPayment[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows(lockMany, [tenantId, network, [...new Set(ids)]]);
  return rows.map((row) => fromRow(keyRing, row));
}

const claim = statement<{ readonly bankReference: string; readonly paymentId: PaymentId }>(`
  INSERT INTO incoming_payments (network, bank_reference, payment_id)
  SELECT $1, bank_reference, payment_id
  FROM unnest($2::text[], $3::text[]) AS incoming_payment (bank_reference, payment_id) ORDER BY bank_reference COLLATE "C"
  ON CONFLICT (network, bank_reference) DO UPDATE SET is_announced = false WHERE incoming_payments.is_announced
  RETURNING bank_reference, payment_id`);

export interface ClaimedIncomingPayment {
  readonly bankReference: string;
  readonly paymentId: PaymentId;
}

/** Payment id by bank reference, for references that are not received yet; announced payments keep their id. */
export async function claimIncomingPayments(
  tx: Transaction,
  network: Network,
  incomingPayments: readonly ClaimedIncomingPayment[],
): Promise<ReadonlyMap<string, PaymentId>> {
  if (incomingPayments.length === 0) return new Map();
  const rows = await tx.rows(claim, [
    network,
    incomingPayments.map(({ bankReference }) => bankReference),
    incomingPayments.map(({ paymentId }) => paymentId),
  ]);
  return new Map(rows.map(({ bankReference, paymentId }) => [bankReference, paymentId]));
}

const announce = statement(`
  INSERT INTO incoming_payments (network, bank_reference, payment_id, is_announced) VALUES ($1, $2, $3, true)`);

/** Reserves the bank reference for this payment. */
export async function insertAnnouncement(
  tx: Transaction,
  network: Network,
  { bankReference, paymentId }: ClaimedIncomingPayment,
): Promise<void> {
  await tx.run(announce, [network, bankReference, paymentId]);
}

export interface PaymentKey extends PaymentScope {
  readonly accountId: AccountId;
  readonly id: PaymentId;
}

// Primary key.
const findOne = statement<PaymentRow>(`
  SELECT ${paymentColumns} FROM payments WHERE tenant_id = $1 AND id = $2 AND network = $3 AND account_id = $4`);

export async function selectPayment(
  keyRing: KeyRing,
  session: Session,
  { tenantId, id, network, accountId }: PaymentKey,
): Promise<StoredPayment | undefined> {
  const row = await session.first(findOne, [tenantId, id, network, accountId]);
  return row === undefined ? undefined : fromRow(keyRing, row);
}
