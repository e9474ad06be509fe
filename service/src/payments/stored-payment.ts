import type { RowOf } from "../db/table.ts";
import type { Instant } from "../kernel/instant.ts";
import type { IncomingBankPayment } from "../rails/bank-work.ts";
import type { Payment, PaymentDetails, PaymentLinks, PaymentOwnerRef, PaymentStatus } from "./payment.ts";
import type { payments } from "./tables.ts";

type InternalFields = "addressId" | "correctionCode" | "returnId" | "isPublished";

/** A payment with all its internal fields. */
export interface StoredPayment extends Payment, Pick<RowOf<typeof payments>, InternalFields> {
  readonly links: PaymentLinks;
  /** The money is in suspense. */
  readonly hold: PaymentHold | undefined;
  /** The bank's data of the incoming payment, which a return must reference. */
  readonly incomingPayment: IncomingBankPayment | undefined;
}

/** The status in the API: an incoming payment is pending until it is credited, although the bank has its money. */
export function shownStatus(payment: StoredPayment): PaymentStatus {
  return isAwaitingDecision(payment) ? "pending" : payment.status;
}

export function isAwaitingDecision({ hold, incomingPayment, isPublished, status }: StoredPayment): boolean {
  return status === "complete" && hold !== undefined && incomingPayment !== undefined && !isPublished;
}

/** A new payment with the given fields, and without the others. */
export function newPayment(
  given: Omit<StoredPayment, Later> & Partial<Pick<StoredPayment, Later>>,
  now: Instant,
): StoredPayment {
  return { ...withoutDetails, insertedAt: now, updatedAt: now, ...given };
}

type Later = keyof typeof withoutDetails | "insertedAt" | "updatedAt";

export const noDetails: PaymentDetails = {
  receivedAt: undefined,
  senderName: undefined,
  senderBankName: undefined,
  senderBankRoutingNumber: undefined,
  paymentReference: undefined,
  imad: undefined,
  traceNumber: undefined,
};

const withoutDetails = {
  rail: undefined,
  owner: undefined,
  reason: undefined,
  details: noDetails,
  addressId: undefined,
  correctionCode: undefined,
  hold: undefined,
  returnId: undefined,
  incomingPayment: undefined,
  isPublished: false,
};

export const holdReasons = [
  /** Neither account number nor memo is known. */
  "unmatched",
  /** Account number and memo have different owners. */
  "contradictory",
  /** The sender matches a sanctions list entry. */
  "sanctioned_sender",
  /** There is no name to screen. */
  "unnamed_sender",
  /** The transfer expects another amount. */
  "amount_mismatch",
  /** The owner cannot use it. */
  "refused",
  /** The return to the sender failed. */
  "return_failed",
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** Why an incoming payment needs manual review. */
export interface PaymentHold {
  readonly reason: HoldReason;
  /** For the operator. */
  readonly note: string | undefined;
  readonly since: Instant;
  readonly screening: SenderHit | undefined;
}

/** The list version and the matched sanctions list entries. */
export interface SenderHit {
  readonly listVersion: string;
  readonly hitUids: readonly string[];
}

/** Links implied by the owner, in API responses. */
export function linksOf({ name, subject }: PaymentOwnerRef): PaymentLinks {
  if (name === "transfers") return { transferId: subject };
  return name === "automations" ? { automationId: subject } : {};
}

/** Links that are not given stay unchanged. */
export function withLinks(payment: StoredPayment, said: PaymentLinks): StoredPayment {
  const { transferId = payment.links.transferId, automationId = payment.links.automationId } = said;
  return { ...payment, links: { transferId, automationId } };
}
