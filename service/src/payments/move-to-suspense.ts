import type { Transaction } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { Clock } from "../kernel/instant.ts";
import type { Operation } from "../ledger/index.ts";
import type { PaymentScope, SuspensePayment } from "./payments.ts";
import { setOffPosting } from "./postings.ts";
import { lockPayments, updatePayments } from "./store.ts";

/** Money that its owner had received and cannot use: back in suspense, for manual review. */
export async function movePaymentsToSuspense(
  { keyRing, clock }: { readonly keyRing: KeyRing; readonly clock: Clock },
  tx: Transaction,
  scope: PaymentScope,
  movedToSuspense: readonly SuspensePayment[],
): Promise<readonly Operation[]> {
  const reasons = new Map<string, string>(movedToSuspense.map(({ paymentId, why }) => [paymentId, why]));
  const payments = await lockPayments(keyRing, tx, scope, [...reasons.keys()]);
  const now = clock.now();
  const held = payments
    .filter(({ hold, status }) => hold === undefined && status === "complete")
    .map((payment) => ({
      ...payment,
      hold: { reason: "refused" as const, note: reasons.get(payment.id), since: now, screening: undefined },
      updatedAt: now,
    }));
  await updatePayments(keyRing, tx, scope.tenantId, held);
  // For a debit that was returned in the meantime, this repays the owner's loss.
  return payments.filter(({ status }) => status === "returned").map(setOffPosting);
}
