import Type, { type Static } from "typebox";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { formatInstant } from "../kernel/instant.ts";
import { type Approval, type ApprovalDecision, approvalStatuses } from "./approval.ts";
import { shownCents } from "./controls.ts";
import { type ApprovalRule, controlledOperations } from "./rule.ts";

const PartySchema = named(
  "ApprovalParty",
  Type.Object({ type: Type.Enum(["user", "application"]), id: IdSchema }),
);

export const ApprovalSchema = named(
  "Approval",
  Type.Object(
    {
      id: IdSchema,
      account_id: IdSchema,
      operation: Type.Enum([...controlledOperations]),
      status: Type.Enum([...approvalStatuses]),
      summary: Type.Record(Type.String(), Type.String(), { description: "What would be done." }),
      dollars: nullableString({
        description: "Amount in dollars, one to one; null for operations without one.",
      }),
      requested_by: PartySchema,
      demands: Type.Array(
        Type.Object({
          rule_id: IdSchema,
          set_by: Type.Enum(["tenant", "platform"]),
          approvals: Type.Integer(),
          approver_roles: Type.Array(Type.String()),
        }),
        { description: "What the rules demand. Each must be met by as many users as it says." },
      ),
      history: Type.Array(
        Type.Object({
          kind: Type.Enum(["approve", "reject", "comment"]),
          by: PartySchema,
          comment: nullableString(),
          at: DateTimeSchema,
        }),
        { description: "Oldest first." },
      ),
      outcome: Type.Union([
        Type.Null(),
        Type.Object({
          location: nullableString({ description: "URL of what was created." }),
          code: nullableString({ description: "Error code, if it was refused when it was carried out." }),
          detail: nullableString(),
        }),
      ]),
      has_result: Type.Boolean({
        description: "Whether a secret waits for the requester, who can take it once.",
      }),
      created_at: DateTimeSchema,
      updated_at: DateTimeSchema,
      expires_at: DateTimeSchema,
    },
    { description: "An operation that waits for approvals, or waited." },
  ),
);

export function presentApproval(
  approval: Approval,
  decisions: readonly ApprovalDecision[],
): Static<typeof ApprovalSchema> {
  const { outcome } = approval;
  return {
    id: approval.id,
    account_id: approval.accountId,
    operation: approval.operation,
    status: approval.status,
    summary: { ...approval.summary },
    dollars: shownCents(approval.cents),
    requested_by: { ...approval.requester },
    demands: approval.demands.map(({ id, setBy, approvals, approverRoles }) => ({
      rule_id: id,
      set_by: setBy,
      approvals,
      approver_roles: [...approverRoles],
    })),
    history: decisions.map(({ kind, by, comment, decidedAt: at }) => ({
      kind,
      by: { ...by },
      comment: comment ?? null,
      at: formatInstant(at),
    })),
    outcome:
      outcome === undefined
        ? null
        : { location: outcome.location ?? null, code: outcome.code ?? null, detail: outcome.detail ?? null },
    has_result: approval.hasResult,
    created_at: formatInstant(approval.createdAt),
    updated_at: formatInstant(approval.updatedAt),
    expires_at: formatInstant(approval.expiresAt),
  };
}

export const approvalExample: Static<typeof ApprovalSchema> = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  account_id: "01JD7Q2M8W3T5V6X9YZABCDEFH",
  operation: "transfer",
  status: "pending",
  summary: { amount: "25000.00 USD", source: "FUSD base", destination: "USD wire" },
  dollars: "25000.00",
  requested_by: { type: "application", id: "01JD7Q2M8W3T5V6X9YZABCDEFJ" },
  demands: [
    { rule_id: "01JD7Q2M8W3T5V6X9YZABCDEFK", set_by: "tenant", approvals: 1, approver_roles: ["admin"] },
  ],
  history: [],
  outcome: null,
  has_result: false,
  created_at: "2026-11-15T10:51:12.000Z",
  updated_at: "2026-11-15T10:51:12.000Z",
  expires_at: "2026-11-18T10:51:12.000Z",
};

export const ApprovalRuleSchema = named(
  "ApprovalRule",
  Type.Object({
    id: IdSchema,
    set_by: Type.Enum(["tenant", "platform"]),
    account_id: Type.Union([Type.Null(), IdSchema], {
      description: "The managing account; null for every one.",
    }),
    operation: Type.Enum([...controlledOperations]),
    network: nullableString({ description: "Null for both." }),
    value_type: nullableString({ description: "Null for any." }),
    above: nullableString({
      description:
        "Applies above this amount in dollars, for what moves value per destination and UTC day; null for any amount.",
    }),
    requester_role: nullableString({ description: "Applies to requests of this role; null for any." }),
    approvals: Type.Integer(),
    approver_roles: Type.Array(Type.String()),
    created_at: DateTimeSchema,
  }),
);

export function presentRule(rule: ApprovalRule): Static<typeof ApprovalRuleSchema> {
  return {
    id: rule.id,
    set_by: rule.setBy,
    account_id: rule.tenantId ?? null,
    operation: rule.operation,
    network: rule.network ?? null,
    value_type: rule.asset ?? null,
    above: shownCents(rule.aboveCents),
    requester_role: rule.requesterRole ?? null,
    approvals: rule.approvals,
    approver_roles: [...rule.approverRoles],
    created_at: formatInstant(rule.createdAt),
  };
}

export const ruleExample: Static<typeof ApprovalRuleSchema> = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFK",
  set_by: "tenant",
  account_id: "01JD7Q2M8W3T5V6X9YZABCDEFH",
  operation: "transfer",
  network: "mainnet",
  value_type: null,
  above: "10000.00",
  requester_role: null,
  approvals: 1,
  approver_roles: ["admin"],
  created_at: "2026-11-15T10:51:12.000Z",
};
