import { jsonb, numeric, optional, text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { PaymentId } from "../payments/index.ts";
import type { Burn } from "./burn-postings.ts";
import type { ClaimId, ClaimStatus, SettlementId, SettlementType } from "./claim.ts";

/** Repayments, offsets and write-offs of claims. */
export const claimSettlements = table({
  name: "claim_settlements",
  owner: "claims",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["claim"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<SettlementId>(),
    claimId: text<ClaimId>(),
    type: text<SettlementType>(),
    cents: numeric(),
    status: text<"pending" | "complete" | "failed">(),
    reason: text(),
    /** Where the money comes from, such as `payment/01J8…`, `treasury` or `wallet/01J8…/base/FUSD`. */
    source: text(),
    burn: optional(jsonb<Burn>()),
    failureReason: optional(text()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Amounts that accounts owe because a debit was returned after its money was used. */
export const claims = table({
  name: "claims",
  owner: "claims",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["claim"],
  facts: { of: "tenantId", changedBy: ["INSERT", "UPDATE", "DELETE"] },
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<ClaimId>(),
    accountId: text<AccountId>(),
    /** The bank address that was debited. */
    addressId: text(),
    transferId: text(),
    paymentId: text<PaymentId>(),
    /** The token that the debit paid for. */
    tokenId: text(),
    valueType: text(),
    returnCode: text(),
    cents: numeric(),
    remainingCents: numeric(),
    /** Part of the remaining amount whose tokens are being burned. */
    pendingCents: numeric(),
    status: text<ClaimStatus>(),
    openedAt: timestamptz(),
    closedAt: optional(timestamptz()),
    updatedAt: timestamptz(),
  },
});
