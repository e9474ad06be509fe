import type { BankReason, Id, Instant, Network, RailSystem, TenantId } from "@florin/service/sandbox-ports";

export type BankItemId = Id<"sandbox_bank_item">;

/** A payment at the bank: sent by Florin in a file, or received from a sender. */
export interface BankItem {
  readonly id: BankItemId;
  readonly network: Network;
  /** The tenant whose clock applies; undefined for the bank's own. */
  readonly tenantId: TenantId | undefined;
  readonly kind: "payment" | "return" | "incoming_payment";
  readonly system: RailSystem;
  /** From Florin's account: a credit increases the balance. */
  readonly direction: Direction;
  readonly amountCents: bigint;
  /**
   * Reference in files: the ACH trace number, the end-to-end or return id, or the bank's own for an incoming payment.
   */
  readonly reference: string;
  readonly bankReference: string | undefined;
  /** IMAD or trace number. */
  readonly clearingReference: string | undefined;
  readonly state: "waiting" | "settled" | "rejected" | "returned";
  /** What will happen when it is due. */
  readonly outcome: "settle" | "reject" | "return";
  /** For a rejection or return. */
  readonly reason: BankReason | undefined;
  readonly dueAt: Instant;
  readonly settledAt: Instant | undefined;
  readonly details: ItemDetails;
  readonly createdAt: Instant;
}

export type Direction = "credit" | "debit";

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
export interface Booking {
  readonly number: bigint;
  readonly itemId: BankItemId;
  readonly kind: "settlement" | "return";
  readonly direction: Direction;
  readonly amountCents: bigint;
  readonly bankReference: string;
  /** Its banking day. */
  readonly day: string;
  readonly bookedAt: Instant;
}

export function opposite(direction: Direction): Direction {
  return direction === "credit" ? "debit" : "credit";
}
