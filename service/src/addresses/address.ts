import type { ChainFamily, ChainName } from "../chains/chain-name.ts";
import type { RowOf } from "../db/table.ts";
import type { Id } from "../kernel/id.ts";
import type { BankRail } from "../rails/rail.ts";
import type { addresses } from "./tables.ts";

export type AddressId = Id<"address">;

export type AddressRow = RowOf<typeof addresses>;

/** A source or destination of value. An internal one is custodial: Florin holds its key. */
export type Address = InternalAddress | ExternalChainAddress | BankAddress;

export interface InternalAddress extends AddressFields, OnChain {
  readonly kind: "internal";
  readonly keyIndex: number;
  readonly purpose: AddressPurpose;
}

/** Purpose of a custodial address: an account's own use, the treasury's, or that of an automation. */
export type AddressPurpose = "customer" | "treasury" | "automation";

export interface ExternalChainAddress extends AddressFields, OnChain {
  readonly kind: "external";
  readonly muxedAddress?: string | undefined;
}

/** A bank account. Owner and number are sealed in its details. */
export interface BankAddress
  extends AddressFields,
    Pick<AddressRow, "verification" | "debitBlockCode" | "prenote"> {
  readonly kind: "external";
  readonly medium: "bank";
  readonly transferTypes: readonly BankRail[];
}

export const prenoteStatuses = ["pending", "accepted", "returned"] as const;
export type PrenoteStatus = (typeof prenoteStatuses)[number];

export const bankVerifications = ["pending", "verified", "failed"] as const;
export type BankVerification = (typeof bankVerifications)[number];

/** Chains of one family share an address, so an address has one family and can be used on several chains. */
interface OnChain {
  readonly medium: "chain";
  readonly family: ChainFamily;
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

interface AddressFields
  extends Pick<
    AddressRow,
    "id" | "tenantId" | "network" | "accountId" | "name" | "status" | "createdAt" | "updatedAt"
  > {
  readonly ownership?: AddressRow["ownership"];
}
