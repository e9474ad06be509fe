import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { AccountId, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { fromRow, type PaymentRow } from "../payment-row.ts";
import { paymentColumns } from "../store.ts";
import type { HoldReason, StoredPayment } from "../stored-payment.ts";

// Index: payments_held. Over all tenants: for the operator.
const held = statement<PaymentRow>(`
  SELECT ${paymentColumns} FROM payments WHERE held_reason IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`);

/** Held payments of every tenant, oldest first. */
export async function selectHeld(
  { keyRing }: { readonly keyRing: KeyRing },
  session: Session,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<readonly StoredPayment[]> {
  return (await session.rows(held, [afterId, limit])).map((row) => fromRow(keyRing, row));
}

export interface HeldFilter {
  readonly network?: Network | undefined;
  readonly reason?: HoldReason | undefined;
  readonly tenantId?: string | undefined;
}

/** A page of held payments, from a position in one direction. */
export interface HeldSlice {
  readonly filter: HeldFilter;
  readonly direction: "after" | "before";
  readonly position: string | undefined;
  readonly limit: number;
}

// Index: payments_held. It is small, so filters need no index of their own.
const ofFilter = `SELECT ${paymentColumns} FROM payments
  WHERE held_reason IS NOT NULL AND ($3::text IS NULL OR network = $3) AND ($4::text IS NULL OR held_reason = $4)
    AND ($5::text IS NULL OR tenant_id = $5)`;
const slices = {
  after: statement<PaymentRow>(`${ofFilter} AND ($1::text IS NULL OR id > $1) ORDER BY id LIMIT $2`),
  before: statement<PaymentRow>(`${ofFilter} AND ($1::text IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`),
};

/** The same with filters, in both directions; `after` returns newer ones. */
export async function selectHeldSlice(
  { keyRing }: { readonly keyRing: KeyRing },
  session: Session,
  { filter, direction, position, limit }: HeldSlice,
): Promise<readonly StoredPayment[]> {
  const { network, reason, tenantId } = filter;
  const values = [position ?? null, limit, network ?? null, reason ?? null, tenantId ?? null];
  return (await session.rows(slices[direction], values)).map((row) => fromRow(keyRing, row));
}

// Primary key.
const lockOne = statement<PaymentRow>(`
  SELECT ${paymentColumns} FROM payments
  WHERE tenant_id = $1 AND id = $2 AND held_reason IS NOT NULL FOR UPDATE`);

export async function lockHeld(
  keyRing: KeyRing,
  tx: Transaction,
  id: string,
): Promise<StoredPayment | undefined> {
  const place = await selectPaymentPlace(tx, id);
  const row = place === undefined ? undefined : await tx.first(lockOne, [place.tenantId, id]);
  return row === undefined ? undefined : fromRow(keyRing, row);
}

// Index: payments_returns. Over all tenants: the payment may have been matched to one since.
const returns = statement<{ readonly count: number }>(`
  SELECT count(*)::int AS count FROM payments WHERE owner_name = 'returns' AND owner_subject = $1`);

/** How often money was returned to its sender; all of these failed, unless it is being returned now. */
export async function countReturns(session: Session, id: string): Promise<number> {
  return (await session.first(returns, [id]))?.count ?? 0;
}

// Primary key.
const remove = statement("DELETE FROM payments WHERE tenant_id = $1 AND id = $2");

/** Only to insert it again for the matched tenant in the same transaction. */
export async function deletePayment(tx: Transaction, { tenantId, id }: StoredPayment): Promise<void> {
  await tx.run(remove, [tenantId, id]);
}

// Index: payments_by_id. Over all tenants: for the operator.
const anyOne = statement<PaymentRow>(`SELECT ${paymentColumns} FROM payments WHERE id = $1`);

/** A payment of any tenant. */
export async function selectAnyPayment(
  { keyRing }: { readonly keyRing: KeyRing },
  session: Session,
  id: string,
): Promise<StoredPayment | undefined> {
  const row = await session.first(anyOne, [id]);
  return row === undefined ? undefined : fromRow(keyRing, row);
}

/** Tenant and account of a payment, without sealed data. */
export interface PaymentPlace {
  readonly tenantId: TenantId;
  readonly network: Network;
  /** Null while the account is unknown. */
  readonly accountId: AccountId | undefined;
  readonly direction: StoredPayment["direction"];
}

// Index: payments_by_id. Over all tenants: for the operator.
const placeOf = statement<PaymentPlace>(`
  SELECT tenant_id, network, account_id, direction FROM payments WHERE id = $1`);

/** Finds a payment of any tenant; the caller checks permissions. */
export function selectPaymentPlace(session: Session, id: string): Promise<PaymentPlace | undefined> {
  return session.first(placeOf, [id]);
}

// Index: payments_by_id. Over all tenants: for the operator.
const latest = statement<PaymentRow>(`
  SELECT ${paymentColumns} FROM payments WHERE network = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`);

/** Payments of every tenant, newest first. */
export async function selectLatest(
  { keyRing }: { readonly keyRing: KeyRing },
  session: Session,
  {
    network,
    beforeId,
    limit,
  }: { readonly network: Network; readonly beforeId: string | undefined; readonly limit: number },
): Promise<readonly StoredPayment[]> {
  const rows = await session.rows(latest, [network, beforeId ?? null, limit]);
  return rows.map((row) => fromRow(keyRing, row));
}

/** Money in suspense per network: amount and age. */
export interface SuspenseMeasure {
  readonly network: Network;
  readonly count: bigint;
  readonly cents: bigint;
  readonly oldestAt: Instant;
}

// Index: payments_held.
const measure = statement<SuspenseMeasure>(`
  SELECT network, count(*) AS count, sum(amount_cents)::numeric(38,0) AS cents, min(held_since) AS oldest_at
  FROM payments WHERE held_reason IS NOT NULL GROUP BY network ORDER BY network`);

/** Networks with nothing in suspense are omitted. */
export async function measureSuspense(session: Session): Promise<readonly SuspenseMeasure[]> {
  return session.rows(measure);
}
