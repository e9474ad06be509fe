import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { UsedCents } from "./decide-limits.ts";
import type { LimitedThing, LimitId, TransferLimit } from "./transfer-limit.ts";

const columns = `tenant_id, network, id, account_id, transfer_type, per_transfer_cents, daily_cents, created_at, updated_at`;

// Primary key. A tenant has only a few rows.
const findAll = statement<TransferLimit>(
  `SELECT ${columns} FROM transfer_limits WHERE tenant_id = $1 ORDER BY id`,
);

/** Oldest first. */
export function selectLimits(session: Session, tenantId: TenantId): Promise<readonly TransferLimit[]> {
  return session.rows(findAll, [tenantId]);
}

// Primary key; ordered by id, so that two batches cannot deadlock.
const lockMany = statement<TransferLimit>(`
  SELECT ${columns} FROM transfer_limits WHERE tenant_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR NO KEY UPDATE`);

/** The limits that still exist, locked until the transaction ends. */
export async function lockLimits(
  tx: Transaction,
  tenantId: TenantId,
  ids: readonly LimitId[],
): Promise<readonly TransferLimit[]> {
  if (ids.length === 0) return [];
  return tx.rows(lockMany, [tenantId, ids]);
}

// Reads one day's transfers of every resource. Index: transfers_by_time.
const sumDay = statement<{ id: LimitId; used: bigint }>(`
  SELECT counted.id, (
    SELECT coalesce(sum(transfers.cents), 0) FROM transfers
    WHERE transfers.tenant_id = $1 AND transfers.network = counted.network
      AND transfers.resource IN ('transfer', 'token_transfer', 'token_mint', 'token_burn')
      AND transfers.created_at >= $6::timestamptz AND transfers.created_at < $7::timestamptz
      AND transfers.status NOT IN ('canceled', 'failed')
      AND (counted.account_id IS NULL OR transfers.account_id = counted.account_id)
      AND (counted.transfer_type IS NULL
        OR counted.transfer_type IN (transfers.source_transfer_type, transfers.destination_transfer_type))
  ) AS used
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS counted (id, network, account_id, transfer_type)`);

/** Amount moved within a day, per limit. Canceled and failed transfers do not count. */
export async function selectUsedCents(
  session: Session,
  tenantId: TenantId,
  limits: readonly TransferLimit[],
  { from, until }: { readonly from: Instant; readonly until: Instant },
): Promise<UsedCents> {
  if (limits.length === 0) return new Map();
  const rows = await session.rows(sumDay, [
    tenantId,
    limits.map(({ id }) => id),
    limits.map(({ network }) => network),
    limits.map(({ accountId }) => accountId),
    limits.map(({ transferType }) => transferType),
    formatInstant(from),
    formatInstant(until),
  ]);
  return new Map(rows.map(({ id, used }) => [id, used]));
}

// Index: unique_limit_per_scope.
const lockOf = statement<TransferLimit>(`
  SELECT ${columns} FROM transfer_limits
  WHERE tenant_id = $1 AND network = $2 AND account_id IS NOT DISTINCT FROM $3
    AND transfer_type IS NOT DISTINCT FROM $4
  FOR UPDATE`);

export function lockLimitOf(
  tx: Transaction,
  tenantId: TenantId,
  { network, accountId, transferType }: LimitedThing,
): Promise<TransferLimit | undefined> {
  const values = [tenantId, network, accountId, transferType];
  return tx.first(lockOf, values);
}

// A concurrent insert of the same limit blocks here, and the last write wins.
const upsert = statement<TransferLimit>(`
  INSERT INTO transfer_limits (${columns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $9::timestamptz)
  ON CONFLICT ON CONSTRAINT unique_limit_per_scope DO UPDATE
    SET per_transfer_cents = excluded.per_transfer_cents, daily_cents = excluded.daily_cents,
        updated_at = excluded.updated_at
  RETURNING ${columns}`);

/** The stored limit; an existing one keeps its id. */
export function saveLimit(tx: Transaction, limit: TransferLimit): Promise<TransferLimit | undefined> {
  return tx.first(upsert, [
    limit.tenantId,
    limit.network,
    limit.id,
    limit.accountId,
    limit.transferType,
    limit.perTransferCents,
    limit.dailyCents,
    formatInstant(limit.createdAt),
    formatInstant(limit.updatedAt),
  ]);
}

// Primary key.
const remove = statement<TransferLimit>(
  `DELETE FROM transfer_limits WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
);

/** The deleted limit; undefined if there was none. */
export function deleteLimit(
  tx: Transaction,
  tenantId: TenantId,
  id: string,
): Promise<TransferLimit | undefined> {
  return tx.first(remove, [tenantId, id]);
}
