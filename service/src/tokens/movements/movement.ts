import type { FailureReason } from "../../chains/chain.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import type { AccountId, Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Asset } from "../../kernel/money.ts";

/** What an account can do with its attested tokens. */
export const movementKinds = ["transfer", "mint", "burn"] as const;
export type MovementKind = (typeof movementKinds)[number];

export type MovementId = Id<"token-movement">;

export type Movement = Transfer | Mint | Burn;

export interface Transfer extends MovementFields {
  readonly kind: "transfer";
  readonly source: CustodialLeg;
  readonly destination: Leg;
}

export interface Mint extends MovementFields {
  readonly kind: "mint";
  readonly destination: Leg;
}

export interface Burn extends MovementFields {
  readonly kind: "burn";
  readonly source: CustodialLeg;
}

interface MovementFields {
  readonly id: MovementId;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
  readonly asset: Asset;
  readonly token: MovedToken;
  readonly units: bigint;
  readonly state: MovementState;
  /** The mint on the source chain that refunds the tokens; only if the mint on the other chain failed. */
  readonly returnWorkId: string | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What chain and ledger operations need to know about the token. */
export interface MovedToken {
  readonly id: string;
  readonly issuerKeyIndex: number;
}

/**
 * The source or destination of a movement. Everything its chain operation needs is looked up at acceptance, so that
 * later steps cannot get a different result.
 */
export interface Leg {
  readonly addressId: string;
  readonly chain: ChainName;
  /** In the format of the chain. */
  readonly address: string;
  /** Index of the custodial key; undefined for an external address. */
  readonly keyIndex: number | undefined;
  readonly contract: string;
  /** The chain operation, once it has started. */
  readonly workId: string | undefined;
}

export interface CustodialLeg extends Leg {
  readonly keyIndex: number;
}

export interface MovementFailure {
  readonly reason: FailureReason;
  readonly detail: string;
}

export const movementStatuses = ["pending", "complete", "failed"] as const;
export type MovementStatus = (typeof movementStatuses)[number];

/** A chain operation in progress; `returning` mints back tokens that could not be minted on the other chain. */
export type WorkStep = "minting" | "burning" | "moving" | "returning";

export type MovementState =
  | { readonly status: "pending"; readonly step: Exclude<WorkStep, "returning"> }
  | { readonly status: "pending"; readonly step: "returning"; readonly failure: MovementFailure }
  /** The tokens are on no chain: an operator must resolve the problem before they can be refunded. */
  | { readonly status: "pending"; readonly step: "refund_failed"; readonly failure: MovementFailure }
  | { readonly status: "complete"; readonly step: "done" }
  | { readonly status: "failed"; readonly step: "done"; readonly failure: MovementFailure };

/** Between two chains, tokens are burned on one and minted on the other. */
export type Way = "mint" | "burn" | "transfer" | "bridge";

export function wayOf(movement: Movement): Way {
  if (movement.kind !== "transfer") return movement.kind;
  return movement.source.chain === movement.destination.chain ? "transfer" : "bridge";
}
