import type { Instant } from "../kernel/instant.ts";
import type { BankReceipt } from "../rails/bank-work.ts";
import type { PaymentDetails, PaymentId } from "./payment.ts";
import type { PaymentScope } from "./payments.ts";
import type { SenderCheck } from "./screen-senders.ts";
import { linksOf, type PaymentHold, type StoredPayment } from "./stored-payment.ts";
import type { Addressee } from "./virtual-accounts/address-receipts.ts";
import type { OpenedAccount } from "./virtual-accounts/store.ts";

export interface ReceiptFacts {
  readonly id: PaymentId;
  readonly receipt: BankReceipt;
  readonly addressee: Addressee;
  /** The virtual account of this tenant that the receipt names, if it names one. */
  readonly account: OpenedAccount | undefined;
  readonly sender: SenderCheck;
}

/** What has arrived, as a payment: for the owner of its account number, or held for a person. */
export function placeReceipt(scope: PaymentScope, facts: ReceiptFacts, now: Instant): StoredPayment {
  const { id, receipt, account } = facts;
  return {
    id,
    tenantId: scope.tenantId,
    network: scope.network,
    accountId: account?.accountId,
    direction: "inbound",
    type: receipt.system,
    rail: undefined,
    amountCents: receipt.amountCents,
    status: "complete",
    owner: account?.owner,
    reason: undefined,
    details: detailsOf(receipt),
    links: account === undefined ? {} : linksOf(account.owner),
    addressId: undefined,
    correctionCode: undefined,
    hold: holdOf(facts, now),
    returnId: undefined,
    receipt,
    insertedAt: now,
    updatedAt: now,
  };
}

/** The gravest first: who sent it, then whose it is. */
function holdOf({ sender, addressee, account }: ReceiptFacts, since: Instant): PaymentHold | undefined {
  const hold = { note: undefined, since, screening: undefined };
  switch (sender.outcome) {
    case "hit": {
      const { listVersion, hitUids } = sender;
      return { ...hold, reason: "listed_sender", screening: { listVersion, hitUids } };
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

/** The number that a receipt is placed by; a memo counts where the number is nobody's, and if it is the only one. */
export function namedNumber({ byNumber, byMemo }: Addressee): string | undefined {
  return (byNumber ?? (byMemo.length === 1 ? byMemo[0] : undefined))?.accountNumber;
}

function detailsOf(receipt: BankReceipt): PaymentDetails {
  return {
    receivedAt: receipt.receivedAt,
    senderName: receipt.senderName,
    senderBankName: receipt.senderBankName,
    senderBankRoutingNumber: receipt.senderBankRoutingNumber,
    paymentReference: receipt.reference,
    imad: receipt.imad,
    traceNumber: receipt.traceNumber,
  };
}
