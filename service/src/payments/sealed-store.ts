import type { Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { TenantId } from "../kernel/id.ts";
import type { PaymentId } from "./payment.ts";

/** The sealed value of a payment, with its key. */
export interface SealedPayment {
  readonly tenantId: TenantId;
  readonly id: PaymentId;
  readonly sealed: Buffer;
}

// Primary key, row by row over all tenants: for the operator, never in a request.
const lockNext = statement(`
  SELECT tenant_id AS "tenantId", id, sealed FROM payments WHERE (tenant_id, id) > ($1, $2)
  ORDER BY tenant_id, id LIMIT $3 FOR NO KEY UPDATE`);

export async function lockSealedAfter(
  tx: Transaction,
  { after, limit }: { readonly after: SealedPayment | undefined; readonly limit: number },
): Promise<readonly SealedPayment[]> {
  return tx.rows<SealedPayment>(lockNext, [after?.tenantId ?? "", after?.id ?? "", limit]);
}

// Primary key.
const update = statement(`
  UPDATE payments SET sealed = rewrapped.sealed
  FROM unnest($1::text[], $2::text[], $3::bytea[]) AS rewrapped (tenant_id, id, sealed)
  WHERE payments.tenant_id = rewrapped.tenant_id AND payments.id = rewrapped.id`);

export async function updateSealed(tx: Transaction, payments: readonly SealedPayment[]): Promise<void> {
  await tx.run(update, [
    payments.map(({ tenantId }) => tenantId),
    payments.map(({ id }) => id),
    payments.map(({ sealed }) => sealed),
  ]);
}
