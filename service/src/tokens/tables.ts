import type { AddressId } from "../addresses/index.ts";
import type { FailureReason } from "../chains/chain.ts";
import type { ChainName } from "../chains/chain-name.ts";
import {
  bigint,
  boolean,
  bytea,
  integer,
  numeric,
  optional,
  smallint,
  text,
  textArray,
  timestamptz,
} from "../db/column.ts";
import { table } from "../db/table.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { DepositId } from "./deposits/token-deposit.ts";
import type { FreezeId, FreezeStatus } from "./freezes/freeze.ts";
import type { Difference, ReconciliationId } from "./reconciliation/reconciliation.ts";
import type { Month } from "./reserve-reports/month.ts";
import type { Deployment, Minting, TokenId, TokenKind, TokenStatus } from "./token.ts";

/** Differences between chains and ledger. */
export const reconciliationDifferences = table({
  name: "reconciliation_differences",
  owner: "tokens",
  place: "coordinator",
  key: ["runId", "network", "chain", "tokenId", "addressId"],
  columns: {
    runId: text<ReconciliationId>(),
    network: text<Network>(),
    chain: text<ChainName>(),
    tokenId: text<TokenId>(),
    valueType: text(),
    /** Empty for a supply. */
    addressId: text(),
    tenantId: optional(text<TenantId>()),
    chainUnits: optional(numeric()),
    ledgerUnits: numeric(),
    cause: text<Difference["cause"]>(),
    foundAt: timestamptz(),
  },
});

/** Comparisons of chains and ledger. */
export const reconciliationRuns = table({
  name: "reconciliation_runs",
  owner: "tokens",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text<ReconciliationId>(),
    startedAt: timestamptz(),
    progressedAt: timestamptz(),
    endedAt: optional(timestamptz()),
    isUnderWay: boolean(),
    comparedCount: bigint(),
    explainedCount: bigint(),
    differenceCount: bigint(),
    unverifiedCount: bigint(),
  },
});

/** Signed monthly reserve reports of tokens, append-only. */
export const reserveReports = table({
  name: "reserve_reports",
  owner: "tokens",
  place: "coordinator",
  key: ["network", "tokenId", "month"],
  audited: ["token"],
  columns: {
    network: text<Network>(),
    tokenId: text<TokenId>(),
    month: text<Month>(),
    number: integer(),
    asOf: timestamptz(),
    document: text(),
    digest: bytea(),
    createdAt: timestamptz(),
  },
});

/** Deployments of the tokens on each chain. */
export const tokenDeployments = table({
  name: "token_deployments",
  owner: "tokens",
  place: "coordinator",
  key: ["network", "tokenId", "chain"],
  audited: ["token"],
  facts: { of: "platform", changedBy: ["INSERT", "UPDATE", "DELETE"] },
  columns: {
    network: text<Network>(),
    tokenId: text<TokenId>(),
    chain: text<ChainName>(),
    status: text<Deployment["status"]>(),
    contract: optional(text()),
    workId: optional(text()),
    failureReason: optional(text<FailureReason>()),
    failureDetail: optional(text()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Incoming token deposits to custodial addresses. */
export const tokenDeposits = table({
  name: "token_deposits",
  owner: "tokens",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["deposit"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<DepositId>(),
    accountId: text<AccountId>(),
    addressId: text<AddressId>(),
    chain: text<ChainName>(),
    tokenId: text<TokenId>(),
    valueType: text(),
    scale: smallint(),
    units: numeric(),
    /** Unless the chain does not report a single sender. */
    fromAddress: optional(text()),
    transactionId: text(),
    transferIndex: integer(),
    status: text<"complete" | "held" | "released">(),
    listVersion: optional(text()),
    hitUids: textArray(),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Addresses frozen by an operator for a token on a chain. */
export const tokenFreezes = table({
  name: "token_freezes",
  owner: "tokens",
  place: "coordinator",
  key: ["network", "id"],
  audited: ["freeze"],
  facts: { of: "platform", changedBy: ["INSERT", "UPDATE", "DELETE"] },
  columns: {
    network: text<Network>(),
    id: text<FreezeId>(),
    tokenId: text<TokenId>(),
    valueType: text(),
    /** Undefined for the platform's own token. */
    tenantId: optional(text<TenantId>()),
    chain: text<ChainName>(),
    /** In the format of the chain. */
    address: text(),
    contract: text(),
    issuerKeyIndex: integer(),
    status: text<FreezeStatus>(),
    reason: text(),
    unfreezeReason: optional(text()),
    /** The chain operation of the freeze, also its on-chain reference. */
    freezeWorkId: text(),
    unfreezeWorkId: optional(text()),
    failureReason: optional(text<FailureReason>()),
    failureDetail: optional(text()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Next index of issuer keys. */
export const tokenIssuerKeys = table({
  name: "token_issuer_keys",
  owner: "tokens",
  place: "coordinator",
  key: ["network"],
  columns: {
    network: text<Network>(),
    nextIndex: integer(),
  },
});

/** Token catalog of each network. */
export const tokens = table({
  name: "tokens",
  owner: "tokens",
  place: "coordinator",
  key: ["network", "id"],
  audited: ["token"],
  facts: { of: "platform", changedBy: ["UPDATE", "DELETE"] },
  columns: {
    network: text<Network>(),
    id: text<TokenId>(),
    /** Name in requests, in the ledger and, as symbol, on the chains. Unique in its network. */
    valueType: text(),
    name: text(),
    kind: text<TokenKind>(),
    /** The currency that one token represents. */
    currency: text(),
    tenantId: optional(text<TenantId>()),
    issuerAccountId: optional(text<AccountId>()),
    isPublic: boolean(),
    authority: text<Minting["authority"]>(),
    issuerKeyIndex: optional(integer()),
    status: text<TokenStatus>(),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Tokens with a public transparency page. */
export const transparencyPages = table({
  name: "transparency_pages",
  owner: "tokens",
  place: "coordinator",
  key: ["network", "tokenId"],
  columns: {
    network: text<Network>(),
    tokenId: text<TokenId>(),
    openedAt: timestamptz(),
  },
});
