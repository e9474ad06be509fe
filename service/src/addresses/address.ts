import type { ChainFamily, ChainName } from "../chains/chain-name.ts";
import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { BankRail } from "../rails/rail.ts";

export type AddressId = Id<"address">;

/** Where value can come from or go to. An internal one is custodial: its key is ours. */
export type Address = InternalAddress | ExternalChainAddress | BankAddress;

export interface InternalAddress extends AddressFields, OnChain {
  readonly kind: "internal";
  /** The index of its key, of the duty `custody`. */
  readonly keyIndex: number;
  readonly purpose: AddressPurpose;
}

/** What a custodial address is for: an account's own use, the treasury's, or that of an automation. */
export type AddressPurpose = "customer" | "treasury" | "automation";

export interface ExternalChainAddress extends AddressFields, OnChain {
  readonly kind: "external";
}

/** A bank account of somebody. Who and which number is sealed, and stands in its details. */
export interface BankAddress extends AddressFields {
  readonly kind: "external";
  readonly medium: "bank";
  readonly transferTypes: readonly BankRail[];
  /** How far its owner has shown that it is theirs; undefined where nobody has linked it. Debits need `verified`. */
  readonly verification: BankVerification | undefined;
}

export const bankVerifications = ["pending", "verified", "failed"] as const;
export type BankVerification = (typeof bankVerifications)[number];

/** Chains of one family share an address, so an address is of one family and may be used on several chains. */
interface OnChain {
  readonly medium: "chain";
  readonly family: ChainFamily;
  /** As its chain writes it. */
  readonly onChainAddress: string;
  readonly transferTypes: readonly ChainName[];
}

export const addressKinds = ["internal", "external"] as const;
export type AddressKind = (typeof addressKinds)[number];

export const addressStatuses = ["active", "archived"] as const;
export type AddressStatus = (typeof addressStatuses)[number];

interface AddressFields {
  readonly id: AddressId;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
  readonly name: string;
  /** An archived address stays readable and is used in nothing new. Internal ones are always active. */
  readonly status: AddressStatus;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
