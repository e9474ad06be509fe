import type { Transaction } from "../db/database.ts";
import type { BankWork } from "../rails/bank-work.ts";
import { type AnnounceDeps, announceReceipt } from "./announce-receipt.ts";
import { type OrderDeps, orderPayments } from "./order-payments.ts";
import type { PaymentId } from "./payment.ts";
import type { PaymentScope, Payments } from "./payments.ts";
import { lockPayments, selectPayments, updatePayments } from "./store.ts";
import { surrenderPayments } from "./surrender-payments.ts";
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
    openVirtualAccounts: (tx, scope, wanted) => openVirtualAccounts(deps, tx, scope, wanted),
    findVirtualAccounts: (session, scope, owners) => findVirtualAccounts(deps, session, scope, owners),
    surrender: (tx, scope, surrendered) => surrenderPayments(deps, tx, scope, surrendered),
    announce: (tx, scope, receipt) => announceReceipt(deps, tx, scope, receipt),
    find: async (session, scope, ids) => {
      const payments = await selectPayments(deps.keyRing, session, scope, ids);
      return new Map(payments.map((payment) => [payment.id, payment]));
    },
  };
}

const withdrawn = { code: "WITHDRAWN", text: "Taken back before it was sent to the bank." };

/** The bank's entry decides, and is asked first: while it can be taken back, nobody has news of the payment. */
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
