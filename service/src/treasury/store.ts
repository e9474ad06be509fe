import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { TreasuryScope } from "./treasury.ts";
import type { Withdrawal } from "./withdrawal.ts";

const columns = `tenant_id, network, id, payment_id, address_id, rail, amount_cents, status, reason_code, created_at,
  updated_at`;

const insert = statement(`
  INSERT INTO treasury_withdrawals (${columns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $11::timestamptz)
  ON CONFLICT (tenant_id, id) DO NOTHING`);

/** False when a withdrawal with this id exists. */
export async function insertWithdrawal(tx: Transaction, withdrawal: Withdrawal): Promise<boolean> {
  const inserted = await tx.run(insert, [
    withdrawal.tenantId,
    withdrawal.network,
    withdrawal.id,
    withdrawal.paymentId,
    withdrawal.addressId,
    withdrawal.rail,
    withdrawal.amountCents,
    withdrawal.status,
    withdrawal.reasonCode,
    formatInstant(withdrawal.createdAt),
    formatInstant(withdrawal.updatedAt),
  ]);
  return inserted > 0;
}

// Primary key.
const lockMany = statement<Withdrawal>(`
  SELECT ${columns} FROM treasury_withdrawals
  WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND network = $3 ORDER BY id FOR UPDATE`);

export async function lockWithdrawals(
  tx: Transaction,
  { tenantId, network }: TreasuryScope,
  ids: readonly string[],
): Promise<readonly Withdrawal[]> {
  if (ids.length === 0) return [];
  return tx.rows(lockMany, [tenantId, [...new Set(ids)], network]);
}

// Primary key.
const change = statement(`
  UPDATE treasury_withdrawals SET status = $3, reason_code = $4, updated_at = $5::timestamptz
  WHERE tenant_id = $1 AND id = $2`);

export async function updateWithdrawal(
  tx: Transaction,
  { tenantId, id, status, reasonCode, updatedAt }: Withdrawal,
): Promise<void> {
  const changed = await tx.run(change, [tenantId, id, status, reasonCode, formatInstant(updatedAt)]);
  assert(changed === 1, "an updated withdrawal exists");
}

// Index: treasury_withdrawals_newest, backwards.
const findNewest = statement<Withdrawal>(`
  SELECT ${columns} FROM treasury_withdrawals WHERE tenant_id = $1 AND network = $2 ORDER BY id DESC LIMIT $3`);

export function selectNewestWithdrawals(
  session: Session,
  { tenantId, network }: TreasuryScope,
  limit: number,
): Promise<readonly Withdrawal[]> {
  return session.rows(findNewest, [tenantId, network, limit]);
}

const insertOne = statement(`
  INSERT INTO treasury_gifts (tenant_id, network, place, reference, created_at)
  VALUES ($1, $2, $3, $4, $5::timestamptz)`);

/** Initial funding of a treasury in one place. */
export interface Gift extends TreasuryScope {
  readonly place: string;
  readonly reference: string;
  readonly createdAt: Instant;
}

export async function insertGift(
  tx: Transaction,
  { tenantId, network, place, reference, createdAt }: Gift,
): Promise<void> {
  await tx.run(insertOne, [tenantId, network, place, reference, formatInstant(createdAt)]);
}

const lockFor = statement(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`);

/** Serializes the funding of a treasury. */
export async function lockGifts(tx: Transaction, { tenantId, network }: TreasuryScope): Promise<void> {
  await tx.run(lockFor, [`treasury/gifts/${tenantId}/${network}`]);
}

// Primary key.
const findPlaces = statement<{ readonly place: string }>(
  `SELECT place FROM treasury_gifts WHERE tenant_id = $1 AND network = $2`,
);

export async function selectGiftedPlaces(
  session: Session,
  { tenantId, network }: TreasuryScope,
): Promise<ReadonlySet<string>> {
  const rows = await session.rows(findPlaces, [tenantId, network]);
  return new Set(rows.map(({ place }) => place));
}
