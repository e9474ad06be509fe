import { list } from "../db/list.ts";
import type { Condition, FilterUse } from "../db/list-definition.ts";
import { isBetween, literal, matchesFragment, skipping } from "../db/list-filters.ts";
import type { AccountId, Network } from "../kernel/id.ts";
import type { IdFragment } from "../kernel/id-fragment.ts";
import type { RailSystem } from "../rails/rail.ts";
import type { Payment, PaymentFilterStatus } from "./payment.ts";
import type { PaymentRow } from "./payment-row.ts";
import type { PaymentScope } from "./payments.ts";
import { paymentColumns } from "./store.ts";
import type { HoldReason } from "./stored-payment.ts";
import { payments } from "./tables.ts";

/** What an operator can search by, besides the sealed texts. */
export type PaymentSearch =
  | { readonly kind: "amount"; readonly cents: bigint }
  | { readonly kind: "id"; readonly id: string }
  | { readonly kind: "fragment"; readonly fragment: IdFragment }
  /** A code of the rail, such as R01. */
  | { readonly kind: "reason"; readonly code: string };

export interface PaymentFilters extends PaymentScope {
  readonly search?: PaymentSearch | undefined;
  readonly accountId?: AccountId | undefined;
  readonly transferId?: string | undefined;
  readonly automationId?: string | undefined;
  readonly status?: PaymentFilterStatus | undefined;
  readonly direction?: Payment["direction"] | undefined;
  readonly type?: RailSystem | undefined;
}

/** As `isAwaitingDecision`; only incoming payments have no rail. */
const isWaiting = "status = 'complete' AND held_reason IS NOT NULL AND rail IS NULL AND NOT is_published";
/** As `shownStatus`. */
const statusShown = `CASE WHEN ${isWaiting} THEN 'pending' ELSE status END`;

/**
 * Payments of a tenant that have an account. Indexes: payments_by_account, or payments_by_transfer and
 * payments_by_automation with those filters; payments_by_time for all accounts; payments_by_status, payments_held;
 * payments_by_amount, payments_by_reason_code and payments_by_id_end for a search.
 */
export const paymentList = list<PaymentRow, PaymentFilters>({
  from: payments,
  columns: paymentColumns,
  where: ["account_id IS NOT NULL"],
  filters: {
    tenantId: "tenant_id",
    network: "network",
    search: bySearch,
    accountId: ofIds("account_id"),
    transferId: ofIds("transfer_id"),
    automationId: ofIds("automation_id"),
    status: byStatus,
    direction: skipping("direction"),
    type: skipping("type"),
  },
  orders: { created: ["inserted_at", "id"], amount: ["amount_cents", "id"] },
  time: "inserted_at",
  totals: {
    status: statusShown,
    direction: "direction",
    currency: "'USD'",
    units: "amount_cents * 10000",
  },
});

/** Ids are nearly in order of time: where an index has no time, they are the order. */
function ofIds(column: string) {
  return (id: string, { bind }: FilterUse<unknown>): Condition => ({
    on: `${column} = ${bind(id)}`,
    order: ["id"],
  });
}

function byStatus(status: PaymentFilterStatus, { bind, filters }: FilterUse<PaymentFilters>): Condition {
  const kind = filters.search?.kind;
  // Payments with one amount or code are read from its index, with any status.
  if (kind === "amount" || kind === "reason") return { skips: () => `${statusShown} = ${bind(status)}` };
  if (status === "complete") return { on: `status = 'complete' AND NOT (${isWaiting})` };
  if (status === "processing" || status === "canceled") return { on: "false", order: ["id"] };
  const isStatus = literal("status")(status);
  // In payments_by_status or payments_held: both are read.
  return status === "pending"
    ? { anyOf: [isStatus, isWaiting], order: ["id"] }
    : { on: isStatus, order: ["id"] };
}

function bySearch(search: PaymentSearch, { bind }: FilterUse<unknown>): Condition {
  switch (search.kind) {
    case "amount":
      return { on: isBetween("amount_cents", bind(search.cents)), order: ["amount_cents", "id"] };
    case "reason":
      return { on: isBetween("reason_code", bind(search.code)), order: ["reason_code", "id"], isRare: true };
    case "id":
      return { on: `id = ${bind(search.id)}`, isRare: true };
    case "fragment":
      return { on: matchesFragment(search.fragment, bind), isRare: true };
  }
}

/** Payments of every tenant, newest first. Index: payments_by_id. */
export const latestPayments = list<PaymentRow, { readonly network: Network }>({
  from: payments,
  filters: { network: "network" },
});

export interface HeldFilters {
  readonly network?: Network | undefined;
  readonly reason?: HoldReason | undefined;
  readonly tenantId?: string | undefined;
}

/** Held payments of every tenant, oldest first. Index: payments_held. */
export const heldPayments = list<PaymentRow, HeldFilters>({
  from: payments,
  where: ["held_reason IS NOT NULL"],
  filters: { network: "network", reason: "held_reason", tenantId: "tenant_id" },
  first: "oldest",
  totals: { status: "held_reason", currency: "'USD'", network: "network", units: "amount_cents * 10000" },
});
