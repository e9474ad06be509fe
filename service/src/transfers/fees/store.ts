import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { AccountId, Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { FeeFlow, FeeId, FeeSchedule, PricedThing, TransferFee } from "./transfer-fee.ts";

const columns = `tenant_id, network, id, account_id, flow, transfer_type, flat_cents, basis_points, minimum_cents,
  maximum_cents, created_at, updated_at`;

interface FeeRow {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly id: FeeId;
  readonly accountId: AccountId | undefined;
  readonly flow: FeeFlow;
  readonly transferType: string | undefined;
  readonly flatCents: bigint;
  readonly basisPoints: number;
  readonly minimumCents: bigint;
  readonly maximumCents: bigint | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

// Primary key. A tenant has only a few rows.
const findAll = statement<FeeRow>(`SELECT ${columns} FROM transfer_fees WHERE tenant_id = $1 ORDER BY id`);

/** For both networks, oldest first; empty if the tenant has no fees. */
export async function loadFees(session: Session, tenantId: TenantId): Promise<FeeSchedule> {
  return (await session.rows(findAll, [tenantId])).map(toFee);
}

// Index: unique_fee_per_scope.
const lockOf = statement<FeeRow>(`
  SELECT ${columns} FROM transfer_fees
  WHERE tenant_id = $1 AND network = $2 AND account_id IS NOT DISTINCT FROM $3 AND flow = $4
    AND transfer_type IS NOT DISTINCT FROM $5
  FOR UPDATE`);

export async function lockFeeOf(
  tx: Transaction,
  tenantId: TenantId,
  { network, accountId, flow, transferType }: PricedThing,
): Promise<TransferFee | undefined> {
  const values = [tenantId, network, accountId ?? null, flow, transferType ?? null];
  const row = await tx.first(lockOf, values);
  return row === undefined ? undefined : toFee(row);
}

// A concurrent insert of the same fee blocks here, and the last write wins.
const upsert = statement<FeeRow>(`
  INSERT INTO transfer_fees (${columns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamptz, $12::timestamptz)
  ON CONFLICT ON CONSTRAINT unique_fee_per_scope DO UPDATE
    SET flat_cents = excluded.flat_cents, basis_points = excluded.basis_points,
        minimum_cents = excluded.minimum_cents, maximum_cents = excluded.maximum_cents,
        updated_at = excluded.updated_at
  RETURNING ${columns}`);

/** The stored fee; an existing one keeps its id. */
export async function saveFee(tx: Transaction, fee: TransferFee): Promise<TransferFee | undefined> {
  const row = await tx.first(upsert, [
    fee.tenantId,
    fee.network,
    fee.id,
    fee.accountId ?? null,
    fee.flow,
    fee.transferType ?? null,
    fee.flatCents,
    fee.basisPoints,
    fee.minimumCents,
    fee.maximumCents ?? null,
    formatInstant(fee.createdAt),
    formatInstant(fee.updatedAt),
  ]);
  return row === undefined ? undefined : toFee(row);
}

// Primary key.
const remove = statement<FeeRow>(
  `DELETE FROM transfer_fees WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
);

/** The deleted fee; undefined if there was none. */
export async function deleteFee(
  tx: Transaction,
  tenantId: TenantId,
  id: string,
): Promise<TransferFee | undefined> {
  const row = await tx.first(remove, [tenantId, id]);
  return row === undefined ? undefined : toFee(row);
}

function toFee(row: FeeRow): TransferFee {
  return {
    tenantId: row.tenantId,
    network: row.network,
    id: row.id,
    accountId: row.accountId,
    flow: row.flow,
    transferType: row.transferType,
    flatCents: row.flatCents,
    basisPoints: row.basisPoints,
    minimumCents: row.minimumCents,
    maximumCents: row.maximumCents,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
