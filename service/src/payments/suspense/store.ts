import type { Session, Transaction } from "../../db/database.ts";
import { measureOf, type WorkQueue } from "../../db/queue.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { fromRow } from "../payment-row.ts";
import type { StoredPayment } from "../stored-payment.ts";
import { payments } from "../tables.ts";

const lockOne = payments.one({
  by: ["tenantId", "id"],
  where: "held_reason IS NOT NULL",
  lock: "UPDATE",
});

export async function lockHeld(
  keyRing: KeyRing,
  tx: Transaction,
  id: string,
): Promise<StoredPayment | undefined> {
  const place = await selectPaymentPlace(tx, { id });
  const row = place && (await lockOne(tx, { tenantId: place.tenantId, id }));
  return row && fromRow(keyRing, row);
}

/**
 * How often money was returned to its sender; all of these failed, unless it is being returned now. Over all tenants:
 * the payment may have been matched to one since. Index: payments_returns.
 */
export const countReturns = payments.count({ by: ["ownerSubject"], where: "owner_name = 'returns'" });

/** Only to insert it again for the matched tenant in the same transaction. */
export const deletePayment = payments.remove({ by: ["tenantId", "id"] });

// Index: payments_by_id. Over all tenants: for the operator.
const anyOne = payments.one({ by: ["id"] });

/** A payment of any tenant. */
export async function selectAnyPayment(
  { keyRing }: { readonly keyRing: KeyRing },
  session: Session,
  id: string,
): Promise<StoredPayment | undefined> {
  const row = await anyOne(session, { id });
  return row && fromRow(keyRing, row);
}

/** Tenant and account of a payment of any tenant; the caller checks permissions. Index: payments_by_id. */
export const selectPaymentPlace = payments.one({
  by: ["id"],
  columns: ["tenantId", "network", "accountId", "direction"],
});

/** Indexes: payments_held, payments_by_id. */
export const suspenseQueue: WorkQueue = {
  from: payments,
  where: "held_reason IS NOT NULL",
  orderBy: "id",
  since: "coalesce(held_since, inserted_at)",
  title: "held_reason",
  cents: "amount_cents",
};

export const measureSuspense = measureOf(suspenseQueue);
