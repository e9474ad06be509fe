import type { ChainMemo } from "../chains/chain-memo.ts";
import type { ChainName } from "../chains/chain-name.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { PaymentId } from "../payments/index.ts";
import type { Purpose } from "../rails/purpose.ts";
import type { BankRail, CreditRail } from "../rails/rail.ts";

export type TransferId = Id<"transfer">;

/** Flow between two addresses: dollars to token, token to dollars, token to token, chain to chain, address to address. */
export const flows = ["onramp", "offramp", "swap", "bridge", "payout"] as const;
/** A mint has no source address, a burn no destination address. */
export type Flow = (typeof flows)[number] | "mint" | "burn";

/** The flow of a transfer between two addresses. */
export function routeFlowOf({ flow }: Pick<Transfer, "flow">): (typeof flows)[number] {
  assert(flow !== "mint" && flow !== "burn", "mints and burns are token resources");
  return flow;
}

/** What an account can do with its attested tokens: API resources of their own, next to `transfer`. */
export const tokenResources = ["token_transfer", "token_mint", "token_burn"] as const;
export type TokenResource = (typeof tokenResources)[number];
/** Their `type` among the token transactions of the API. */
export const tokenTypeOf = {
  token_transfer: "transfer",
  token_mint: "mint",
  token_burn: "burn",
} as const satisfies Record<TokenResource, string>;
/** The API resource that created a transfer, and that shows it. */
export type Resource = "transfer" | TokenResource;

