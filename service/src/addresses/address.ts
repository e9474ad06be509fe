import type { ChainFamily, ChainName } from "../chains/chain-name.ts";
import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { BankRail } from "../rails/rail.ts";

export type AddressId = Id<"address">;

/** A source or destination of value. An internal one is custodial: Florin holds its key. */
export type Address = InternalAddress | ExternalChainAddress | BankAddress;

export interface InternalAddress extends AddressFields, OnChain {
  readonly kind: "internal";
  /** Index of its key, in the key role `custody`. */
  readonly keyIndex: number;
  readonly purpose: AddressPurpose;
}

/** Purpose of a custodial address: an account's own use, the treasury's, or that of an automation. */
export type AddressPurpose = "customer" | "treasury" | "automation";

export interface ExternalChainAddress extends AddressFields, OnChain {
  readonly kind: "external";
  /** As given, if it names a customer of the on-chain address, which is what is screened, frozen and compared. */
  readonly muxedAddress?: string | undefined;
}

/** A bank account. Owner and number are sealed in its details. */
export interface BankAddress extends AddressFields {
  readonly kind: "external";
  readonly medium: "bank";
  readonly transferTypes: readonly BankRail[];
  /** Ownership verification; undefined if it is not linked. Debits require `verified`. */
  readonly verification: BankVerification | undefined;
  /** The return code that ended the authorization; it cannot be debited until its owner authorizes debits again. */
  readonly debitBlockCode: string | undefined;
  /** Of the prenote that tests the account; undefined if none was sent. ACH payments wait until it is accepted. */
  readonly prenote: PrenoteStatus | undefined;
}

export const prenoteStatuses = ["pending", "accepted", "returned"] as const;
export type PrenoteStatus = (typeof prenoteStatuses)[number];

export const bankVerifications = ["pending", "verified", "failed"] as const;
export type BankVerification = (typeof bankVerifications)[number];

/** Chains of one family share an address, so an address has one family and can be used on several chains. */
interface OnChain {
  readonly medium: "chain";
  readonly family: ChainFamily;
  /** In its chain's canonical form. */
  readonly onChainAddress: string;
  readonly transferTypes: readonly ChainName[];
}

export const addressKinds = ["internal", "external"] as const;
export type AddressKind = (typeof addressKinds)[number];

export const addressStatuses = ["active", "archived"] as const;
export type AddressStatus = (typeof addressStatuses)[number];

export const ownerships = ["self_owned", "customer_owned"] as const;
export type Ownership = (typeof ownerships)[number];

/** The address as its owner gives it. */
export function shownAddress(address: InternalAddress | ExternalChainAddress): string {
  return (address.kind === "external" ? address.muxedAddress : undefined) ?? address.onChainAddress;
}

interface AddressFields {
  readonly id: AddressId;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
  readonly name: string;
  /** Of an external address: whose it is, as its creator stated it. */
  readonly ownership?: Ownership | undefined;
  /** An archived address remains readable but is used for nothing new. Internal ones are always active. */
  readonly status: AddressStatus;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
