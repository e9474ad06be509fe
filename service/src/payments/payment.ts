import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { BankRail, RailSystem } from "../rails/rail.ts";

export type PaymentId = Id<"payment">;

/** Dollars that came to our account at the bank, or left it. A debit brings them in. */
export interface Payment {
  readonly id: PaymentId;
  readonly tenantId: TenantId;
  readonly network: Network;
  /** Undefined while nobody knows whose money it is. */
  readonly accountId: AccountId | undefined;
  readonly direction: (typeof paymentDirections)[number];
  readonly type: RailSystem;
  /** The rail that we chose; undefined for what others sent. */
  readonly rail: BankRail | undefined;
  readonly amountCents: bigint;
  readonly status: PaymentStatus;
  /** Who ordered it or took it: the name of a PaymentOwner, and what it is for them. */
  readonly owner: PaymentOwnerRef | undefined;
  readonly reason: PaymentReason | undefined;
  readonly details: PaymentDetails;
  readonly insertedAt: Instant;
  readonly updatedAt: Instant;
}

export const paymentDirections = ["inbound", "outbound"] as const;

export const paymentStatuses = ["pending", "complete", "failed", "returned"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export interface PaymentOwnerRef {
  readonly name: string;
  readonly subject: string;
}

/** What a payment belongs to, as the answers of the API tell it. */
export interface PaymentLinks {
  readonly transferId?: string | undefined;
  readonly automationId?: string | undefined;
}

/** Why the bank rejected or returned it. */
export interface PaymentReason {
  readonly code: string;
  readonly text: string;
}

/** What the bank told of it; as in the answers of the API. */
export interface PaymentDetails {
  readonly receivedAt: Instant | undefined;
  readonly senderName: string | undefined;
  readonly senderBankName: string | undefined;
  readonly senderBankRoutingNumber: string | undefined;
  readonly paymentReference: string | undefined;
  readonly imad: string | undefined;
  readonly traceNumber: string | undefined;
}