/** A one-to-one transfer of value from a source to a destination. */
export interface Transfer {
  readonly id: TransferId;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
  readonly resource: Resource;
  readonly flow: Flow;
  /** In millionths, regardless of the scale of source and destination. */
  readonly units: bigint;
  /** As given in the request: USD or one of the two value types. */
  readonly currency: string;
  /** Deducted from the amount that the destination receives. */
  readonly feeCents: bigint;
  readonly source: Source;
  readonly destination: Destination;
  readonly state: TransferState;
  readonly reversal: Reversal;
  readonly note: string | undefined;
  /** What its debit or its payout is for. */
  readonly purpose: Purpose | undefined;
  /** The account whose name the bank statement shows, if not this account. */
  readonly brand: Brand | undefined;
  /** The name on the bank statement. */
  readonly statementName: string;
  readonly automationId: string | undefined;
  /** Deadline for an inbound wire; undefined otherwise. */
  readonly expiresAt: Instant | undefined;
  /** The sanctions match that held this transfer for manual review. */
  readonly hold: ComplianceHold | undefined;
  /** An outflow of an account that owes, held for manual review. */
  readonly heldForClaim: boolean;
  /** Kept if the transfer fails later. */
  readonly completedAt: Instant | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface Brand {
  readonly accountId: AccountId;
  readonly name: string;
}

export interface ComplianceHold {
  /** The side with the sanctions match. */
  readonly end: "source" | "destination";
  readonly listVersion: string;
  readonly hitUids: readonly string[];
}

export type Source = BankSource | TokenSource | Supply;
export type Destination = BankDestination | TokenDestination | Supply;

/** The supply of a token: minted tokens come from it, burned ones go to it. */
export interface Supply {
  readonly medium: "supply";
  readonly chain: ChainName;
  readonly addressId: undefined;
  readonly token: OwnToken;
}

export interface BankSource {
  readonly medium: "bank";
  /** A wire that is awaited, a debit, or the rail of a payment that was received by an automation. */
  readonly rail: BankRail;
  /** Undefined except for a debit: the sender of other payments is not known in advance. */
  readonly addressId: string | undefined;
  /** The debit that was ordered, or the payment that was received. */
  readonly paymentId: PaymentId | undefined;
}

export interface BankDestination {
  readonly medium: "bank";
  readonly rail: CreditRail;
  readonly addressId: string;
  /** Text for the beneficiary. */
  readonly reference: string | undefined;
  readonly paymentId: PaymentId | undefined;
  /** It may be sent once by another rail, if the beneficiary's bank cannot take it. */
  readonly mayFallBack: boolean;
  /** Undefined until it was sent by another rail. */
  readonly fallback: Fallback | undefined;
}

export interface Fallback {
  readonly requestedRail: CreditRail;
  /** Reason code of the rejection. */
  readonly reason: string;
}

/** Tokens are withdrawn only from custodial addresses. */
export interface TokenSource extends TokenLeg {
  readonly keyIndex: number;
}

export interface TokenDestination extends TokenLeg {
  /** Index of the custodial key; undefined for an external address. */
  readonly keyIndex: number | undefined;
  /** For the owner of an external address. */
  readonly memo?: ChainMemo | undefined;
  /** The external address as its owner gives it, if it names a customer of `address`. */
  readonly muxedAddress?: string | undefined;
}

/**
 * The source or destination on a chain. Everything its chain operation needs is looked up at acceptance, so that later
 * steps cannot get a different result.
 */
export interface TokenLeg {
  readonly medium: "chain";
  readonly chain: ChainName;
  readonly addressId: string;
  /** In the format of the chain. */
  readonly address: string;
  readonly token: TransferToken;
  /** The chain operation, once it has started, and its transaction, once it is final. */
  readonly workId: string | undefined;
  readonly transactionId: string | undefined;
}

export type TransferToken = OwnToken | ThirdPartyToken;

/** A token issued on this instance. */
export interface OwnToken {
  readonly origin: "own";
  readonly id: string;
  readonly valueType: string;
  readonly contract: string;
  readonly issuerKeyIndex: number;
  /** True if backed by dollars, false if issuer-attested. */
  readonly isBacked: boolean;
}

/** A third-party token, which the treasury exchanges. */
export interface ThirdPartyToken {
  readonly origin: "third_party";
  readonly id: string;
  readonly valueType: string;
  readonly contract: string;
  /** Treasury address for exchanges; undefined if the token only moves between holders. */
  readonly treasury: TreasuryPlace | undefined;
}

export interface TreasuryPlace {
  readonly addressId: string;
  readonly address: string;
  readonly keyIndex: number;
}

export const transferStatuses = ["pending", "complete", "failed", "canceled"] as const;
export type TransferStatus = (typeof transferStatuses)[number];

/** Statuses to filter by. Nothing has the status `processing`; clients of similar services filter by it. */
export const transferFilterStatuses = [...transferStatuses, "processing"] as const;
export type TransferFilterStatus = (typeof transferFilterStatuses)[number];

/** Statuses in lists for users: a completed transfer whose debit was returned after its money was used is `reversed`. */
export const shownStatuses = [...transferStatuses, "reversed"] as const;
export type ShownStatus = (typeof shownStatuses)[number];

/** What a pending transfer is waiting for. */
export const pendingSteps = [
  /** Manual review: a sanctions match, or an outflow of an account that owes. */
  "held",
  /** An incoming wire. */
  "awaiting_funds",
  /** A debit that was ordered. */
  "debit_pending",
  /** The source chain: burn, or transfer to the treasury. */
  "withdrawing",
  /** A transfer on a single chain. */
  "sending",
  /** The destination chain: mint, or transfer from the treasury. */
  "delivering",
  /** The payout by the bank. */
  "paying_out",
] as const;
export type PendingStep = (typeof pendingSteps)[number];

/** What remains to do for a failed transfer: refunding tokens to the source. */
export type RefundStep = "refunding" | "refund_failed" | "done";

export type TransferState =
  | { readonly status: "pending"; readonly step: PendingStep }
  | { readonly status: "complete"; readonly step: "done" }
  | { readonly status: "failed"; readonly step: RefundStep; readonly failure: TransferFailure | undefined }
  | { readonly status: "canceled"; readonly step: "done" };

/**
 * The status in the API. A token resource stays pending until its tokens are refunded; a transfer shows the refund
 * separately.
 */
export function statusOf({ resource, state }: Pick<Transfer, "resource" | "state">): TransferStatus {
  return resource !== "transfer" && state.step !== "done" ? "pending" : state.status;
}

/** The chain operation that refunds the source tokens. */
export interface Reversal {
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
  /** Rail code (R01, AC04) with its meaning, or the reason why the chain operation failed. */
  readonly code: string | undefined;
  readonly reason: string | undefined;
}

const unitsPerCent = 10_000n;

/** The amount in cents; undefined if it is not a whole number of cents. */
export function centsOf(units: bigint): bigint | undefined {
  return units % unitsPerCent === 0n ? units / unitsPerCent : undefined;
}

/** Rounded up to the next cent, for limits. */
export function wholeCents(units: bigint): bigint {
  return (units + unitsPerCent - 1n) / unitsPerCent;
}

export function unitsOf(cents: bigint): bigint {
  return cents * unitsPerCent;
}

/** The amount the destination receives, in millionths. */
export function deliveredUnits({ units, feeCents }: Pick<Transfer, "units" | "feeCents">): bigint {
  return units - unitsOf(feeCents);
}
