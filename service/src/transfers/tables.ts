import { boolean, integer, jsonb, numeric, optional, text, textArray, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { PaymentId } from "../payments/index.ts";
import type { FeeFlow, FeeId } from "./fees/transfer-fee.ts";
import type { LimitedOperation, LimitId } from "./limits/transfer-limit.ts";
import type {
  ComplianceHold,
  Flow,
  PendingStep,
  RefundStep,
  Resource,
  TransferFailure,
  TransferId,
  TransferStatus,
} from "./transfer.ts";
import type { StoredEnds } from "./transfer-row.ts";

/** Tenant, both networks: amounts that count toward limits, by day. */
export const limitUsage = table({
  name: "limit_usage",
  owner: "transfers",
  place: "distributed",
  key: ["tenantId", "limitId"],
  columns: {
    tenantId: text<TenantId>(),
    limitId: text<LimitId>(),
    days: jsonb<unknown>(),
  },
});

/** Fee schedule of transfers. */
export const transferFees = table({
  name: "transfer_fees",
  owner: "transfers",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["transfer_fee"],
  facts: { of: "tenantId", changedBy: ["INSERT", "UPDATE", "DELETE"] },
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<FeeId>(),
    /** Undefined for all accounts of the tenant. */
    accountId: optional(text<AccountId>()),
    flow: text<FeeFlow>(),
    /** A rail or a chain, as source or destination; undefined for any. */
    transferType: optional(text()),
    flatCents: numeric(),
    /** 1/100 of a percent of the amount. */
    basisPoints: integer(),
    minimumCents: numeric(),
    maximumCents: optional(numeric()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Limits per transfer and per day. */
export const transferLimits = table({
  name: "transfer_limits",
  owner: "transfers",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["transfer_limit"],
  facts: { of: "tenantId", changedBy: ["INSERT", "UPDATE", "DELETE"] },
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<LimitId>(),
    accountId: optional(text<AccountId>()),
    transferType: optional(text()),
    perTransferCents: optional(numeric()),
    dailyCents: optional(numeric()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
    operation: optional(text<LimitedOperation>()),
    asset: optional(text()),
    destinationAddressId: optional(text()),
    destination: optional(text()),
    thirtyDayCents: optional(numeric()),
  },
});

/** Transfers from a source to a destination. */
export const transfers = table({
  name: "transfers",
  owner: "transfers",
  place: "distributed",
  key: ["tenantId", "id"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<TransferId>(),
    accountId: text<AccountId>(),
    flow: text<Flow>(),
    units: numeric(),
    cents: numeric(),
    feeCents: numeric(),
    currency: text(),
    sourceTransferType: text(),
    sourceValueType: text(),
    sourceAddressId: optional(text()),
    sourcePaymentId: optional(text<PaymentId>()),
    sourceWorkId: optional(text()),
    sourceTransactionId: optional(text()),
    destinationTransferType: text(),
    destinationValueType: text(),
    destinationAddressId: optional(text()),
    destinationPaymentId: optional(text<PaymentId>()),
    destinationWorkId: optional(text()),
    destinationTransactionId: optional(text()),
    ends: jsonb<StoredEnds>(),
    undoWorkId: optional(text()),
    undoTransactionId: optional(text()),
    status: text<TransferStatus>(),
    step: text<PendingStep | RefundStep>(),
    failureType: optional(text<TransferFailure["type"]>()),
    failureCode: optional(text()),
    failureReason: optional(text()),
    failureAt: optional(timestamptz()),
    note: optional(text()),
    brandAccountId: optional(text<AccountId>()),
    brandName: optional(text()),
    automationId: optional(text()),
    expiresAt: optional(timestamptz()),
    holdEnd: optional(text<ComplianceHold["end"]>()),
    holdListVersion: optional(text()),
    holdUids: optional(textArray()),
    completedAt: optional(timestamptz()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
    resource: text<Resource>(),
    heldForClaim: boolean(),
    requestedTransferType: optional(text()),
    fallbackReason: optional(text()),
  },
});
