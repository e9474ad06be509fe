import { bigint, boolean, numeric, optional, sealed, text, textArray, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { BankRail, RailSystem } from "../rails/rail.ts";
import type { PaymentId, PaymentStatus, paymentDirections } from "./payment.ts";
import { reportedContext } from "./payment-row.ts";
import type { ReturnRateName } from "./return-rates/return-rate.ts";
import type { HoldReason } from "./stored-payment.ts";

/** Return rates of ACH debits over 60 days. */
export const achReturnRates = table({
  name: "ach_return_rates",
  owner: "payments",
  place: "distributed",
  key: ["tenantId", "network"],
  columns: {
    /** The platform's tenant id for all tenants together. */
    tenantId: text<TenantId>(),
    network: text<Network>(),
    /** ACH debits, and how many of them were returned. */
    entries: bigint(),
    unauthorized: bigint(),
    administrative: bigint(),
    /** Returns with any code. */
    overall: bigint(),
    exceeded: textArray<ReturnRateName>(),
    measuredAt: timestamptz(),
  },
});

/** The payment of each bank reference. */
export const incomingPayments = table({
  name: "incoming_payments",
  owner: "payments",
  place: "coordinator",
  key: ["network", "bankReference"],
  columns: {
    network: text<Network>(),
    bankReference: text(),
    paymentId: text<PaymentId>(),
    isAnnounced: boolean(),
  },
});

/** Inbound and outbound payments on the account at the bank. */
export const payments = table({
  name: "payments",
  owner: "payments",
  place: "distributed",
  key: ["tenantId", "id"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<PaymentId>(),
    /** Undefined while the account is unknown. */
    accountId: optional(text<AccountId>()),
    direction: text<(typeof paymentDirections)[number]>(),
    type: text<RailSystem>(),
    /** The rail of an order; undefined for incoming payments. */
    rail: optional(text<BankRail>()),
    amountCents: numeric(),
    status: text<PaymentStatus>(),
    ownerName: optional(text()),
    ownerSubject: optional(text()),
    transferId: optional(text()),
    automationId: optional(text()),
    /** The bank address that is credited or debited; undefined for incoming payments. */
    addressId: optional(text()),
    reasonCode: optional(text()),
    /** The code of a notification of change, if any. */
    correctionCode: optional(text()),
    sealed: sealed(reportedContext),
    heldReason: optional(text<HoldReason>()),
    heldNote: optional(text()),
    heldSince: optional(timestamptz()),
    listVersion: optional(text()),
    hitUids: textArray(),
    /** The payment that returns it to its sender. */
    returnId: optional(text<PaymentId>()),
    insertedAt: timestamptz(),
    updatedAt: timestamptz(),
    /** Incoming payments only: `payment.completed` was published, because the money was credited or matched. */
    isPublished: boolean(),
  },
});

/** The tenant of each virtual account number. */
export const virtualAccountDirectory = table({
  name: "virtual_account_directory",
  owner: "payments",
  place: "coordinator",
  key: ["network", "accountNumber"],
  columns: {
    network: text<Network>(),
    accountNumber: text(),
    memo: text(),
    tenantId: text<TenantId>(),
  },
});

/** Virtual account numbers that receive payments for their owners. */
export const virtualAccounts = table({
  name: "virtual_accounts",
  owner: "payments",
  place: "distributed",
  key: ["tenantId", "network", "ownerName", "ownerSubject"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    ownerName: text(),
    ownerSubject: text(),
    accountId: text<AccountId>(),
    accountNumber: text(),
    memo: text(),
    createdAt: timestamptz(),
  },
});
