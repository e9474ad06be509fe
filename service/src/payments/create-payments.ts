import type { Transaction } from "../db/database.ts";
import type { BankWork } from "../rails/bank-work.ts";
import { type AnnounceDeps, announceIncomingPayment } from "./announce-incoming-payment.ts";
import { movePaymentsToSuspense } from "./move-to-suspense.ts";
import { type OrderDeps, orderPayments } from "./order-payments.ts";
import type { PaymentId } from "./payment.ts";
import type { PaymentScope, Payments } from "./payments.ts";
import { lockPayments, selectPayments, updatePayments } from "./store.ts";
import {
  findVirtualAccounts,
  openVirtualAccounts,
  type VirtualAccountDeps,
} from "./virtual-accounts/open-virtual-accounts.ts";

export interface PaymentsDeps extends OrderDeps, VirtualAccountDeps, AnnounceDeps {
  readonly bankWork: Pick<BankWork, "enqueue" | "withdraw">;
}

export function createPayments(deps: PaymentsDeps): Payments {
  return {
    order: (tx, orders) => orderPayments(deps, tx, orders),
    withdraw: (tx, scope, id) => withdrawPayment(deps, tx, scope, id),
    openVirtualAccounts: (tx, scope, requested) => openVirtualAccounts(deps, tx, scope, requested),
    findVirtualAccounts: (session, scope, owners) => findVirtualAccounts(deps, session, scope, owners),
    moveToSuspense: (tx, scope, movedToSuspense) => movePaymentsToSuspense(deps, tx, scope, movedToSuspense),
    announce: (tx, scope, incomingPayment) => announceIncomingPayment(deps, tx, scope, incomingPayment),
    find: async (session, scope, ids) => {
      const payments = await selectPayments(deps.keyRing, session, scope, ids);
      return new Map(payments.map((payment) => [payment.id, payment]));
    },
  };
}

const withdrawn = { code: "WITHDRAWN", text: "Withdrawn before it was sent to the bank." };

/** The bank entry is withdrawn first: while that is possible, there are no updates of the payment. */
async function withdrawPayment(
  { keyRing, clock, bankWork }: PaymentsDeps,
  tx: Transaction,
  scope: PaymentScope,
  id: PaymentId,
): Promise<boolean> {
  if (!(await bankWork.withdraw(tx, [id])).has(id)) return false;
  const payments = await lockPayments(keyRing, tx, scope, [id]);
  const failed = payments
    .filter(({ status }) => status === "pending")
    .map((payment) => ({
      ...payment,
      status: "failed" as const,
      reason: withdrawn,
      updatedAt: clock.now(),
    }));
  await updatePayments(keyRing, tx, scope.tenantId, failed);
  return failed.length > 0;
}
