import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import { type AccountId, type Network, type QueuePart, startOfPart, type TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Burn } from "./burn-postings.ts";
import type { Claim, ClaimScope, ClaimStatus, Settlement } from "./claim.ts";

const columns = `tenant_id, network, id, account_id, address_id, transfer_id, payment_id, token_id, value_type,
  return_code, cents, remaining_cents, pending_cents, status, opened_at, closed_at, updated_at`;

// A debit is returned once, so a second claim of a payment is a bug: the constraint one_claim_per_payment refuses it.
const insert = statement(
  `
  INSERT INTO claims (tenant_id, network, id, account_id, address_id, transfer_id, payment_id, token_id, value_type,
    return_code, cents, remaining_cents, status, opened_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, 'open', $12::timestamptz, $12::timestamptz)`,
  { changesFacts: 1 },
);

export async function insertClaims(tx: Transaction, claims: readonly Claim[]): Promise<void> {
  for (const claim of claims) {
    await tx.run(insert, [
      claim.tenantId,
      claim.network,
      claim.id,
      claim.accountId,
      claim.addressId,
      claim.transferId,
      claim.paymentId,
      claim.tokenId,
      claim.valueType,
      claim.returnCode,
      claim.cents,
      formatInstant(claim.openedAt),
    ]);
  }
}

// Index: one_claim_per_payment.
const lockByPayments = statement<Claim>(`
  SELECT ${columns} FROM claims
  WHERE tenant_id = $1 AND network = $2 AND payment_id = ANY ($3::text[]) AND status = 'open'
  ORDER BY id FOR UPDATE`);

/** Locks the open claims of these payments. */
export function lockOpenClaimsOf(
  tx: Transaction,
  { tenantId, network }: ClaimScope,
  paymentIds: readonly string[],
): Promise<readonly Claim[]> {
  return tx.rows(lockByPayments, [tenantId, network, paymentIds]);
}

// By the primary key.
const lockOne = statement<Claim>(`SELECT ${columns} FROM claims WHERE tenant_id = $1 AND id = $2 FOR UPDATE`);

/** Of any tenant: for operators, who have only the id. */
export async function lockClaim(tx: Transaction, id: string): Promise<Claim | undefined> {
  const found = await selectClaim(tx, id);
  return found === undefined ? undefined : tx.first(lockOne, [found.tenantId, id]);
}

// Index: one_claim_per_payment.
const ofPayments = statement<Claim>(
  `SELECT ${columns} FROM claims WHERE tenant_id = $1 AND payment_id = ANY ($2::text[])`,
);

/** Claims that the returns of these payments opened, settled ones included. */
export async function selectClaimsOfPayments(
  session: Session,
  tenantId: TenantId,
  paymentIds: readonly string[],
): Promise<readonly Claim[]> {
  return paymentIds.length === 0 ? [] : session.rows(ofPayments, [tenantId, paymentIds]);
}

// Index: claims_by_id. Over all tenants: for operators.
const findOne = statement<Claim>(`SELECT ${columns} FROM claims WHERE id = $1`);

/** Of any tenant; the caller checks permissions. */
export function selectClaim(session: Session, id: string): Promise<Claim | undefined> {
  return session.first(findOne, [id]);
}

// Index: claims_by_id. Over all tenants: for operators.
const ofFilter = `SELECT ${columns} FROM claims
  WHERE ($2::text IS NULL OR status = $2) AND ($3::text IS NULL OR account_id = $3)
    AND ($4::text IS NULL OR network = $4)`;
const findMany = {
  after: statement<Claim>(`${ofFilter} AND id > $1 ORDER BY id LIMIT $5`),
  before: statement<Claim>(`${ofFilter} AND id < $1 ORDER BY id DESC LIMIT $5`),
};

/** Which claims of all tenants; unset fields select all. */
export interface ClaimFilter {
  readonly status?: ClaimStatus | undefined;
  readonly accountId?: string | undefined;
  readonly network?: Network | undefined;
}

/** Of every tenant, oldest first. */
export function selectClaims(
  session: Session,
  { status, accountId, network, ...part }: ClaimFilter & QueuePart,
): Promise<readonly Claim[]> {
  const { direction = "after", limit } = part;
  return session.rows(findMany[direction], [startOfPart(part), status, accountId, network, limit]);
}

/** Open claims of a network by their age in days; those of more than `oldestDays` are together. */
export interface ClaimsOfAge {
  readonly network: Network;
  readonly days: number;
  readonly count: number;
  readonly cents: bigint;
}

// Index: claims_open. Over all tenants: for operators.
const agesOfOpen = statement<ClaimsOfAge>(`
  SELECT network, days, count(*)::integer AS count, sum(remaining_cents)::numeric(38,0) AS cents
  FROM (
    SELECT network, remaining_cents,
           least(floor(extract(epoch FROM $1::timestamptz - opened_at) / 86400), $2)::integer AS days
    FROM claims
    WHERE status = 'open' AND ($3::text IS NULL OR account_id = $3) AND ($4::text IS NULL OR network = $4)
  ) AS aged
  GROUP BY network, days ORDER BY network, days`);

export function selectClaimAges(
  session: Session,
  { accountId, network }: Pick<ClaimFilter, "accountId" | "network">,
  { now, oldestDays }: { readonly now: Instant; readonly oldestDays: number },
): Promise<readonly ClaimsOfAge[]> {
  return session.rows(agesOfOpen, [formatInstant(now), oldestDays, accountId, network]);
}

// By the primary key.
const change = statement(
  `
  UPDATE claims SET remaining_cents = $3, pending_cents = $4, status = $5, closed_at = $6::timestamptz,
    updated_at = $7::timestamptz
  WHERE tenant_id = $1 AND id = $2`,
  { changesFacts: 1 },
);

