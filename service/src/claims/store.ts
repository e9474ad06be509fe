import type { Session, Transaction } from "../db/database.ts";
import { list } from "../db/list.ts";
import { measureOf, type WorkQueue } from "../db/queue.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Burn } from "./burn-postings.ts";
import type { Claim, ClaimScope, ClaimStatus, Settlement } from "./claim.ts";
import { claimSettlements, claims } from "./tables.ts";

// A debit is returned once, so a second claim of a payment is a bug: the constraint one_claim_per_payment refuses it.
export const insertClaim = claims.insert();

/** The open claims of these payments. Index: one_claim_per_payment. */
export const lockOpenClaims = claims.many({
  by: ["tenantId", "network", "paymentId[]"],
  where: "status = 'open'",
  orderBy: ["id"],
  lock: "UPDATE",
});

const lockOne = claims.one({ by: ["tenantId", "id"], lock: "UPDATE" });

/** Of any tenant: for operators, who have only the id. */
export async function lockClaim(tx: Transaction, id: string): Promise<Claim | undefined> {
  const found = await selectClaim(tx, { id });
  return found === undefined ? undefined : lockOne(tx, found);
}

/** Claims that the returns of these payments opened, settled ones included. Index: one_claim_per_payment. */
export const selectClaimsOfPayments = claims.many({ by: ["tenantId", "paymentId[]"] });

/** Of any tenant: for operators; the caller checks permissions. Index: claims_by_id. */
export const selectClaim = claims.one({ by: ["id"] });

/** Which claims of all tenants; unset fields select all. */
export interface ClaimFilter {
  readonly status?: ClaimStatus | undefined;
  readonly accountId?: string | undefined;
  readonly network?: Network | undefined;
}

/** Claims of all tenants, oldest first: for operators. Index: claims_by_id. */
export const claimList = list<Claim, ClaimFilter>({
  from: claims,
  filters: { status: "status", accountId: "account_id", network: "network" },
  first: "oldest",
  totals: { currency: "'USD'", network: "network", units: "remaining_cents * 10000" },
});

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

/** The claim is locked. */
export const updateClaim = claims.updateOne({
  by: ["tenantId", "id"],
  set: ["remainingCents", "pendingCents", "status", "closedAt", "updatedAt"],
});

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

export const insertSettlement = claimSettlements.insert();

export const selectSettlement = claimSettlements.one({ by: ["tenantId", "id"] });

/** Oldest first. Index: claim_settlements_by_claim. */
export const selectSettlements = claimSettlements.many({ by: ["tenantId", "claimId"], orderBy: ["id"] });

const lockPending = claimSettlements.one({
  by: ["tenantId", "id"],
  where: "status = 'pending'",
  lock: "UPDATE",
});

/** An offset whose burn is under way. */
export async function lockPendingSettlement(
  tx: Transaction,
  key: { readonly tenantId: TenantId; readonly id: string },
): Promise<(Settlement & { readonly burn: Burn }) | undefined> {
  const row = await lockPending(tx, key);
  if (row === undefined) return undefined;
  const { burn } = row;
  assert(burn !== undefined, "a pending settlement burns tokens");
  return { ...row, burn };
}

export const updateSettlement = claimSettlements.updateOne({
  by: ["tenantId", "id"],
  set: ["status", "failureReason", "updatedAt"],
});

/** Indexes: claims_open, claims_by_id. */
export const openClaimQueue: WorkQueue = {
  from: claims,
  where: "status = 'open'",
  orderBy: "id",
  since: "opened_at",
  title: "return_code",
  cents: "remaining_cents",
};

export const claimView = claims.view(
  "tenant_id, network, id, account_id, transfer_id, payment_id, return_code, cents, status, opened_at",
);

export const measureClaims = measureOf(openClaimQueue);
