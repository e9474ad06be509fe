import { type ResealDeps, type ResealOptions, resealInBatches, type SealedTable } from "../accounts/index.ts";
import { toldContext } from "./payment-row.ts";
import { lockSealedAfter, type SealedPayment, updateSealed } from "./sealed-store.ts";

const payments: SealedTable<SealedPayment> = {
  name: "payments",
  contextOf: ({ tenantId, id }) => toldContext(tenantId, id),
  lockAfter: lockSealedAfter,
  update: updateSealed,
};

/** Wraps what banks told of every payment with the current master key. */
export function resealPayments(deps: ResealDeps, options: ResealOptions): Promise<number> {
  return resealInBatches(deps, payments, options);
}
