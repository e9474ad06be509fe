import type { Transaction } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import { noDetails } from "./payment-row.ts";
import type { AnnouncedReceipt, PaymentScope } from "./payments.ts";
import { insertPayments, announceReceipt as insertReceipt } from "./store.ts";
import { linksOf, type StoredPayment } from "./stored-payment.ts";

export interface AnnounceDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
}

/** The payment that a receipt will be, so that whoever caused it can look at it before the bank's file is read. */
export async function announceReceipt(
  { clock, newId, keyRing }: AnnounceDeps,
  tx: Transaction,
  scope: PaymentScope,
  receipt: AnnouncedReceipt,
): Promise<StoredPayment> {
  const now = clock.now();
  const payment: StoredPayment = {
    id: newId<"payment">(),
    tenantId: scope.tenantId,
    network: scope.network,
    accountId: receipt.accountId,
    direction: "inbound",
    type: receipt.type,
    rail: undefined,
    amountCents: receipt.amountCents,
    status: "pending",
    owner: receipt.owner,
    reason: undefined,
    details: { ...noDetails, senderName: receipt.senderName, paymentReference: receipt.reference },
    links: linksOf(receipt.owner),
    addressId: undefined,
    correctionCode: undefined,
    hold: undefined,
    returnId: undefined,
    receipt: undefined,
    insertedAt: now,
    updatedAt: now,
  };
  await insertPayments(keyRing, tx, [payment]);
  await insertReceipt(tx, scope.network, { bankReference: receipt.bankReference, paymentId: payment.id });
  return payment;
}
