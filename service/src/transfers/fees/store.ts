import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { FeeSchedule, PricedThing, TransferFee } from "./transfer-fee.ts";

const columns = `tenant_id, network, id, account_id, flow, transfer_type, flat_cents, basis_points, minimum_cents,
  maximum_cents, created_at, updated_at`;

// Primary key. A tenant has only a few rows.
const findAll = statement<TransferFee>(
  `SELECT ${columns} FROM transfer_fees WHERE tenant_id = $1 ORDER BY id`,
);

/** For both networks, oldest first; empty if the tenant has no fees. */
export function loadFees(session: Session, tenantId: TenantId): Promise<FeeSchedule> {
  return session.rows(findAll, [tenantId]);
}

// Index: unique_fee_per_scope.
const lockOf = statement<TransferFee>(`
  SELECT ${columns} FROM transfer_fees
  WHERE tenant_id = $1 AND network = $2 AND account_id IS NOT DISTINCT FROM $3 AND flow = $4
    AND transfer_type IS NOT DISTINCT FROM $5
  FOR UPDATE`);

export function lockFeeOf(
  tx: Transaction,
  tenantId: TenantId,
  { network, accountId, flow, transferType }: PricedThing,
): Promise<TransferFee | undefined> {
  const values = [tenantId, network, accountId, flow, transferType];
  return tx.first(lockOf, values);
}

// A concurrent insert of the same fee blocks here, and the last write wins.
const upsert = statement<TransferFee>(
  `
  INSERT INTO transfer_fees (${columns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamptz, $12::timestamptz)
  ON CONFLICT ON CONSTRAINT unique_fee_per_scope DO UPDATE
    SET flat_cents = excluded.flat_cents, basis_points = excluded.basis_points,
        minimum_cents = excluded.minimum_cents, maximum_cents = excluded.maximum_cents,
        updated_at = excluded.updated_at
  RETURNING ${columns}`,
  { changesFacts: 1 },
);

/** The stored fee; an existing one keeps its id. */
export function saveFee(tx: Transaction, fee: TransferFee): Promise<TransferFee | undefined> {
  return tx.first(upsert, [
    fee.tenantId,
    fee.network,
    fee.id,
    fee.accountId,
    fee.flow,
    fee.transferType,
    fee.flatCents,
    fee.basisPoints,
    fee.minimumCents,
    fee.maximumCents,
    formatInstant(fee.createdAt),
    formatInstant(fee.updatedAt),
  ]);
}

// Primary key.
const remove = statement<TransferFee>(
  `DELETE FROM transfer_fees WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
  { changesFacts: 1 },
);

/** The deleted fee; undefined if there was none. */
export function deleteFee(tx: Transaction, tenantId: TenantId, id: string): Promise<TransferFee | undefined> {
  return tx.first(remove, [tenantId, id]);
}
