import { claimView } from "../claims/index.ts";
import { list } from "../db/list.ts";
import type { Condition, FilterUse } from "../db/list-definition.ts";
import { isBetween, literal, matchesFragment } from "../db/list-filters.ts";
import type { WorkQueue } from "../db/queue.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { IdFragment } from "../kernel/id-fragment.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { type TransferScope, transferColumns } from "./store.ts";
import { transfers } from "./tables.ts";
import type { Resource, ShownStatus, Transfer, TransferFilterStatus } from "./transfer.ts";
import { type TransferRow, toTransfer } from "./transfer-row.ts";

/** What an operator can search by. */
export type TransferSearch =
  | { readonly kind: "amount"; readonly units: bigint }
  /** A transaction of the source or destination, or the transfers it was submitted for. */
  | { readonly kind: "transaction"; readonly transactionId: string; readonly ids: readonly string[] }
  | { readonly kind: "id"; readonly id: string }
  | { readonly kind: "fragment"; readonly fragment: IdFragment }
  /** A code of the rail, such as R01. */
  | { readonly kind: "failure"; readonly code: string };

/** Exact matches, combined with AND. Undefined means no filter. */
export interface TransferFilters extends TransferScope {
  readonly resources: readonly Resource[];
  readonly accountId?: AccountId | undefined;
  readonly status?: ShownStatus | undefined;
  /** As in the API, which has no reversed transfers. */
  readonly apiStatus?: TransferFilterStatus | undefined;
  readonly search?: TransferSearch | undefined;
  readonly createdFrom?: Instant | undefined;
  readonly automationId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly addressId?: string | undefined;
  readonly transferType?: string | undefined;
  /** In any letter case. */
  readonly valueType?: string | undefined;
}

type Use = FilterUse<TransferFilters>;

/** Index: one_claim_per_payment. In a CASE, so that the planner keeps the order of the index of the list. */
export const shownStatus = `CASE WHEN status = 'complete' AND EXISTS (
    SELECT 1 FROM ${claimView} AS claim WHERE claim.tenant_id = $1 AND claim.payment_id = transfers.source_payment_id)
  THEN 'reversed' ELSE status END`;
const ofClaims = `id = ANY (ARRAY(
  SELECT transfer_id FROM ${claimView} AS claim WHERE tenant_id = $1 AND network = $2))`;

/**
 * Transfers and token resources of a tenant. Indexes: transfers_by_time; for one account transfers_by_account; for a
 * status other than complete transfers_by_status; transfers_by_amount for an amount and the order by it;
 * transfers_by_failure_code; the two of transactions; transfers_by_automation; the primary key.
 */
export const transferList = list<TransferRow, TransferFilters, Transfer>({
  from: transfers,
  columns: transferColumns,
  filters: {
    tenantId: "tenant_id",
    network: "network",
    // Each is read in the order of its index.
    resources: (resources) => ({ anyOf: resources.map(literal("resource")) }),
    search: bySearch,
    status: byStatus,
    apiStatus: (status, { bind, filters }) => `${apiStatusOf(filters)} = ${bind(status)}`,
    // Of one account, ids are the order of time.
    accountId: (id, { bind }) => ({ on: `account_id = ${bind(id)}`, order: ["id"] }),
    createdFrom: (instant, { bind }) => `created_at >= ${bind(formatInstant(instant))}::timestamptz`,
    automationId: "automation_id",
    transactionId: (id, { bind }) => eitherSide("transaction_id", bind(id)),
    addressId: (id, { bind }) => ({ skips: () => eitherSide("address_id", bind(id)) }),
    transferType: (type, { bind }) => ({ skips: () => eitherSide("transfer_type", bind(type)) }),
    valueType: (type, { bind }) => ({ skips: () => eitherSide("value_type", bind(type), "upper") }),
  },
  orders: { created: ["created_at", "id"], amount: ["units", "id"] },
  time: "created_at",
  totals: { status: shownStatus, currency: "currency", units: "units" },
  toItem: toTransfer,
});

