import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { LedgerScope } from "../../ledger/index.ts";
import { tokenResources } from "../../transfers/index.ts";

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

/** By status, with `reversed` apart from `complete`. Index: transfers_by_time, backwards. */
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

/** A completed transfer whose debit was returned is no success. Index: one_claim_per_payment. */
const statusWithReversal = `CASE WHEN status = 'complete' AND EXISTS (
    SELECT 1 FROM claims WHERE claims.tenant_id = $1 AND claims.payment_id = transfer.source_payment_id)
  THEN 'reversed' ELSE status END`;

const transfers = statement<StatusCount>(
  byStatus(`SELECT ${statusWithReversal} AS status, created_at FROM (
      SELECT status, created_at, source_payment_id FROM transfers
       WHERE tenant_id = $1 AND network = $2 AND resource = 'transfer' ORDER BY created_at DESC LIMIT $4) AS transfer`),
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
    SELECT 1 FROM transfers
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
  (SELECT CASE WHEN step = 'done' THEN status ELSE 'pending' END AS status, created_at FROM transfers
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
  return row ?? nothingWaits;
}

const nothingWaits: WaitingCounts = {
  accountsInReview: 0,
  accountsAwaitingDocuments: 0,
  paymentsUnmatched: 0,
  webhooksFailing: 0,
};

const upTo = (table: string, condition: string): string => `
  (SELECT count(*)::int FROM (
     SELECT 1 FROM ${table} WHERE ${condition} AND tenant_id = $1 AND network = $2 LIMIT $3) AS few)`;

const waiting = statement<WaitingCounts>(`
  SELECT ${upTo("verifications", "stage IN ('screening', 'deciding', 'in_review')")} AS accounts_in_review,
         ${upTo("verifications", "stage = 'documents_required'")} AS accounts_awaiting_documents,
         ${upTo("payments", "held_reason IS NOT NULL")} AS payments_unmatched,
         ${upTo("webhook_endpoint_queues", "failing_since IS NOT NULL")} AS webhooks_failing`);

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
  return (
    row ?? {
      hasApplication: false,
      hasAddress: false,
      hasToken: false,
      hasTransfer: false,
      hasWebhook: false,
    }
  );
}

const has = (table: string, condition = ""): string =>
  `EXISTS (SELECT 1 FROM ${table} WHERE tenant_id = $1 AND network = $2 ${condition})`;

const firstSteps = statement<FirstSteps>(`
  SELECT ${has("applications", "AND revoked_at IS NULL")} AS has_application, ${has("addresses")} AS has_address,
         ${has("tokens")} AS has_token, ${has("transfers")} AS has_transfer,
         ${has("webhook_subscriptions", "AND status <> 'archived'")} AS has_webhook`);
