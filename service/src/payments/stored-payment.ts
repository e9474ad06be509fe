import type { Instant } from "../kernel/instant.ts";
import type { BankReceipt } from "../rails/bank-work.ts";
import type { Payment, PaymentId, PaymentLinks, PaymentOwnerRef } from "./payment.ts";

/** A payment with all that this room keeps of it. */
export interface StoredPayment extends Payment {
  readonly links: PaymentLinks;
  /** The bank address that is paid, or pulled from; undefined for what others sent. */
  readonly addressId: string | undefined;
  /** The code of a notification of change, if one came. */
  readonly correctionCode: string | undefined;
  /** The money is in suspense. */
  readonly hold: PaymentHold | undefined;
  /** The payment by which it goes back to its sender. */
  readonly returnId: PaymentId | undefined;
  /** What the bank said when it arrived: a return must name it. */
  readonly receipt: BankReceipt | undefined;
}

export const holdReasons = [
  /** Neither account number nor memo is anybody's. */
  "unmatched",
  /** Account number and memo are of different owners. */
  "contradictory",
  /** The sender is near somebody on the sanctions list. */
  "listed_sender",
  /** There is no name to compare with the list. */
  "unnamed_sender",
  /** The owner has no use for it. */
  "refused",
  /** It was to go back to its sender, and could not. */
  "return_failed",
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** Why a person must look at money that has arrived. */
export interface PaymentHold {
  readonly reason: HoldReason;
  /** For the operator. */
  readonly note: string | undefined;
  readonly since: Instant;
  readonly screening: SenderHit | undefined;
}

/** The list by which it is held, and the numbers of its entries. */
export interface SenderHit {
  readonly listVersion: string;
  readonly hitUids: readonly string[];
}

/** What an owner's name says about the answers of the API. */
export function linksOf({ name, subject }: PaymentOwnerRef): PaymentLinks {
  if (name === "transfers") return { transferId: subject };
  return name === "automations" ? { automationId: subject } : {};
}

/** What is not said stays as it is. */
export function withLinks(payment: StoredPayment, said: PaymentLinks): StoredPayment {
  const { transferId = payment.links.transferId, automationId = payment.links.automationId } = said;
  return { ...payment, links: { transferId, automationId } };
}
