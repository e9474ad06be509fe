import type { AccountId, Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";

export type FeeId = Id<"transfer-fee">;

/** Flows that can have a fee. */
export const feeFlows = ["onramp", "offramp", "swap"] as const;
export type FeeFlow = (typeof feeFlows)[number];

/** A flat amount plus a share of the amount, within bounds. */
export interface FeePrice {
  readonly flatCents: bigint;
  /** 1/100 of a percent of the amount. */
  readonly basisPoints: number;
  readonly minimumCents: bigint;
  readonly maximumCents: bigint | undefined;
}

/** The scope of a fee. There is at most one fee per scope. */
export interface PricedThing {
  readonly network: Network;
  /** Undefined for all accounts of the tenant. */
  readonly accountId: AccountId | undefined;
  readonly flow: FeeFlow;
  /** A rail or a chain, as source or destination; undefined for any. */
  readonly transferType: string | undefined;
}

export interface TransferFee extends PricedThing, FeePrice {
  readonly tenantId: TenantId;
  readonly id: FeeId;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** All fees of a tenant. */
export type FeeSchedule = readonly TransferFee[];

export const mostBasisPoints = 10_000;
