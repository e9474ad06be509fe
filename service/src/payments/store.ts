import type { Session, Transaction } from "../db/database.ts";
import { jsonRows } from "../db/json-rows.ts";
import { type SqlValue, statement } from "../db/statement.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { IdFragment } from "../kernel/id-fragment.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { RailSystem } from "../rails/rail.ts";
import type { Payment, PaymentId, PaymentStatus } from "./payment.ts";
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

export interface PaymentFilter {
  readonly status?: PaymentStatus | undefined;
  readonly direction?: Payment["direction"] | undefined;
  readonly type?: RailSystem | undefined;
  readonly transferId?: string | undefined;
  readonly automationId?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
  readonly search?: PaymentSearch | undefined;
}

/** What an operator can search by, besides the sealed texts. */
export type PaymentSearch =
  | { readonly kind: "amount"; readonly cents: bigint }
  | { readonly kind: "id"; readonly id: string }
  | { readonly kind: "fragment"; readonly fragment: IdFragment }
  /** A code of the rail, such as R01. */
  | { readonly kind: "reason"; readonly code: string };

/** Columns with an index, each in both directions. */
export interface PaymentSort {
  readonly by: "created" | "amount";
  readonly isDescending: boolean;
}

export const newestFirst: PaymentSort = { by: "created", isDescending: true };

export interface PaymentPosition {
  readonly id: string;
  readonly amountCents: bigint;
}

/** A page of payments, from a position in one direction. */
export interface PaymentSlice extends PaymentScope {
  /** Undefined for all accounts of the tenant; payments without an account are never included. */
  readonly accountId: AccountId | undefined;
  readonly filter: PaymentFilter;
  readonly sort: PaymentSort;
  readonly direction: "after" | "before";
  readonly position: PaymentPosition | undefined;
  readonly limit: number;
}

/** As `isAwaitingDecision`; only incoming payments have no rail. */
const isWaiting = "status = 'complete' AND held_reason IS NOT NULL AND rail IS NULL AND NOT is_published";
/** As `shownStatus`. */
const statusShown = `CASE WHEN ${isWaiting} THEN 'pending' ELSE status END`;

/** The planner uses payments_by_status, which is partial, only if the value is a literal in the statement. */
const withStatus: Readonly<Record<PaymentStatus, string>> = {
  pending: `(status = 'pending' OR (${isWaiting}))`,
  complete: `status = 'complete' AND NOT (${isWaiting})`,
  failed: "status = 'failed'",
  returned: "status = 'returned'",
};

/**
 * Index: payments_by_account, or payments_by_transfer and payments_by_automation with those filters; the primary key
 * for all accounts; payments_by_status; payments_by_amount, payments_by_reason_code and payments_by_id_end for a search. The statement
 * contains only the given filters, because an optional condition would prevent the use of the index.
 */
export async function selectPaymentsOf(
  keyRing: KeyRing,
  session: Session,
  slice: PaymentSlice,
): Promise<readonly StoredPayment[]> {
  const { sort, direction, position } = slice;
  const { conditions, values } = conditionsOf(slice);
  const isDescending = sort.isDescending === (direction === "after");
  const [side, order] = isDescending ? ["<", "DESC"] : [">", "ASC"];
  if (position !== undefined && sort.by === "created")
    conditions.push(`id ${side} $${values.push(position.id)}`);
  if (position !== undefined && sort.by === "amount") {
    const cents = `$${values.push(position.amountCents)}::numeric`;
    conditions.push(`(amount_cents, id) ${side} (${cents}, $${values.push(position.id)})`);
  }
  const walk = sort.by === "amount" ? `amount_cents ${order}, id ${order}` : `id ${order}`;
  const found = `SELECT ${paymentColumns} FROM payments WHERE ${conditions.join(" AND ")}`;
  const rest = `ORDER BY ${walk} LIMIT $${values.push(slice.limit)}`;
  // A search matches few rows: find them first instead of scanning in order.
  const select = statement<PaymentRow>(
    slice.filter.search === undefined
      ? `${found} ${rest}`
      : `WITH found AS MATERIALIZED (${found}) SELECT * FROM found ${rest}`,
  );
  return (await session.rows(select, values)).map((row) => fromRow(keyRing, row));
}

/** Number and sum of payments with one status. */
export interface PaymentTotal {
  readonly status: PaymentStatus;
  readonly count: number;
  readonly units: bigint;
}

/** Totals of the newest payments, up to a limit; indexes as above. */
export async function selectPaymentTotals(
  session: Session,
  { limit, ...list }: Pick<PaymentSlice, "tenantId" | "network" | "accountId" | "filter" | "limit">,
): Promise<{ readonly totals: readonly PaymentTotal[]; readonly isComplete: boolean }> {
  const { conditions, values } = conditionsOf(list);
  const select = statement<PaymentTotal>(`
  WITH newest AS MATERIALIZED (
    SELECT ${statusShown} AS status, amount_cents FROM payments WHERE ${conditions.join(" AND ")}
    ORDER BY id DESC LIMIT $${values.push(limit + 1)})
  SELECT status, count(*)::int AS count, sum(amount_cents) AS units FROM newest GROUP BY status`);
  const totals = await session.rows(select, values);
  return { totals, isComplete: totals.reduce((sum, { count }) => sum + count, 0) <= limit };
}

function conditionsOf({
  tenantId,
  accountId,
  network,
  filter,
}: Pick<PaymentSlice, "tenantId" | "network" | "accountId" | "filter">) {
  const values: SqlValue[] = [tenantId, network];
  const conditions = ["tenant_id = $1", "network = $2"];
  const addCondition = (condition: string, value: SqlValue | undefined, cast = ""): void => {
    if (value !== undefined) conditions.push(`${condition} $${values.push(value)}${cast}`);
  };
  const time = (instant: Instant | undefined) => (instant === undefined ? undefined : formatInstant(instant));
  if (accountId === undefined) conditions.push("account_id IS NOT NULL");
  addCondition("account_id =", accountId);
  if (filter.status !== undefined) conditions.push(withStatus[filter.status]);
  addCondition("direction =", filter.direction);
  addCondition("type =", filter.type);
  addCondition("transfer_id =", filter.transferId);
  addCondition("automation_id =", filter.automationId);
  addCondition("inserted_at >", time(filter.createdAfter), "::timestamptz");
  addCondition("inserted_at <", time(filter.createdBefore), "::timestamptz");
  if (filter.search !== undefined)
    conditions.push(searchCondition(filter.search, (value) => `$${values.push(value)}`));
  return { conditions, values };
}

function searchCondition(search: PaymentSearch, parameter: (value: SqlValue) => string): string {
  switch (search.kind) {
    case "amount":
      return `amount_cents = ${parameter(search.cents)}`;
    case "id":
      return `id = ${parameter(search.id)}`;
    case "reason":
      return `reason_code = ${parameter(search.code)}`;
    case "fragment": {
      const { tail, prefix, text } = search.fragment;
      const ends = `reverse(right(id, 8)) >= ${parameter(tail.from)} AND reverse(right(id, 8)) < ${parameter(tail.to)}`;
      const begins = `id >= ${parameter(prefix.from)} AND id < ${parameter(prefix.to)}`;
      return `((${ends} AND right(id, length(${parameter(text)})) = ${parameter(text)}) OR (${begins}))`;
    }
  }
}
