import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { LimitScope, TransferLimit } from "./transfer-limit.ts";

interface StoredLimit extends TransferLimit {
  readonly updatedAt: Instant;
}

const columns = `tenant_id, network, id, account_id, transfer_type, operation, asset, destination,
  destination_address_id, per_transfer_cents, daily_cents, thirty_day_cents, updated_at`;

// Primary key. A tenant has only a few rows.
const findAll = statement<StoredLimit>(
  `SELECT ${columns} FROM transfer_limits WHERE tenant_id = $1 ORDER BY id`,
);

/** Oldest first. */
export function selectLimits(session: Session, tenantId: TenantId): Promise<readonly TransferLimit[]> {
  return session.rows(findAll, [tenantId]);
}

// Index: unique_limit_per_scope.
const lockOf = statement<StoredLimit>(`
  SELECT ${columns} FROM transfer_limits
  WHERE tenant_id = $1 AND network = $2 AND account_id IS NOT DISTINCT FROM $3
    AND transfer_type IS NOT DISTINCT FROM $4 AND operation IS NOT DISTINCT FROM $5
    AND asset IS NOT DISTINCT FROM $6 AND destination IS NOT DISTINCT FROM $7
  FOR UPDATE`);

export function lockLimitOf(
  tx: Transaction,
  tenantId: TenantId,
  { network, accountId, transferType, operation, asset, destination }: LimitScope,
): Promise<TransferLimit | undefined> {
  return tx.first(lockOf, [tenantId, network, accountId, transferType, operation, asset, destination]);
}

// A concurrent insert of the same limit blocks here, and the last write wins.
const upsert = statement<StoredLimit>(
  `
  INSERT INTO transfer_limits (${columns}, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::timestamptz, $13::timestamptz)
  ON CONFLICT ON CONSTRAINT unique_limit_per_scope DO UPDATE
    SET per_transfer_cents = excluded.per_transfer_cents, daily_cents = excluded.daily_cents,
        thirty_day_cents = excluded.thirty_day_cents, destination_address_id = excluded.destination_address_id,
        updated_at = excluded.updated_at
  RETURNING ${columns}`,
  { changesFacts: 1 },
);

/** The stored limit; an existing one keeps its id. */
export function saveLimit(
  tx: Transaction,
  limit: Omit<TransferLimit, "updatedAt">,
  now: Instant,
): Promise<TransferLimit | undefined> {
  return tx.first(upsert, [
    limit.tenantId,
    limit.network,
    limit.id,
    limit.accountId,
    limit.transferType,
    limit.operation,
    limit.asset,
    limit.destination,
    limit.destinationAddressId,
    limit.perTransferCents,
    limit.dailyCents,
    limit.thirtyDayCents,
    formatInstant(now),
  ]);
}

// Primary key.
const remove = statement<StoredLimit>(
  `DELETE FROM transfer_limits WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
  { changesFacts: 1 },
);

/** The deleted limit; undefined if there was none. */
export function deleteLimit(
  tx: Transaction,
  tenantId: TenantId,
  id: string,
): Promise<TransferLimit | undefined> {
  return tx.first(remove, [tenantId, id]);
}
