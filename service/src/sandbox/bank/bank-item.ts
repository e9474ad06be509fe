import type { Id, Network } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { BankReason } from "../../rails/bank-work.ts";
import type { RailSystem } from "../../rails/rail.ts";

export type BankItemId = Id<"sandbox_bank_item">;

/** Something that the bank has to do with money: what we asked for in a file, or what somebody sent to us. */
export interface BankItem {
  readonly id: BankItemId;
  readonly network: Network;
  readonly kind: "payment" | "return" | "receipt";
  readonly system: RailSystem;
  /** For our account: a credit brings money in. */
  readonly direction: Direction;
  readonly amountCents: bigint;
  /** As it stands in files: the trace number in ACH, the end-to-end or return id elsewhere, the bank's own for a receipt. */
  readonly reference: string;
  readonly bankReference: string | undefined;
  /** IMAD or trace number. */
  readonly clearingReference: string | undefined;
  readonly state: "waiting" | "settled" | "rejected" | "returned";
  /** What happens when it is due. */
  readonly outcome: "settle" | "reject" | "return";
  /** Of a rejection or return. */
  readonly reason: BankReason | undefined;
  readonly dueAt: Instant;
  readonly settledAt: Instant | undefined;
  readonly details: ItemDetails;
  readonly createdAt: Instant;
}

export type Direction = "credit" | "debit";

/** What the bank has to remember to answer. Sealed at rest. */
export type ItemDetails = AchEntryDetails | TransferDetails | ReceiptDetails | ReturnDetails;

/** An entry of a Nacha file of ours, with what of its batch a return repeats. */
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

/** A transfer of a pacs.008 of ours. */
export interface TransferDetails {
  readonly type: "transfer";
  readonly messageId: string;
  readonly transactionId: string | undefined;
  readonly uetr: string | undefined;
  readonly creditorName: string | undefined;
  readonly creditorAccountNumber: string | undefined;
  readonly creditorRoutingNumber: string | undefined;
}

/** What somebody sent to one of our account numbers. */
export interface ReceiptDetails {
  readonly type: "receipt";
  readonly accountNumber: string;
  readonly senderName: string;
  readonly senderAccountNumber: string;
  readonly senderBankName: string;
  readonly senderRoutingNumber: string;
  readonly remittance: string | undefined;
}

/** A receipt that we give back. */
export interface ReturnDetails {
  readonly type: "return";
  /** The bank's reference of the receipt. */
  readonly receiptReference: string;
}

/** A movement on our account. */
export interface Booking {
  readonly number: bigint;
  readonly itemId: BankItemId;
  readonly kind: "settlement" | "return";
  readonly direction: Direction;
  readonly amountCents: bigint;
  readonly bankReference: string;
  /** The banking day that it belongs to. */
  readonly day: string;
  readonly bookedAt: Instant;
}

export function opposite(direction: Direction): Direction {
  return direction === "credit" ? "debit" : "credit";
}
