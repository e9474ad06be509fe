import type { Session, Transaction } from "../db/database.ts";
import { jsonRows } from "../db/json-rows.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import type { PaymentId } from "./payment.ts";
import { fromRow, toRow } from "./payment-row.ts";
import type { PaymentScope } from "./payments.ts";
import type { StoredPayment } from "./stored-payment.ts";
import { incomingPayments, payments } from "./tables.ts";

export const paymentColumns = payments.list();

// One JSON text, because a row has too many columns for a list of arrays.
const insert = statement(`
  INSERT INTO payments (${paymentColumns})
  SELECT ${paymentColumns} FROM json_populate_recordset(NULL::payments, $1::json)
  ON CONFLICT (tenant_id, id) DO NOTHING`);

/** Existing payments are left unchanged. */
export async function insertPayments(
  keyRing: KeyRing,
  tx: Transaction,
  inserted: readonly StoredPayment[],
): Promise<void> {
  if (inserted.length === 0) return;
  await tx.run(insert, [jsonRows(inserted.map((payment) => toRow(keyRing, payment)))]);
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
  changed: readonly StoredPayment[],
): Promise<void> {
  if (changed.length === 0) return;
  await tx.run(update, [tenantId, jsonRows(changed.map((payment) => toRow(keyRing, payment)))]);
}

const findMany = payments.many({ by: ["tenantId", "network", "id[]"] });

export async function selectPayments(
  keyRing: KeyRing,
  session: Session,
  { tenantId, network }: PaymentScope,
  ids: readonly string[],
): Promise<readonly StoredPayment[]> {
  return (await findMany(session, { tenantId, network, id: ids })).map((row) => fromRow(keyRing, row));
}

// In id order to avoid deadlocks.
const lockMany = payments.many({ by: ["tenantId", "network", "id[]"], orderBy: ["id"], lock: "UPDATE" });

/** Locks the payments until this transaction ends. */
export async function lockPayments(
  keyRing: KeyRing,
  tx: Transaction,
  { tenantId, network }: PaymentScope,
  ids: readonly string[],
): Promise<readonly StoredPayment[]> {
  return (await lockMany(tx, { tenantId, network, id: ids })).map((row) => fromRow(keyRing, row));
}

const claim = statement<ClaimedIncomingPayment>(`
  INSERT INTO incoming_payments (network, bank_reference, payment_id)
  SELECT $1, bank_reference, payment_id
  FROM unnest($2::text[], $3::text[]) AS incoming_payment (bank_reference, payment_id) ORDER BY bank_reference COLLATE "C"
  ON CONFLICT (network, bank_reference) DO UPDATE SET is_announced = false WHERE incoming_payments.is_announced
  RETURNING bank_reference, payment_id`);

export type ClaimedIncomingPayment = Pick<RowOf<typeof incomingPayments>, "bankReference" | "paymentId">;

/** Payment id by bank reference, for references that are not received yet; announced payments keep their id. */
export async function claimIncomingPayments(
  tx: Transaction,
  network: Network,
  claimed: readonly ClaimedIncomingPayment[],
): Promise<ReadonlyMap<string, PaymentId>> {
  if (claimed.length === 0) return new Map();
  const rows = await tx.rows(claim, [
    network,
    claimed.map(({ bankReference }) => bankReference),
    claimed.map(({ paymentId }) => paymentId),
  ]);
  return new Map(rows.map(({ bankReference, paymentId }) => [bankReference, paymentId]));
}

/** Reserves the bank reference for a payment. */
export const insertAnnouncement = incomingPayments.insert();

const findOne = payments.one({ by: ["tenantId", "id", "network", "accountId"] });

export async function selectPayment(
  keyRing: KeyRing,
  session: Session,
  key: Parameters<typeof findOne>[1],
): Promise<StoredPayment | undefined> {
  const row = await findOne(session, key);
  return row && fromRow(keyRing, row);
}

export const paymentView = payments.view(
  "tenant_id, network, id, account_id, status, amount_cents, rail, is_published, reason_code, held_reason",
);
