import type { BankReason, RowOf, sandboxBankBookings, sandboxBankItems } from "@florin/service/sandbox-ports";

/** A payment at the bank: sent by Florin in a file, or received from a sender. */
export interface BankItem extends Omit<RowOf<typeof sandboxBankItems>, "sealed"> {
  /** For a rejection or return. */
  readonly reason: BankReason | undefined;
  readonly details: ItemDetails;
}

/** What the bank needs for its replies. Encrypted at rest. */
export type ItemDetails = AchEntryDetails | TransferDetails | IncomingPaymentDetails | ReturnDetails;

/** An entry of a Nacha file, with the batch fields that a return repeats. */
export interface AchEntryDetails {
  readonly type: "ach_entry";
  readonly sec: string;
  readonly companyName: string;
  readonly companyId: string;
  readonly description: string;
  readonly transactionCode: string;
  readonly rdfi: string;
  readonly accountNumber: string;
  readonly individualId: string;
  readonly individualName: string;
}

/** A transfer of a pacs.008 message. */
export interface TransferDetails {
  readonly type: "transfer";
  readonly messageId: string;
  readonly transactionId: string | undefined;
  readonly uetr: string | undefined;
  readonly creditorName: string | undefined;
  readonly creditorAccountNumber: string | undefined;
  readonly creditorRoutingNumber: string | undefined;
}

/** A payment received for one of Florin's account numbers. */
export interface IncomingPaymentDetails {
  readonly type: "incoming_payment";
  readonly accountNumber: string;
  readonly senderName: string;
  readonly senderAccountNumber: string;
  readonly senderBankName: string;
  readonly senderRoutingNumber: string;
  readonly remittance: string | undefined;
}

/** An incoming payment that Florin returns. */
export interface ReturnDetails {
  readonly type: "return";
  /** The bank's reference of the incoming payment. */
  readonly incomingPaymentReference: string;
}

/** A booking on Florin's account. */
export type Booking = Omit<RowOf<typeof sandboxBankBookings>, "network">;

export type Direction = BankItem["direction"];

export function opposite(direction: Direction): Direction {
  return direction === "credit" ? "debit" : "credit";
}
