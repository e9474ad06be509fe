import type { AccountId, Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Transfer, wholeCents } from "../transfer.ts";
import { amountPointerOf, wayOf } from "../transfer-request.ts";

export type LimitId = Id<"transfer-limit">;

/** Maximum amount per transfer and per UTC day. At least one of the two is set. */
export interface TransferLimit extends LimitedThing {
  readonly tenantId: TenantId;
  readonly id: LimitId;
  readonly perTransferCents: bigint | undefined;
  readonly dailyCents: bigint | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The scope of a limit. There is at most one limit per scope. */
export interface LimitedThing {
  readonly network: Network;
  /** Undefined for all accounts of the tenant, which then share the daily amount. */
  readonly accountId: AccountId | undefined;
  /** A rail or a chain, as source or destination; undefined for any. */
  readonly transferType: string | undefined;
}

/** A transfer to check before it is accepted. */
export interface LimitCandidate {
  readonly network: Network;
  readonly accountId: AccountId;
  /** Of the source and of the destination. */
  readonly transferTypes: readonly string[];
  readonly cents: bigint;
  /** JSON pointer to the amount in the request. */
  readonly pointer: string;
}

export function limitCandidateOf(transfer: Transfer): LimitCandidate {
  const { network, accountId, resource, units, source, destination } = transfer;
  const transferTypes = [wayOf(source), wayOf(destination)];
  return {
    network,
    accountId,
    transferTypes,
    cents: wholeCents(units),
    pointer: amountPointerOf(resource),
  };
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
