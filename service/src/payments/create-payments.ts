import type { Transaction } from "../db/database.ts";
import type { NewId } from "../kernel/id.ts";
import type { Operation } from "../ledger/index.ts";
import type { BankWork } from "../rails/bank-work.ts";
import { type OrderDeps, orderPayments } from "./order-payments.ts";
import type { PaymentId } from "./payment.ts";
import type { AnnouncedIncomingPayment, PaymentScope, Payments, SuspensePayment } from "./payments.ts";
import { setOffPosting } from "./postings.ts";
import { insertAnnouncement, insertPayments, lockPayments, selectPayments, updatePayments } from "./store.ts";
import { linksOf, newPayment, noDetails, type StoredPayment } from "./stored-payment.ts";
import {
  findVirtualAccounts,
  openVirtualAccounts,
  type VirtualAccountDeps,
} from "./virtual-accounts/open-virtual-accounts.ts";

export interface PaymentsDeps extends OrderDeps, VirtualAccountDeps {
  readonly newId: NewId;
  readonly bankWork: Pick<BankWork, "enqueue" | "withdraw" | "findSent">;
}

export function createPayments(deps: PaymentsDeps): Payments {
  return {
    order: (tx, orders) => orderPayments(deps, tx, orders),
    findSent: deps.bankWork.findSent,
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
  if (!(await bankWork.withdraw(tx, scope.tenantId, [id])).has(id)) return false;
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

/** Money that its owner had received and cannot use: back in suspense, for manual review. */
export async function movePaymentsToSuspense(
  { keyRing, clock }: Pick<PaymentsDeps, "keyRing" | "clock">,
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

/** Creates the payment of a simulated incoming payment, so that the caller can read it before the bank's file. */
async function announceIncomingPayment(
  { clock, newId, keyRing }: PaymentsDeps,
  tx: Transaction,
  scope: PaymentScope,
  incomingPayment: AnnouncedIncomingPayment,
): Promise<StoredPayment> {
  const { accountId, type, amountCents, owner, senderName, reference, bankReference } = incomingPayment;
  const payment = newPayment(
    {
      id: newId<"payment">(),
      tenantId: scope.tenantId,
      network: scope.network,
      accountId,
      direction: "inbound",
      type,
      amountCents,
      status: "pending",
      owner,
      details: { ...noDetails, senderName, paymentReference: reference },
      links: linksOf(owner),
    },
    clock.now(),
  );
  await insertPayments(keyRing, tx, [payment]);
  const { network } = scope;
  await insertAnnouncement(tx, { network, bankReference, paymentId: payment.id, isAnnounced: true });
  return payment;
}
