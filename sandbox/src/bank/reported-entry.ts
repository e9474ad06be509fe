import {
  type BankIdentity,
  formatInstant,
  type IsoParty,
  paymentSystemOf,
  type ReportedEntry,
  type ReportedTransaction,
  uetrOf,
} from "@florin/service/sandbox-ports";
import type { BankItem, Booking } from "./bank-item.ts";

/** A booking as reported in notifications and statements. */
export function reportedEntry(identity: BankIdentity, item: BankItem, booking: Booking): ReportedEntry {
  return {
    amountCents: booking.amountCents,
    currency: "USD",
    direction: booking.direction,
    isReversal: booking.kind === "return",
    status: "BOOK",
    bankReference: booking.bankReference,
    bookedAt: formatInstant(booking.bookedAt),
    transactionCode: transactionCodeOfBooking(item, booking),
    details: [reportedTransaction(identity, item, booking)],
  };
}

function transactionCodeOfBooking({ kind, system, direction }: BankItem, booking: Booking): string {
  const { transactionCodes: codes } = paymentSystemOf(system);
  const isPulled = kind === "payment" && direction === "credit";
  if (booking.kind === "return") return (isPulled ? codes.pulledBack : undefined) ?? codes.cameBack;
  switch (kind) {
    case "payment":
      return (isPulled ? codes.pulled : undefined) ?? codes.sent;
    case "incoming_payment":
      return codes.received;
    case "return":
      return codes.givenBack;
  }
}

function reportedTransaction(identity: BankIdentity, item: BankItem, booking: Booking): ReportedTransaction {
  const { details } = item;
  const ourParty = ourSide(
    identity,
    details.type === "incoming_payment" ? details.accountNumber : identity.accountNumber,
  );
  const counterparty = counterpartyOf(item);
  const isIncoming = item.direction === "credit";
  const isInMessage = paymentSystemOf(item.system).format === "iso20022";
  return {
    endToEndId: isInMessage ? item.reference : undefined,
    transactionId: isInMessage ? item.reference : undefined,
    uetr: uetrOfItem(item),
    clearingReference: item.clearingReference,
    bankReference: booking.bankReference,
    amountCents: booking.amountCents,
    debtor: isIncoming ? counterparty : ourParty,
    creditor: isIncoming ? ourParty : counterparty,
    remittance: details.type === "incoming_payment" ? details.remittance : undefined,
  };
}

/** Of an incoming message, assigned by the sender's bank. */
function uetrOfItem({ details, system, network, reference }: BankItem): string | undefined {
  if (details.type === "transfer") return details.uetr;
  const isInMessage = paymentSystemOf(system).format === "iso20022";
  return details.type === "incoming_payment" && isInMessage ? uetrOf(network, reference) : undefined;
}

function ourSide(identity: BankIdentity, accountNumber: string): IsoParty {
  return {
    ...emptyParty,
    name: identity.beneficiaryName,
    accountNumber,
    routingNumber: identity.routingNumber,
    bankName: identity.bankName,
  };
}

function counterpartyOf({ details }: BankItem): IsoParty {
  switch (details.type) {
    case "ach_entry":
      return {
        ...emptyParty,
        name: details.individualName,
        accountNumber: details.accountNumber,
        routingNumber: details.rdfi,
      };
    case "transfer":
      return {
        ...emptyParty,
        name: details.creditorName,
        accountNumber: details.creditorAccountNumber,
        routingNumber: details.creditorRoutingNumber,
      };
    case "incoming_payment":
      return {
        ...emptyParty,
        name: details.senderName,
        accountNumber: details.senderAccountNumber,
        routingNumber: details.senderRoutingNumber,
        bankName: details.senderBankName,
      };
    case "return":
      return emptyParty;
  }
}

const emptyParty: IsoParty = {
  name: undefined,
  accountNumber: undefined,
  routingNumber: undefined,
  bankName: undefined,
};
