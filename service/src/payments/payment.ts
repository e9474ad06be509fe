import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { BankRail, RailSystem } from "../rails/rail.ts";

export type PaymentId = Id<"payment">;

/** A movement of dollars to or from our bank account. A debit is inbound. */
export interface Payment {
  readonly id: PaymentId;
  readonly tenantId: TenantId;
  readonly network: Network;
  /** Undefined while the account is unknown. */
  readonly accountId: AccountId | undefined;
  readonly direction: (typeof paymentDirections)[number];
  readonly type: RailSystem;
  /** The rail of an order; undefined for incoming payments. */
  readonly rail: BankRail | undefined;
  readonly amountCents: bigint;
  readonly status: PaymentStatus;
  /** The module that ordered or received it: the name of a PaymentOwner, and the id of its subject. */
  readonly owner: PaymentOwnerRef | undefined;
  readonly reason: PaymentReason | undefined;
  readonly details: PaymentDetails;
  readonly insertedAt: Instant;
  readonly updatedAt: Instant;
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
