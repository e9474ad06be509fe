import type { AccountId, Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";

export type LimitId = Id<"transfer-limit">;

/** How much may be moved in one transfer, and on one day in UTC. At least one of the two is said. */
export interface TransferLimit extends LimitedThing {
  readonly tenantId: TenantId;
  readonly id: LimitId;
  readonly perTransferCents: bigint | undefined;
  readonly dailyCents: bigint | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What is limited. There is one limit for each of these. */
export interface LimitedThing {
  readonly network: Network;
  /** Undefined for all accounts of the tenant, which then share the day's amount. */
  readonly accountId: AccountId | undefined;
  /** A rail or a chain, as source or destination; undefined for any. */
  readonly transferType: string | undefined;
}

/** A transfer that somebody wants, before it is accepted. */
export interface LimitCandidate {
  readonly network: Network;
  readonly accountId: AccountId;
  /** Of the source and of the destination. */
  readonly transferTypes: readonly string[];
  readonly cents: bigint;
  /** Where the request says the amount. */
  readonly pointer: string;
}

export function isLimitedBy(
  { network, accountId, transferTypes }: Omit<LimitCandidate, "cents" | "pointer">,
  limit: LimitedThing,
): boolean {
  return (
    limit.network === network &&
    (limit.accountId === undefined || limit.accountId === accountId) &&
    (limit.transferType === undefined || transferTypes.includes(limit.transferType))
  );
}
