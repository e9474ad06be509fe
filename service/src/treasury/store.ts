import type { AddressId } from "../addresses/index.ts";
import { isChainName } from "../chains/chain-name.ts";
import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { usd } from "../kernel/money.ts";
import type { PaymentId } from "../payments/index.ts";
import type { CreditRail } from "../rails/rail.ts";
import type { TreasuryScope } from "./treasury.ts";
import type { DollarWithdrawal, Withdrawal, WithdrawalSource } from "./withdrawal.ts";

const columns = `tenant_id, network, id, payment_id, address_id, rail, amount_cents, status, reason_code, created_at,
  updated_at, source, value_type, units, place_id, destination, transaction_id`;

type CommonFields = Omit<DollarWithdrawal, "medium" | "source" | "rail" | "paymentId">;

interface WithdrawalRow extends CommonFields {
  readonly rail: string;
  readonly source: WithdrawalSource;
  readonly valueType: string;
  /** Undefined for a withdrawal of tokens, the others for one of dollars. */
  readonly paymentId: PaymentId | undefined;
  readonly units: bigint | undefined;
  readonly placeId: AddressId | undefined;
  readonly destination: string | undefined;
  readonly transactionId: string | undefined;
}

function toRow(withdrawal: Withdrawal): WithdrawalRow {
  const none = { placeId: undefined, destination: undefined, transactionId: undefined, units: undefined };
  return withdrawal.medium === "bank"
    ? { ...none, ...withdrawal, valueType: usd.code }
    : { ...withdrawal, source: "treasury", rail: withdrawal.chain, paymentId: undefined };
}

function fromRow(row: WithdrawalRow): Withdrawal {
  const { rail, source, valueType, paymentId, units, placeId, destination, transactionId, ...common } = row;
  if (paymentId !== undefined)
    return { ...common, medium: "bank", source, rail: rail as CreditRail, paymentId };
  assert(isChainName(rail), "tokens are withdrawn on a chain");
  assert(
    units !== undefined && placeId !== undefined && destination !== undefined,
    "a withdrawal of tokens has an amount and both addresses",
  );
  return { ...common, medium: "chain", chain: rail, valueType, units, placeId, destination, transactionId };
}

const insert = statement(`
  INSERT INTO treasury_withdrawals (${columns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $11::timestamptz, $12, $13, $14, $15, $16, $17)
  ON CONFLICT (tenant_id, id) DO NOTHING`);

/** False when a withdrawal with this id exists. */
export async function insertWithdrawal(tx: Transaction, withdrawal: Withdrawal): Promise<boolean> {
  const row = toRow(withdrawal);
  const inserted = await tx.run(insert, [
    row.tenantId,
    row.network,
    row.id,
    row.paymentId,
    row.addressId,
    row.rail,
    row.amountCents,
    row.status,
    row.reasonCode,
    formatInstant(row.createdAt),
    formatInstant(row.updatedAt),
    row.source,
    row.valueType,
    row.units,
    row.placeId,
    row.destination,
    row.transactionId,
  ]);
  return inserted > 0;
}

// Primary key.
const lockMany = statement<WithdrawalRow>(`
  SELECT ${columns} FROM treasury_withdrawals
  WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND network = $3 ORDER BY id FOR UPDATE`);

export async function lockWithdrawals(
  tx: Transaction,
  { tenantId, network }: TreasuryScope,
  ids: readonly string[],
): Promise<readonly Withdrawal[]> {
  if (ids.length === 0) return [];
  return (await tx.rows(lockMany, [tenantId, [...new Set(ids)], network])).map(fromRow);
}

// Primary key.
const change = statement(`
  UPDATE treasury_withdrawals
     SET status = $3, reason_code = $4, updated_at = $5::timestamptz, transaction_id = $6
   WHERE tenant_id = $1 AND id = $2`);

export async function updateWithdrawal(tx: Transaction, withdrawal: Withdrawal): Promise<void> {
  const { tenantId, id, status, reasonCode, updatedAt, transactionId } = toRow(withdrawal);
  const values = [tenantId, id, status, reasonCode, formatInstant(updatedAt), transactionId];
  assert((await tx.run(change, values)) === 1, "an updated withdrawal exists");
}

// Index: treasury_withdrawals_newest, backwards.
const findNewest = statement<WithdrawalRow>(`
  SELECT ${columns} FROM treasury_withdrawals WHERE tenant_id = $1 AND network = $2 ORDER BY id DESC LIMIT $3`);

export async function selectNewestWithdrawals(
  session: Session,
  { tenantId, network }: TreasuryScope,
  limit: number,
): Promise<readonly Withdrawal[]> {
  return (await session.rows(findNewest, [tenantId, network, limit])).map(fromRow);
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
