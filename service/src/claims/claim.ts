import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { PaymentId } from "../payments/index.ts";

export type ClaimId = Id<"claim">;

export interface ClaimScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

/** What an account owes because a debit was returned after its money was used. */
export interface Claim extends ClaimScope {
  readonly id: ClaimId;
  readonly accountId: AccountId;
  /** The bank address that was debited. */
  readonly addressId: string;
  readonly transferId: string;
  readonly paymentId: PaymentId;
  /** The token that the debit paid for. */
  readonly tokenId: string;
  readonly valueType: string;
  readonly returnCode: string;
  readonly cents: bigint;
  readonly remainingCents: bigint;
  /** Part of the remaining amount whose tokens are being burned. */
  readonly pendingCents: bigint;
  readonly status: ClaimStatus;
  readonly openedAt: Instant;
  readonly closedAt: Instant | undefined;
  readonly updatedAt: Instant;
}

/** A closed claim has the status of the settlement that closed it. */
export const claimStatuses = ["open", "repaid", "offset", "written_off"] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

export const settlementTypes = ["repay", "offset", "write_off"] as const;
export type SettlementType = (typeof settlementTypes)[number];

export type SettlementId = Id<"claim-settlement">;

/** A part of a claim that is settled, or that will be once its tokens are burned. */
export interface Settlement extends ClaimScope {
  readonly id: SettlementId;
  readonly claimId: ClaimId;
  readonly type: SettlementType;
  readonly cents: bigint;
  readonly status: "pending" | "complete" | "failed";
  readonly reason: string;
  /** Where the money comes from, such as `payment/01J8…`, `treasury` or `wallet/01J8…/base/FUSD`. */
  readonly source: string;
  readonly failureReason: string | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const statusAfter = {
  repay: "repaid",
  offset: "offset",
  write_off: "written_off",
} as const satisfies Record<SettlementType, ClaimStatus>;

/** The claim after a part of it was settled. */
export function settled(
  claim: Claim,
  { type, cents }: Pick<Settlement, "type" | "cents">,
  now: Instant,
): Claim {
  const remainingCents = claim.remainingCents - cents;
  const isClosed = remainingCents === 0n;
  return {
    ...claim,
    remainingCents,
    status: isClosed ? statusAfter[type] : "open",
    closedAt: isClosed ? now : undefined,
    updatedAt: now,
  };
}
