import type { RowOf } from "../db/table.ts";
import type { Id } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { payments } from "./tables.ts";

export type PaymentId = Id<"payment">;

type PaymentFields =
  | "id"
  | "tenantId"
  | "network"
  | "accountId"
  | "direction"
  | "type"
  | "rail"
  | "amountCents"
  | "status"
  | "insertedAt"
  | "updatedAt";

/** A movement of dollars to or from our bank account. A debit is inbound. */
export interface Payment extends Pick<RowOf<typeof payments>, PaymentFields> {
  /** The module that ordered or received it: the name of a PaymentOwner, and the id of its subject. */
  readonly owner: PaymentOwnerRef | undefined;
  readonly reason: PaymentReason | undefined;
  readonly details: PaymentDetails;
}

export const paymentDirections = ["inbound", "outbound"] as const;

export const paymentStatuses = ["pending", "complete", "failed", "returned"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Statuses to filter by, with those of transfers and of similar services, which no payment has. */
export const paymentFilterStatuses = [...paymentStatuses, "processing", "canceled"] as const;
export type PaymentFilterStatus = (typeof paymentFilterStatuses)[number];

export interface PaymentOwnerRef {
  readonly name: string;
  readonly subject: string;
}

/** Transfer or automation that a payment belongs to, in API responses. */
export interface PaymentLinks {
  readonly transferId?: string | undefined;
  readonly automationId?: string | undefined;
}

/** Why the bank rejected or returned it. */
export interface PaymentReason {
  readonly code: string;
  readonly text: string;
}

/** Details from the bank, as in API responses. */
export interface PaymentDetails {
  readonly receivedAt: Instant | undefined;
  readonly senderName: string | undefined;
  readonly senderBankName: string | undefined;
  readonly senderBankRoutingNumber: string | undefined;
  readonly paymentReference: string | undefined;
  readonly imad: string | undefined;
  readonly traceNumber: string | undefined;
}
