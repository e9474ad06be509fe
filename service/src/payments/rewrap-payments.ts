import { type RewrapDeps, type RewrapOptions, rewrapInBatches } from "../accounts/index.ts";
import { sealedTable } from "../db/sealed-table.ts";
import type { Payment } from "./payment.ts";
import { reportedContext } from "./payment-row.ts";

const payments = sealedTable<Pick<Payment, "tenantId" | "id">>({
  name: "payments",
  key: ["tenantId", "id"],
  contextOf: ({ tenantId, id }) => reportedContext(tenantId, id),
});

/** Rewraps the sealed bank data of every payment under the current master key. */
export function rewrapPayments(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  return rewrapInBatches(deps, payments, options);
}
