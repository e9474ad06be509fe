import type { Instant } from "../kernel/instant.ts";
import type { IncomingBankPayment } from "../rails/bank-work.ts";
import type { PaymentDetails, PaymentId } from "./payment.ts";
import type { PaymentScope } from "./payments.ts";
import type { SenderCheck } from "./screen-senders.ts";
import { linksOf, type PaymentHold, type StoredPayment } from "./stored-payment.ts";
import type { Addressee } from "./virtual-accounts/address-incoming-payments.ts";
import type { OpenedAccount } from "./virtual-accounts/store.ts";

export interface IncomingPaymentFacts {
  readonly id: PaymentId;
  readonly incomingPayment: IncomingBankPayment;
  readonly addressee: Addressee;
  /** The virtual account of this tenant that the incoming payment references, if any. */
  readonly account: OpenedAccount | undefined;
  readonly sender: SenderCheck;
}

/** Creates the payment of an incoming bank payment: for the owner of its account number, or held for manual review. */
export function placeIncomingPayment(
  scope: PaymentScope,
  facts: IncomingPaymentFacts,
  now: Instant,
): StoredPayment {
  const { id, incomingPayment, account } = facts;
  return {
    id,
    tenantId: scope.tenantId,
    network: scope.network,
    accountId: account?.accountId,
    direction: "inbound",
    type: incomingPayment.system,
    rail: undefined,
    amountCents: incomingPayment.amountCents,
    status: "complete",
    owner: account?.owner,
    reason: undefined,
    details: detailsOf(incomingPayment),
    links: account === undefined ? {} : linksOf(account.owner),
    addressId: undefined,
    correctionCode: undefined,
    hold: holdOf(facts, now),
    returnId: undefined,
    incomingPayment,
    insertedAt: now,
    updatedAt: now,
  };
}

/** Most severe first: the sender, then the owner. */
function holdOf(
  { sender, addressee, account }: IncomingPaymentFacts,
  since: Instant,
): PaymentHold | undefined {
  const hold = { note: undefined, since, screening: undefined };
  switch (sender.outcome) {
    case "hit": {
      const { listVersion, hitUids } = sender;
      return { ...hold, reason: "sanctioned_sender", screening: { listVersion, hitUids } };
    }
    case "unnamed":
      return { ...hold, reason: "unnamed_sender" };
    case "clear":
      if (isContradictory(addressee)) return { ...hold, reason: "contradictory" };
      return account === undefined ? { ...hold, reason: "unmatched" } : undefined;
  }
}

function isContradictory({ byNumber, byMemo }: Addressee): boolean {
  const named = byNumber === undefined ? byMemo : [byNumber, ...byMemo];
  return new Set(named.map(({ accountNumber }) => accountNumber)).size > 1;
}

/** The account number to match; a memo counts only if the number is unknown and there is a single memo. */
export function namedNumber({ byNumber, byMemo }: Addressee): string | undefined {
  return (byNumber ?? (byMemo.length === 1 ? byMemo[0] : undefined))?.accountNumber;
}

function detailsOf(incomingPayment: IncomingBankPayment): PaymentDetails {
  return {
    receivedAt: incomingPayment.receivedAt,
    senderName: incomingPayment.senderName,
    senderBankName: incomingPayment.senderBankName,
    senderBankRoutingNumber: incomingPayment.senderBankRoutingNumber,
    paymentReference: incomingPayment.reference,
    imad: incomingPayment.imad,
    traceNumber: incomingPayment.traceNumber,
  };
}
