import type { RowOf } from "../db/table.ts";
import type { Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { claimSettlements, claims } from "./tables.ts";

export type ClaimId = Id<"claim">;

export interface ClaimScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

/** What an account owes because a debit was returned after its money was used. */
export type Claim = RowOf<typeof claims>;

/** A closed claim has the status of the settlement that closed it. */
export const claimStatuses = ["open", "repaid", "offset", "written_off"] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

export const settlementTypes = ["repay", "offset", "write_off"] as const;
export type SettlementType = (typeof settlementTypes)[number];

export type SettlementId = Id<"claim-settlement">;

/** A part of a claim that is settled, or that will be once its tokens are burned. */
export type Settlement = Omit<RowOf<typeof claimSettlements>, "burn">;

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
