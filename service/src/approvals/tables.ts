import {
  boolean,
  date,
  jsonb,
  numeric,
  optional,
  sealed,
  smallint,
  text,
  textArray,
  timestamptz,
} from "../db/column.ts";
import { table } from "../db/table.ts";
import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { ApprovalId, ApprovalStatus, Outcome, StoredFacts } from "./approval.ts";
import type { Party } from "./decide.ts";
import type { ApprovalRuleId, ControlledOperation, Demand } from "./rule.ts";

export function requestContext({ id }: { readonly id: string }): string {
  return `approvals/${id}`;
}

export function resultContext({ id }: { readonly id: string }): string {
  return `approvals/${id}/result`;
}

/** Decisions on operations that wait for approvals. */
export const approvalDecisions = table({
  name: "approval_decisions",
  owner: "approvals",
  place: "distributed",
  key: ["tenantId", "approvalId", "id"],
  audited: ["approval"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    approvalId: text(),
    id: text<Id<"approval-decision">>(),
    kind: text<"comment" | "approve" | "reject">(),
    actorType: text<Party["type"]>(),
    actorId: text(),
    comment: optional(text()),
    decidedAt: timestamptz(),
  },
});

/** Rules that demand approvals. */
export const approvalRules = table({
  name: "approval_rules",
  owner: "approvals",
  place: "coordinator",
  key: ["id"],
  audited: ["approval_rule"],
  facts: { of: "tenantId", changedBy: ["INSERT", "UPDATE", "DELETE"] },
  columns: {
    id: text<ApprovalRuleId>(),
    setBy: text<"tenant" | "platform">(),
    /** Undefined for every tenant. */
    tenantId: optional(text<TenantId>()),
    operation: text<ControlledOperation>(),
    network: optional(text<Network>()),
    asset: optional(text()),
    /** Applies if the operations of a UTC day for one destination exceed this amount; undefined for any amount. */
    aboveCents: optional(numeric()),
    /** Applies to requests of this role; undefined for any. */
    requesterRole: optional(text()),
    approvals: smallint(),
    approverRoles: textArray(),
    createdAt: timestamptz(),
    removedAt: optional(timestamptz()),
  },
});

/** Amounts that count toward approval rules, by destination and day. */
export const approvalUsage = table({
  name: "approval_usage",
  owner: "approvals",
  place: "distributed",
  key: ["tenantId", "ruleId", "network", "destination"],
  columns: {
    tenantId: text<TenantId>(),
    ruleId: text<ApprovalRuleId>(),
    network: text<Network>(),
    destination: text(),
    day: date(),
    cents: numeric(),
  },
});

/** Operations that wait for approvals. */
export const approvals = table({
  name: "approvals",
  owner: "approvals",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["approval"],
  columns: {
    tenantId: text<TenantId>(),
    /** Of the workspace in which it was requested. */
    network: text<Network>(),
    id: text<ApprovalId>(),
    accountId: text<AccountId>(),
    operation: text<ControlledOperation>(),
    /** The operation id of the endpoint that carries it out. */
    endpoint: text(),
    /** Sealed. */
    request: sealed(requestContext),
    /** What approvers see. */
    summary: jsonb<Readonly<Record<string, string>>>(),
    cents: optional(numeric()),
    requesterType: text<Party["type"]>(),
    requesterId: text(),
    requesterRole: text(),
    demands: jsonb<readonly Demand[]>(),
    status: text<ApprovalStatus>(),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
    expiresAt: timestamptz(),
    outcome: optional(jsonb<Outcome>()),
    /** A command of an operator, which tenants do not see. */
    isOfOperators: boolean(),
    /** Sealed, until the requester takes it. */
    result: optional(sealed(resultContext)),
    mailedAt: optional(timestamptz()),
    /** What rules look at, besides the columns. */
    facts: jsonb<StoredFacts>(),
  },
});
