import { type RewrapDeps, type RewrapOptions, rewrapInBatches, type SealedTable } from "../accounts/index.ts";
import { reportedContext } from "./payment-row.ts";
import { lockSealedAfter, type SealedPayment, updateSealed } from "./sealed-store.ts";

const payments: SealedTable<SealedPayment> = {
  name: "payments",
  contextOf: ({ tenantId, id }) => reportedContext(tenantId, id),
  lockAfter: lockSealedAfter,
  update: updateSealed,
};

/** Rewraps the sealed bank data of every payment under the current master key. */
export function rewrapPayments(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  return rewrapInBatches(deps, payments, options);
}
