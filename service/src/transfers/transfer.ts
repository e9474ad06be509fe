import type { ChainName } from "../chains/chain-name.ts";
import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { PaymentId } from "../payments/index.ts";
import type { BankRail } from "../rails/rail.ts";

export type TransferId = Id<"transfer">;

/** What a transfer is, by its ends: dollars in, dollars out, one token for another, to another chain, to another address. */
export const flows = ["onramp", "offramp", "swap", "bridge", "payout"] as const;
export type Flow = (typeof flows)[number];

/** Value on its way from a source to a destination, one to one. */
export interface Transfer {
  readonly id: TransferId;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
  readonly flow: Flow;
  /** Millionths, whatever the ends count in. */
  readonly units: bigint;
  /** As the request named it: the dollar or one of the two value types. */
  readonly currency: string;
  /** What the service keeps of it; the destination gets so much less. */
  readonly feeCents: bigint;
  readonly source: Source;
  readonly destination: Destination;
  readonly state: TransferState;
  readonly undoing: Undoing;
  readonly note: string | undefined;
  /** Whose name the other bank shows, where it is not the account's own. */
  readonly brand: Brand | undefined;
  /** The name that the other bank shows. */
  readonly statementName: string;
  readonly automationId: string | undefined;
  /** Until when money is waited for; only with an inbound wire. */
  readonly expiresAt: Instant | undefined;
  /** Why a person had to look at it, or has to. */
  readonly hold: ComplianceHold | undefined;
  /** Stays when it fails after that. */
  readonly completedAt: Instant | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface Brand {
  readonly accountId: AccountId;
  readonly name: string;
}

export interface ComplianceHold {
  /** Which end is on the sanctions list. */
  readonly end: "source" | "destination";
  readonly listVersion: string;
  readonly hitUids: readonly string[];
}

export type Source = BankSource | TokenSource;
export type Destination = BankDestination | TokenDestination;

export interface BankSource {
  readonly medium: "bank";
  readonly rail: "wire" | "ach_debit" | "same_day_ach_debit";
  /** Undefined for a wire: whoever sends it is not known before. */
  readonly addressId: string | undefined;
  /** The debit that was ordered, or the payment that came. */
  readonly paymentId: PaymentId | undefined;
}

export interface BankDestination {
  readonly medium: "bank";
  readonly rail: Exclude<BankRail, "ach_debit" | "same_day_ach_debit">;
  readonly addressId: string;
  readonly memo: string | undefined;
  readonly paymentId: PaymentId | undefined;
}

/** Tokens are taken from addresses whose key is ours. */
export interface TokenSource extends TokenLeg {
  readonly keyIndex: number;
}

export interface TokenDestination extends TokenLeg {
  /** Of the custodial key behind the address; undefined for an external one. */
  readonly keyIndex: number | undefined;
}

/**
 * One end on a chain. All that a chain must be told was looked up when the transfer was accepted, so that its later steps
 * need no lookup that could end in another answer.
 */
interface TokenLeg {
  readonly medium: "chain";
  readonly chain: ChainName;
  readonly addressId: string;
  /** As the chain writes it. */
  readonly address: string;
  readonly token: TransferToken;
  /** What is done on this end's chain, once it has begun, and where it stands on the chain, once it is done. */
  readonly workId: string | undefined;
  readonly transactionId: string | undefined;
}

export type TransferToken = OwnToken | ThirdPartyToken;

/** One that the platform mints and burns. */
export interface OwnToken {
  readonly origin: "own";
  readonly id: string;
  readonly valueType: string;
  readonly contract: string;
  readonly issuerKeyIndex: number;
  /** Dollars stand behind it, or only the word of its issuer. */
  readonly isBacked: boolean;
}

/** One of somebody else, which the treasury takes and gives. */
export interface ThirdPartyToken {
  readonly origin: "third_party";
  readonly id: string;
  readonly valueType: string;
  readonly contract: string;
  /** Where it is taken and given; undefined where it only moves from one holder to another. */
  readonly treasury: TreasuryPlace | undefined;
}

export interface TreasuryPlace {
  readonly addressId: string;
  readonly address: string;
  readonly keyIndex: number;
}

export const transferStatuses = ["pending", "complete", "failed", "canceled"] as const;
export type TransferStatus = (typeof transferStatuses)[number];

/** What a pending transfer waits for. */
export const pendingSteps = [
  /** A person, because an end of it is on the sanctions list. */
  "held",
  /** A wire from outside. */
  "awaiting",
  /** A debit that was ordered. */
  "collecting",
  /** The source's chain: burning, or taking into the treasury. */
  "taking",
  /** The one chain that it stays on. */
  "moving",
  /** The destination's chain: minting, or giving from the treasury. */
  "giving",
  /** The bank that pays out. */
  "paying",
] as const;
export type PendingStep = (typeof pendingSteps)[number];

/** What is still to be put right of a transfer that has failed: tokens go back to where they came from. */
export type UndoingStep = "restoring" | "stranded" | "done";

export type TransferState =
  | { readonly status: "pending"; readonly step: PendingStep }
  | { readonly status: "complete"; readonly step: "done" }
  | { readonly status: "failed"; readonly step: UndoingStep; readonly failure: TransferFailure | undefined }
  | { readonly status: "canceled"; readonly step: "done" };

/** The work that brings the source's tokens back. */
export interface Undoing {
  readonly workId: string | undefined;
  readonly transactionId: string | undefined;
}

export const failureTypes = [
  "ach_return",
  "wire_return",
  "rail_rejected",
  "chain_failed",
  "compliance_rejected",
  "insufficient_funds",
] as const;

export interface TransferFailure {
  readonly type: (typeof failureTypes)[number];
  readonly occurredAt: Instant;
  /** A code of the rail, such as R01 or AC04, and what it means; or why the chain did not do it. */
  readonly code: string | undefined;
  readonly reason: string | undefined;
}

const unitsPerCent = 10_000n;

/** The same value in cents; undefined when it is no whole number of them. */
export function centsOf(units: bigint): bigint | undefined {
  return units % unitsPerCent === 0n ? units / unitsPerCent : undefined;
}

export function unitsOf(cents: bigint): bigint {
  return cents * unitsPerCent;
}

/** What arrives, in millionths. */
export function deliveredUnits({ units, feeCents }: Pick<Transfer, "units" | "feeCents">): bigint {
  return units - unitsOf(feeCents);
}