/** As `statusOf` of a token resource. */
function apiStatusOf({ resources }: TransferFilters): string {
  return resources.includes("transfer") ? "status" : "CASE step WHEN 'done' THEN status ELSE 'pending' END";
}

function byStatus(status: ShownStatus, { bind, filters: { search } }: Use): Condition {
  // Transfers with one amount or code are read from its index, with any status.
  if (search?.kind === "amount" || search?.kind === "failure")
    return { skips: () => `${shownStatus} = ${bind(status)}` };
  if (status === "reversed") return { on: `status = 'complete' AND ${ofClaims}`, isRare: true };
  const isStatus = literal("status")(status);
  return { on: status === "complete" ? `${isStatus} AND ${shownStatus} = 'complete'` : isStatus };
}

/** With `upper`, letter case is ignored. */
function eitherSide(column: string, value: string, upper: "upper" | "" = ""): string {
  const isEqual = (side: string): string => `${upper}(${side}_${column}) = ${upper}(${value})`;
  return `(${isEqual("source")} OR ${isEqual("destination")})`;
}

function bySearch(search: TransferSearch, { bind }: Use): Condition {
  switch (search.kind) {
    case "amount":
      return { on: isBetween("units", bind(search.units)), order: ["units", "id"] };
    case "failure":
      return {
        on: isBetween("failure_code", bind(search.code)),
        order: ["failure_code", "id"],
        isRare: true,
      };
    case "id":
      return { on: `id = ${bind(search.id)}`, isRare: true };
    case "fragment":
      return { on: matchesFragment(search.fragment, bind), isRare: true };
    case "transaction": {
      const bySide = eitherSide("transaction_id", bind(search.transactionId));
      const { ids } = search;
      return {
        on: ids.length === 0 ? bySide : `(${bySide} OR id = ANY (${bind(ids)}::text[]))`,
        isRare: true,
      };
    }
  }
}

interface ActionFilters {
  readonly step: "held" | "refund_failed";
  readonly resources: readonly Resource[];
}

/** Transfers of all tenants that need manual action, oldest first. Index: transfers_needing_action. */
export const transfersNeedingAction = list<TransferRow, ActionFilters, Transfer>({
  from: transfers,
  columns: transferColumns,
  filters: {
    step: literal("step"),
    resources: (resources, { bind }) => `resource = ANY (${bind(resources)}::text[])`,
  },
  first: "oldest",
  totals: { currency: "currency", network: "network", units: "units" },
  toItem: toTransfer,
});

interface AwaitingFilters {
  readonly network: Network;
  readonly tenantId?: TenantId | undefined;
  readonly accountId?: AccountId | undefined;
  readonly cents?: bigint | undefined;
}

/** Transfers of all tenants that await a wire; for unmatched payments. Index: transfers_awaiting_funds. */
export const transfersAwaitingFunds = list<TransferRow, AwaitingFilters, Transfer>({
  from: transfers,
  columns: transferColumns,
  where: ["step = 'awaiting_funds'"],
  filters: { network: "network", tenantId: "tenant_id", accountId: "account_id", cents: "cents" },
  toItem: toTransfer,
});

/** Index: transfers_needing_action. */
export const heldTransferQueue: WorkQueue = {
  from: transfers,
  where: "step = 'held'",
  orderBy: "id",
  since: "created_at",
  title: "flow",
  amount: "units, 6 AS scale, currency",
  cents: "cents",
};
export const failedRefundQueue: WorkQueue = {
  ...heldTransferQueue,
  where: "step = 'refund_failed'",
  since: "updated_at",
};

export const transferView = transfers.view(
  "tenant_id, network, id, account_id, resource, status, step, flow, units, currency, failure_code, failure_type, created_at, source_payment_id, hold_end, held_for_claim",
);
