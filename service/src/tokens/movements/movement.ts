import type { FailureReason } from "../../chains/chain.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import type { AccountId, Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Asset } from "../../kernel/money.ts";

/** What an account does with tokens that it vouches for: brings them into being, moves them, destroys them. */
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
  /** The mint on the source chain that brings the tokens back; only where the mint on the other chain failed. */
  readonly returnWorkId: string | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Of the token, what its deeds on chains and in the ledger need. */
export interface MovedToken {
  readonly id: string;
  readonly issuerKeyIndex: number;
}

/**
 * One end of a movement. All that a chain must be told was looked up when the movement was accepted, so that its later
 * steps need no lookup that could end in another answer.
 */
export interface Leg {
  readonly addressId: string;
  readonly chain: ChainName;
  /** As the chain writes it. */
  readonly address: string;
  /** Of the custodial key behind the address; undefined for an external one. */
  readonly keyIndex: number | undefined;
  readonly contract: string;
  /** What is done on this leg's chain, once it has begun. */
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

/** Work that is under way on a chain; `returning` mints back what could not be minted elsewhere. */
export type WorkStep = "minting" | "burning" | "moving" | "returning";

export type MovementState =
  | { readonly status: "pending"; readonly step: Exclude<WorkStep, "returning"> }
  | { readonly status: "pending"; readonly step: "returning"; readonly failure: MovementFailure }
  /** The tokens are on no chain: a person must see to it that they can be returned. */
  | { readonly status: "pending"; readonly step: "stranded"; readonly failure: MovementFailure }
  | { readonly status: "complete"; readonly step: "done" }
  | { readonly status: "failed"; readonly step: "done"; readonly failure: MovementFailure };

/** How the tokens get where they are wanted: between two chains they are burned on one and minted on the other. */
export type Way = "mint" | "burn" | "transfer" | "bridge";

export function wayOf(movement: Movement): Way {
  if (movement.kind !== "transfer") return movement.kind;
  return movement.source.chain === movement.destination.chain ? "transfer" : "bridge";
}