/** The claim is locked. */
export async function updateClaim(tx: Transaction, claim: Claim): Promise<void> {
  const { tenantId, id, remainingCents, pendingCents, status, closedAt, updatedAt } = claim;
  const closed = closedAt === undefined ? null : formatInstant(closedAt);
  const values = [tenantId, id, remainingCents, pendingCents, status, closed, formatInstant(updatedAt)];
  assert((await tx.run(change, values)) === 1, "an updated claim exists");
}

// Index: claims_open.
const debtors = statement<{ readonly accountId: AccountId }>(`
  SELECT account_id FROM claims
  WHERE tenant_id = $1 AND account_id = ANY ($2::text[]) AND network = $3 AND status = 'open'`);

/** Which of these accounts owe. */
export async function selectDebtors(
  session: Session,
  { tenantId, network }: ClaimScope,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await session.rows(debtors, [tenantId, accountIds, network]);
  return new Set(rows.map(({ accountId }) => accountId));
}

/** Open claims of a network: number, amount and age. */
export interface ClaimsMeasure {
  readonly network: Network;
  readonly count: bigint;
  readonly cents: bigint;
  readonly oldestAt: Instant;
}

// Index: claims_open.
const measure = statement<ClaimsMeasure>(`
  SELECT network, count(*) AS count, sum(remaining_cents)::numeric(38,0) AS cents, min(opened_at) AS oldest_at
  FROM claims WHERE status = 'open' GROUP BY network ORDER BY network`);

/** Networks without open claims are omitted. */
export function measureClaims(session: Session): Promise<readonly ClaimsMeasure[]> {
  return session.rows(measure);
}

// Index: claims_open. Over all tenants: the reserve of a token is shared by them.
const ofToken = statement<{ readonly cents: bigint }>(`
  SELECT coalesce(sum(remaining_cents), 0)::numeric(38,0) AS cents
  FROM claims WHERE status = 'open' AND network = $1 AND token_id = $2`);

/** Open claims on those who received this token, in cents. */
export async function sumClaimsOfToken(
  session: Session,
  { network, id }: { readonly network: Network; readonly id: string },
): Promise<bigint> {
  return (await session.first(ofToken, [network, id]))?.cents ?? 0n;
}

/** What an account owes by its open claims. */
export interface OwedByAccount {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
  readonly cents: bigint;
}

// Index: claims_open.
const owed = statement<OwedByAccount>(`
  SELECT tenant_id, network, account_id, sum(remaining_cents)::numeric(38,0) AS cents
  FROM claims WHERE status = 'open' GROUP BY tenant_id, network, account_id`);

/** Of every tenant. */
export function selectOwed(session: Session): Promise<readonly OwedByAccount[]> {
  return session.rows(owed);
}

const settlementColumns = `tenant_id, network, id, claim_id, type, cents, status, reason, source, failure_reason, created_at,
  updated_at`;

// By the primary key.
const insertOne = statement(`
  INSERT INTO claim_settlements (tenant_id, network, id, claim_id, type, cents, status, reason, source, burn, created_at,
    updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::timestamptz, $11::timestamptz)`);

export async function insertSettlement(tx: Transaction, settlement: Settlement, burn?: Burn): Promise<void> {
  const { tenantId, network, id, claimId, type, cents, status, reason, source, createdAt } = settlement;
  const burnText = burn === undefined ? null : JSON.stringify(burn);
  const at = formatInstant(createdAt);
  await tx.run(insertOne, [
    tenantId,
    network,
    id,
    claimId,
    type,
    cents,
    status,
    reason,
    source,
    burnText,
    at,
  ]);
}

// By the primary key.
const findSettlement = statement<Settlement>(`
  SELECT ${settlementColumns} FROM claim_settlements WHERE tenant_id = $1 AND id = $2`);

export function selectSettlement(
  session: Session,
  tenantId: TenantId,
  id: string,
): Promise<Settlement | undefined> {
  return session.first(findSettlement, [tenantId, id]);
}

// Index: claim_settlements_by_claim.
const findSettlements = statement<Settlement>(`
  SELECT ${settlementColumns} FROM claim_settlements WHERE tenant_id = $1 AND claim_id = $2 ORDER BY id`);

/** Oldest first. */
export function selectSettlements(
  session: Session,
  { tenantId, id }: Pick<Claim, "tenantId" | "id">,
): Promise<readonly Settlement[]> {
  return session.rows(findSettlements, [tenantId, id]);
}

// By the primary key.
const lockPending = statement<Settlement & { readonly burn: Burn | undefined }>(`
  SELECT ${settlementColumns}, burn FROM claim_settlements
  WHERE tenant_id = $1 AND id = $2 AND status = 'pending' FOR UPDATE`);

/** An offset whose burn is under way. */
export async function lockPendingSettlement(
  tx: Transaction,
  { tenantId, id }: { readonly tenantId: TenantId; readonly id: string },
): Promise<(Settlement & { readonly burn: Burn }) | undefined> {
  const row = await tx.first(lockPending, [tenantId, id]);
  if (row === undefined) return undefined;
  const { burn } = row;
  assert(burn !== undefined, "a pending settlement burns tokens");
  return { ...row, burn };
}

// By the primary key.
const changeSettlement = statement(`
  UPDATE claim_settlements SET status = $3, failure_reason = $4, updated_at = $5::timestamptz
  WHERE tenant_id = $1 AND id = $2`);

export async function updateSettlement(
  tx: Transaction,
  { tenantId, id, status, failureReason, updatedAt }: Settlement,
): Promise<void> {
  await tx.run(changeSettlement, [tenantId, id, status, failureReason, formatInstant(updatedAt)]);
}
