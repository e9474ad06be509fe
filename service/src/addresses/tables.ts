import type { ChainFamily } from "../chains/chain-name.ts";
import { boolean, bytea, integer, optional, sealed, text, textArray, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type {
  AddressId,
  AddressKind,
  AddressPurpose,
  AddressStatus,
  BankVerification,
  Ownership,
  PrenoteStatus,
} from "./address.ts";
import type { ProviderName } from "./bank-links/bank-link.ts";
import type { LinkSessionId } from "./bank-links/link-session.ts";
import type { TransferType } from "./transfer-type.ts";

export function bankDetailsContext({
  tenantId,
  addressId,
}: {
  readonly tenantId: string;
  readonly addressId: string;
}): string {
  return `bank_details/${tenantId}/${addressId}`;
}

export function pickedContext({ tenantId, id }: { readonly tenantId: string; readonly id: string }): string {
  return `bank_link_sessions/${tenantId}/${id}`;
}

/** Custodial and external addresses of accounts, on chains and at banks. */
export const addresses = table({
  name: "addresses",
  owner: "addresses",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["address"],
  facts: { of: "tenantId", changedBy: ["UPDATE", "DELETE"] },
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<AddressId>(),
    accountId: text<AccountId>(),
    kind: text<AddressKind>(),
    medium: text<"bank" | "chain">(),
    name: text(),
    /** An archived address remains readable but is used for nothing new. Internal ones are always active. */
    status: text<AddressStatus>(),
    transferTypes: textArray<TransferType>(),
    family: optional(text<ChainFamily>()),
    /** In its chain's canonical form. */
    onChainAddress: optional(text()),
    /** Of a custodial address, in the key role `custody`. */
    keyIndex: optional(integer()),
    purpose: text<AddressPurpose>(),
    /** Of the ownership of a bank account; undefined if it is not linked. Debits require `verified`. */
    verification: optional(text<BankVerification>()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
    /** The return code that ended the authorization; it cannot be debited until its owner authorizes debits again. */
    debitBlockCode: optional(text()),
    /** Of the prenote that tests the account; undefined if none was sent. ACH payments wait until it is accepted. */
    prenote: optional(text<PrenoteStatus>()),
    /** As given, if it names a customer of the on-chain address, which is what is screened, frozen and compared. */
    muxedAddress: optional(text()),
    /** Of an external address: whose it is, as its creator stated it. */
    ownership: optional(text<Ownership>()),
  },
});

/** Sealed owners and account numbers of external bank accounts. */
export const bankDetails = table({
  name: "bank_details",
  owner: "addresses",
  place: "distributed",
  key: ["tenantId", "addressId"],
  audited: ["address"],
  facts: { of: "tenantId", changedBy: ["UPDATE", "DELETE"] },
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    addressId: text<AddressId>(),
    sealed: sealed(bankDetailsContext),
    numberIndex: bytea(),
    /** The owner must check the details. */
    needsUpdate: boolean(),
  },
});

/** Link tokens and public tokens of bank links in progress. */
export const bankLinkSessions = table({
  name: "bank_link_sessions",
  owner: "addresses",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["bank_link_session"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<LinkSessionId>(),
    accountId: text<AccountId>(),
    /** The address whose link is renewed; undefined for a first link. */
    renewsAddressId: optional(text<AddressId>()),
    state: text<"picked" | "opened" | "registered">(),
    linkDigest: bytea(),
    linkExpiresAt: timestamptz(),
    publicDigest: optional(bytea()),
    publicExpiresAt: optional(timestamptz()),
    /** Data for the provider's page, if the application sent some; then the picked account, until it is registered. */
    sealed: optional(sealed(pickedContext)),
    createdAt: timestamptz(),
    callbackDigest: optional(bytea()),
  },
});

/** Ownership verification of linked bank accounts. */
export const bankLinks = table({
  name: "bank_links",
  owner: "addresses",
  place: "distributed",
  key: ["tenantId", "addressId"],
  audited: ["address", "bank_link_session"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    addressId: text<AddressId>(),
    accountId: text<AccountId>(),
    provider: text<ProviderName>(),
    /** The customer's webhook URL for this bank account. */
    customerWebhookUrl: optional(text()),
    /** Blind index of the two amounts. */
    amountsDigest: optional(bytea()),
    triesLeft: optional(integer()),
    begunAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});
