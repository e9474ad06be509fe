import type { Transaction } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import { noDetails } from "./payment-row.ts";
import type { AnnouncedIncomingPayment, PaymentScope } from "./payments.ts";
import { announceIncomingPayment as insertIncomingPayment, insertPayments } from "./store.ts";
import { linksOf, type StoredPayment } from "./stored-payment.ts";

export interface AnnounceDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
}

/** Creates the payment of a simulated incoming payment, so that the caller can read it before the bank's file. */
export async function announceIncomingPayment(
  { clock, newId, keyRing }: AnnounceDeps,
  tx: Transaction,
  scope: PaymentScope,
  incomingPayment: AnnouncedIncomingPayment,
): Promise<StoredPayment> {
  const now = clock.now();
  const payment: StoredPayment = {
    id: newId<"payment">(),
    tenantId: scope.tenantId,
    network: scope.network,
    accountId: incomingPayment.accountId,
    direction: "inbound",
    type: incomingPayment.type,
    rail: undefined,
    amountCents: incomingPayment.amountCents,
    status: "pending",
    owner: incomingPayment.owner,
    reason: undefined,
    details: {
      ...noDetails,
      senderName: incomingPayment.senderName,
      paymentReference: incomingPayment.reference,
    },
    links: linksOf(incomingPayment.owner),
    addressId: undefined,
    correctionCode: undefined,
    hold: undefined,
    returnId: undefined,
    incomingPayment: undefined,
    insertedAt: now,
    updatedAt: now,
  };
  await insertPayments(keyRing, tx, [payment]);
  await insertIncomingPayment(tx, scope.network, {
    bankReference: incomingPayment.bankReference,
    paymentId: payment.id,
  });
  return payment;
}
