import {
  bigint,
  boolean,
  bytea,
  generated,
  integer,
  jsonb,
  numeric,
  optional,
  sealed,
  text,
  timestamptz,
} from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import type { FailureReason, FeeOffer, RoleHolder } from "./chain.ts";
import type { ChainFamily, ChainName } from "./chain-name.ts";
import type { SeedOrigin } from "./custody/store.ts";
import type { ChainWorkState } from "./engine/chain-work.ts";
import type { SubmissionState } from "./engine/submission-store.ts";
import type { KeyRole } from "./signer.ts";

export function seedContext({ network }: { readonly network: string }): string {
  return `wallet_seeds/${network}`;
}

/** Incoming token deposits to custodial addresses, of all tenants. */
export const chainDeposits = table({
  name: "chain_deposits",
  owner: "chains",
  place: "coordinator",
  key: ["network", "chain", "transactionId", "transferIndex"],
  columns: {
    network: text<Network>(),
    chain: text<ChainName>(),
    transactionId: text(),
    transferIndex: integer(),
    contract: text(),
    fromAddress: optional(text()),
    otherSenders: jsonb<readonly string[]>(),
    toAddress: text(),
    units: numeric(),
    height: numeric(),
    blockHash: text(),
    tenantId: text<TenantId>(),
    addressId: text(),
    state: text<"seen" | "final" | "credited">(),
    seenAt: timestamptz(),
    creditedAt: optional(timestamptz()),
    /** Unless one RPC node was enough. */
    quorum: optional(text<"awaited" | "confirmed">()),
    /** The scan position after which it was found. */
    scannedFromHeight: optional(numeric()),
    scannedFromHash: optional(text()),
  },
});

/** RPC nodes that reported other deposits than the others. */
export const chainNodeDisagreements = table({
  name: "chain_node_disagreements",
  owner: "chains",
  place: "coordinator",
  key: ["network", "chain", "host"],
  columns: {
    network: text<Network>(),
    chain: text<ChainName>(),
    host: text(),
    count: bigint(),
    disagreedAt: timestamptz(),
  },
});

/** Scan position of each chain for deposits. */
export const chainScanPositions = table({
  name: "chain_scan_positions",
  owner: "chains",
  place: "coordinator",
  key: ["network", "chain"],
  columns: {
    network: text<Network>(),
    chain: text<ChainName>(),
    height: numeric(),
    hash: text(),
    scannedAt: timestamptz(),
  },
});

/** Next nonce of each sender on a chain. */
export const chainSenderQueues = table({
  name: "chain_sender_queues",
  owner: "chains",
  place: "coordinator",
  key: ["network", "chain", "role", "senderIndex"],
  columns: {
    network: text<Network>(),
    chain: text<ChainName>(),
    role: text<KeyRole>(),
    senderIndex: integer(),
    nextSequence: numeric(),
  },
});

/** Transactions created for chain operations. */
export const chainSubmissions = table({
  name: "chain_submissions",
  owner: "chains",
  place: "coordinator",
  key: ["workId", "number"],
  columns: {
    workId: text(),
    number: integer(),
    network: text<Network>(),
    chain: text<ChainName>(),
    senderRole: text<KeyRole>(),
    senderIndex: integer(),
    sequence: optional(numeric()),
    isCancelTransaction: boolean(),
    state: text<SubmissionState>(),
    transactionId: optional(text()),
    bytes: optional(bytea()),
    fee: optional(jsonb<FeeOffer>()),
    expiresAtHeight: optional(numeric()),
    contract: optional(text()),
    sentAt: optional(timestamptz()),
    firstSentAt: optional(timestamptz()),
    includedHeight: optional(numeric()),
    blockHash: optional(text()),
    suspectedDroppedAt: optional(timestamptz()),
    /** The error of a node that rejected it. */
    rejected: optional(text()),
    deadBecause: optional(text()),
    createdAt: timestamptz(),
  },
});

/** Chain operations of all tenants, each executed exactly once. */
export const chainWork = table({
  name: "chain_work",
  owner: "chains",
  place: "coordinator",
  key: ["id"],
  columns: {
    /** Florin's id; also the reference on the chain, unless the operation has its own. */
    id: text(),
    network: text<Network>(),
    chain: text<ChainName>(),
    /** Undefined for the platform's own operations. */
    tenantId: optional(text<TenantId>()),
    /** Name of the ChainWorkOwner that receives the outcome. */
    owner: text(),
    /** The object it is for, such as the id of a mint. */
    subject: text(),
    operation: jsonb<object>(),
    state: text<ChainWorkState>(),
    failures: integer(),
    notBefore: timestamptz(),
    /** Since when the check has failed. */
    refusedAt: optional(timestamptz()),
    line: generated(text()),
    /** Of the transaction that took effect. */
    transactionId: optional(text()),
    failureReason: optional(text<FailureReason>()),
    failureDetail: optional(text()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Next index of custodial keys by network and family. */
export const custodyCounters = table({
  name: "custody_counters",
  owner: "chains",
  place: "coordinator",
  key: ["network", "family"],
  columns: {
    network: text<Network>(),
    family: text<ChainFamily>(),
    nextIndex: integer(),
  },
});

/** Replaced keys of the key roles, append-only. */
export const custodyKeyReplacements = table({
  name: "custody_key_replacements",
  owner: "chains",
  place: "coordinator",
  key: ["network", "family", "role", "keyIndex", "number"],
  columns: {
    network: text<Network>(),
    family: text<ChainFamily>(),
    role: text<KeyRole>(),
    keyIndex: integer(),
    number: integer(),
    address: text(),
    replacedAt: timestamptz(),
  },
});

/** Addresses of the platform keys (mint, freeze, gas and others), append-only. */
export const custodyKeyRoles = table({
  name: "custody_key_roles",
  owner: "chains",
  place: "coordinator",
  key: ["network", "family", "role", "keyIndex"],
  columns: {
    network: text<Network>(),
    family: text<ChainFamily>(),
    role: text<KeyRole>(),
    keyIndex: integer(),
    address: text(),
  },
});

/** Holders of the key roles of each token on its chain, as last read. */
export const custodyRoleHolders = table({
  name: "custody_role_holders",
  owner: "chains",
  place: "coordinator",
  key: ["network", "chain", "contract", "role"],
  columns: {
    network: text<Network>(),
    chain: text<ChainName>(),
    contract: text(),
    role: text<RoleHolder["role"]>(),
    address: optional(text()),
    isPlatform: boolean(),
    seenAt: timestamptz(),
    isExpected: boolean(),
  },
});

/** Directory of custodial addresses and their keys, append-only. */
export const custodyWallets = table({
  name: "custody_wallets",
  owner: "chains",
  place: "coordinator",
  key: ["network", "family", "keyIndex"],
  columns: {
    network: text<Network>(),
    family: text<ChainFamily>(),
    /** With the key role `custody`. */
    keyIndex: integer(),
    tenantId: text<TenantId>(),
    /** The API's address resource that this custodial address belongs to. */
    addressId: text(),
    address: text(),
  },
});

/** The seed of all keys of a network, sealed. */
export const walletSeeds = table({
  name: "wallet_seeds",
  owner: "chains",
  place: "coordinator",
  key: ["network"],
  audited: ["wallet_seed"],
  columns: {
    network: text<Network>(),
    sealed: sealed(seedContext),
    fingerprint: text(),
    origin: text<SeedOrigin>(),
    createdAt: timestamptz(),
  },
});
