import type { AddressId } from "../addresses/index.ts";
import { numeric, optional, text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import type { PaymentId } from "../payments/index.ts";
import type { WithdrawalId, WithdrawalSource, WithdrawalStatus } from "./withdrawal.ts";

/** Initial funding of a treasury on local chains and a sandbox bank. */
export const treasuryGifts = table({
  name: "treasury_gifts",
  owner: "treasury",
  place: "distributed",
  key: ["tenantId", "network", "place"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    place: text(),
    reference: text(),
    createdAt: timestamptz(),
  },
});

/** Withdrawals of USD from the treasury. */
export const treasuryWithdrawals = table({
  name: "treasury_withdrawals",
  owner: "treasury",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["treasury_withdrawal"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<WithdrawalId>(),
    /** Undefined for a withdrawal of tokens, and `units` to `transactionId` for one of dollars. */
    paymentId: optional(text<PaymentId>()),
    /** The address of the managing account that is credited. */
    addressId: text<AddressId>(),
    rail: text(),
    /** What limits count: tokens as dollars, rounded up. */
    amountCents: numeric(),
    status: text<WithdrawalStatus>(),
    /** The bank's reason code or the chain's reason, if it failed or was returned. */
    reasonCode: optional(text()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
    source: text<WithdrawalSource>(),
    valueType: text(),
    units: optional(numeric()),
    /** The treasury's address. */
    placeId: optional(text<AddressId>()),
    destination: optional(text()),
    transactionId: optional(text()),
  },
});
