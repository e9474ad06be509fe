import { verificationView } from "../../accounts/index.ts";
import { addressView } from "../../addresses/index.ts";
import { applicationView } from "../../auth/index.ts";
import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { LedgerScope } from "../../ledger/index.ts";
import { paymentView } from "../../payments/index.ts";
import { tokenView } from "../../tokens/index.ts";
import { shownStatus, tokenResources, transferView } from "../../transfers/index.ts";
import { endpointView, subscriptionView } from "../../webhooks/index.ts";

export interface StatusCount {
  readonly status: string;
  /** Since the requested time. */
  readonly recent: number;
  /** Of all rows counted. */
  readonly seen: number;
}

interface Walk {
  readonly since: Instant;
  /** Number of rows read, from the newest back. */
  readonly limit: number;
}

/** By status, with `reversed` apart from `complete`. Indexes: transfers_by_time, backwards; one_claim_per_payment. */
export function countTransfers(
  session: Session,
  { tenantId, network }: LedgerScope,
  { since, limit }: Walk,
): Promise<readonly StatusCount[]> {
  return session.rows(transfers, [tenantId, network, formatInstant(since), limit]);
}

const byStatus = (newest: string): string => `
  SELECT status, (count(*) FILTER (WHERE created_at >= $3::timestamptz))::int AS recent, count(*)::int AS seen
    FROM (${newest}) AS newest GROUP BY 1 ORDER BY 1`;

const transfers = statement<StatusCount>(
  byStatus(`SELECT ${shownStatus} AS status, created_at FROM (
      SELECT status, created_at, source_payment_id FROM ${transferView} AS transfer
       WHERE tenant_id = $1 AND network = $2 AND resource = 'transfer' ORDER BY created_at DESC LIMIT $4) AS transfers`),
);

/** Regardless of age, up to the limit. Index: transfers_by_status. */
export async function countPendingTransfers(
  session: Session,
  { tenantId, network }: LedgerScope,
  limit: number,
): Promise<number> {
  const row = await session.first(pending, [tenantId, network, limit]);
  return row?.count ?? 0;
}

const pending = statement<{ readonly count: number }>(`
  SELECT count(*)::int AS count FROM (
    SELECT 1 FROM ${transferView} AS transfer
     WHERE tenant_id = $1 AND network = $2 AND resource = 'transfer' AND status = 'pending' LIMIT $3) AS few`);

/** Index: transfers_by_time, backwards, for each resource. */
export function countTokenTransactions(
  session: Session,
  { tenantId, network }: LedgerScope,
  { since, limit }: Walk,
): Promise<readonly StatusCount[]> {
  return session.rows(tokenTransactions, [tenantId, network, formatInstant(since), limit]);
}

/** A token transaction is pending until its tokens are refunded. */
const newestOf = (resource: string): string => `
  (SELECT CASE WHEN step = 'done' THEN status ELSE 'pending' END AS status, created_at FROM ${transferView} AS transfer
    WHERE tenant_id = $1 AND network = $2 AND resource = '${resource}' ORDER BY created_at DESC LIMIT $4)`;
const tokenTransactions = statement<StatusCount>(
  byStatus(`${tokenResources.map(newestOf).join(" UNION ALL ")} ORDER BY created_at DESC LIMIT $4`),
);

export interface WaitingCounts {
  readonly accountsInReview: number;
  readonly accountsAwaitingDocuments: number;
  readonly paymentsUnmatched: number;
  readonly webhooksFailing: number;
}

/**
 * Each up to the limit. Uses verifications_by_stage and payments_held, which contain only pending rows of all tenants,
 * and the index of failing endpoint queues. Sanctions holds are not included: tenants must not learn of them.
 */
export async function countWaiting(
  session: Session,
  { tenantId, network }: LedgerScope,
  limit: number,
): Promise<WaitingCounts> {
  const row = await session.first(waiting, [tenantId, network, limit]);
  assert(row !== undefined, "it selects one row");
  return row;
}

const upTo = (view: string, condition: string): string => `
  (SELECT count(*)::int FROM (
     SELECT 1 FROM ${view} AS waiting WHERE ${condition} AND tenant_id = $1 AND network = $2 LIMIT $3) AS few)`;

const waiting = statement<WaitingCounts>(`
  SELECT ${upTo(verificationView, "stage IN ('screening', 'deciding', 'in_review')")} AS accounts_in_review,
         ${upTo(verificationView, "stage = 'documents_required'")} AS accounts_awaiting_documents,
         ${upTo(paymentView, "held_reason IS NOT NULL")} AS payments_unmatched,
         ${upTo(endpointView, "failing_since IS NOT NULL")} AS webhooks_failing`);

/** Whether anything exists yet, for the getting started steps. */
export interface FirstSteps {
  readonly hasApplication: boolean;
  readonly hasAddress: boolean;
  readonly hasToken: boolean;
  readonly hasTransfer: boolean;
  readonly hasWebhook: boolean;
}

/** Index: the primary key of each table; tokens_by_tenant. */
export async function selectFirstSteps(
  session: Session,
  { tenantId, network }: LedgerScope,
): Promise<FirstSteps> {
  const row = await session.first(firstSteps, [tenantId, network]);
  assert(row !== undefined, "it selects one row");
  return row;
}

const has = (view: string, condition = ""): string =>
  `EXISTS (SELECT 1 FROM ${view} AS existing WHERE tenant_id = $1 AND network = $2 ${condition})`;

const firstSteps = statement<FirstSteps>(`
  SELECT ${has(applicationView, "AND revoked_at IS NULL")} AS has_application, ${has(addressView)} AS has_address,
         ${has(tokenView)} AS has_token, ${has(transferView)} AS has_transfer,
         ${has(subscriptionView, "AND status <> 'archived'")} AS has_webhook`);
