import type { Transaction } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { Clock } from "../kernel/instant.ts";
import type { Operation } from "../ledger/index.ts";
import type { PaymentScope, SurrenderedPayment } from "./payments.ts";
import { setOffPosting } from "./postings.ts";
import { lockPayments, updatePayments } from "./store.ts";

/** Money that its owner had taken and has no use for after all: it is in suspense again, for a person. */
export async function surrenderPayments(
  { keyRing, clock }: { readonly keyRing: KeyRing; readonly clock: Clock },
  tx: Transaction,
  scope: PaymentScope,
  surrendered: readonly SurrenderedPayment[],
): Promise<readonly Operation[]> {
  const reasons = new Map<string, string>(surrendered.map(({ paymentId, why }) => [paymentId, why]));
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
  // A debit that has come back meanwhile: its owner's loss is what is given up here.
  return payments.filter(({ status }) => status === "returned").map(setOffPosting);
}
