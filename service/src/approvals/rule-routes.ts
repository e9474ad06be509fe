import Type from "typebox";
import { auditing } from "../audit/index.ts";
import type { Database } from "../db/database.ts";
import {
  type ApiRequest,
  causeOf,
  principalOf,
  type Route,
  readRoute,
  type Tag,
  writeRoute,
} from "../http/route.ts";
import { named, stated, strictObject } from "../http/schemas.ts";
import { type Network, type NewId, networks, parseId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import { amountPattern, parseAmount, positiveAmountPattern, usd } from "../kernel/money.ts";
import { orThrow, RefusalError, refuse } from "../kernel/refusal.ts";
import { ApprovalRuleSchema, presentRule, ruleExample } from "./approval-response.ts";
import { requireManagingAccount } from "./managing-account.ts";
import { type ApprovalRule, tenantApprovers, tenantOperations } from "./rule.ts";
import { insertRule, removeRule, selectRules } from "./rule-store.ts";

export interface RuleRouteDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

export const approvalTag: Tag = {
  name: "Approvals",
  description:
    "Rules that demand approvals by other users, and the operations that wait for them. An operation to which a rule " +
    "applies returns 202 and an approval; it is carried out with the last approval, and `approval.executed` says where " +
    "to find the result.",
};

/** The tenant's own rules. */
export function ruleRoutes(deps: RuleRouteDeps): readonly Route[] {
  return [listRoute(deps), createRoute(deps), removeRoute(deps)];
}

const path = "/accounts/{account_id}/approval-rules";

function listRoute(deps: RuleRouteDeps): Route {
  return readRoute(`GET ${path}`, {
    operationId: "listApprovalRules",
    tag: approvalTag,
    summary: "List the approval rules",
    description:
      "All rules that apply to the managing account and its accounts, including those of the platform. An application " +
      "sees those that apply to its network.",
    access: { scope: "approvals:read" },
    response: {
      description: "The rules, oldest first.",
      schema: named("ApprovalRuleList", Type.Object({ approval_rules: Type.Array(ApprovalRuleSchema) })),
      example: { approval_rules: [ruleExample] },
    },
    refusals: ["not_found"],
    handle: async (request) => {
      const rules = visibleRules(request, await selectRules(deps.database, requireManagingAccount(request)));
      return { status: 200, body: { approval_rules: rules.map(presentRule) } };
    },
  });
}

const maxApprovals = 5;

/** What both tenants and operators say about a rule. */
export const ruleMembers = {
  network: Type.Optional(
    Type.Enum([...networks], {
      description: "If omitted, both; for an application, that of its credentials. It sets no other rules.",
    }),
  ),
  value_type: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9]{2,12}$", description: "Any if omitted." })),
  above: Type.Optional(
    Type.String({
      pattern: amountPattern(usd.scale),
      ...stated({ pattern: positiveAmountPattern(usd.scale) }),
      description:
        "Applies above this amount in dollars, one token as one dollar; to any amount if omitted. Transfers, mints, burns, " +
        "token transfers and treasury withdrawals are added up for each destination and UTC day, whether they were " +
        "carried out or wait.",
      examples: ["10000.00"],
    }),
  ),
  approvals: Type.Integer({ minimum: 1, maximum: maxApprovals, description: "How many users must approve." }),
};

const NewRuleSchema = named(
  "CreateApprovalRuleRequest",
  strictObject({
    operation: Type.Enum([...tenantOperations]),
    ...ruleMembers,
    requester_role: Type.Optional(
      Type.Enum([...tenantApprovers], {
        description: "Applies to requests of this role; to any if omitted.",
      }),
    ),
    approver_roles: Type.Array(Type.Enum([...tenantApprovers]), {
      minItems: 1,
      uniqueItems: true,
      description: "Roles whose approvals count. `application` means applications with `approvals:write`.",
    }),
  }),
);

interface RuleInput extends Pick<ApprovalRule, "setBy" | "tenantId" | "operation" | "approvals"> {
  readonly network?: Network | undefined;
  readonly value_type?: string;
  readonly above?: string;
  readonly requester_role?: string;
  readonly approver_roles: readonly string[];
}

/** A new rule. */
export function readRule(
  { newId, clock }: Pick<RuleRouteDeps, "newId" | "clock">,
  { setBy, tenantId, operation, approvals, network, value_type, above, ...roles }: RuleInput,
): ApprovalRule {
  return {
    id: newId(),
    setBy,
    tenantId,
    operation,
    network,
    asset: value_type,
    aboveCents: above === undefined ? undefined : orThrow(parseAmount(above, usd, "/above")).units,
    requesterRole: roles.requester_role,
    approvals,
    approverRoles: roles.approver_roles,
    createdAt: clock.now(),
  };
}

function createRoute(deps: RuleRouteDeps): Route {
  return writeRoute(`POST ${path}`, {
    operationId: "createApprovalRule",
    tag: approvalTag,
    summary: "Create an approval rule",
    description:
      "Applies to requests from then on, and to those that wait. If several rules apply, all must be met. The " +
      "requester never approves, and neither does a user whose access changed recently, or who was " +
      "invited or reset by another participant.",
    access: { scope: "approval_rules:write" },
    body: {
      schema: NewRuleSchema,
      example: { operation: "transfer", above: "10000.00", approvals: 1, approver_roles: ["admin"] },
    },
    response: { status: 201, description: "The rule.", schema: ApprovalRuleSchema, example: ruleExample },
    refusals: ["not_found", "not_permitted"],
    idempotencyKey: "required",
    handle: async (tx, request) => {
      const tenantId = requireManagingAccount(request);
      const network = ruleNetworkOf(request);
      requireOwnNetwork(request, network);
      const rule = readRule(deps, { ...request.body, network, setBy: "tenant", tenantId });
      insertRule.later(tx, rule);
      await auditRule(deps, tx, { cause: causeOf(request), action: "approval_rule.create", after: rule });
      return { status: 201, body: presentRule(rule) };
    },
  });
}

function removeRoute(deps: RuleRouteDeps): Route {
  return writeRoute(`DELETE ${path}/{rule_id}`, {
    operationId: "removeApprovalRule",
    tag: approvalTag,
    summary: "Remove an approval rule",
    description:
      "Needs the approvals that the rule demands. Operations that wait for it keep waiting. An application removes rules " +
      "of its network only.",
    access: { scope: "approval_rules:write" },
    response: { status: 204, description: "The rule was removed." },
    refusals: ["not_found", "not_permitted"],
    handle: async (tx, request) => {
      const tenantId = requireManagingAccount(request);
      const id = parseId<"approval-rule">(request.params["rule_id"] ?? "");
      const rule = visibleRules(request, await selectRules(tx, tenantId)).find((each) => each.id === id);
      if (rule === undefined)
        throw new RefusalError(refuse("not_found", "there is no approval rule with this id"));
      if (rule.setBy === "platform")
        throw new RefusalError(refuse("not_permitted", "this rule was set by the platform"));
      requireOwnNetwork(request, rule.network);
      await removeRule(tx, rule, deps.clock.now());
      await auditRule(deps, tx, { cause: causeOf(request), action: "approval_rule.remove", before: rule });
      return { status: 204 };
    },
  });
}

/** The network of a new rule; undefined for both. Only a user can mean both. */
export function ruleNetworkOf(request: ApiRequest): Network | undefined {
  const { network: named } = (request.body ?? {}) as { readonly network?: Network };
  return named ?? networkOfApplication(request);
}

/** An application sees, sets and removes rules of its network only; a user confirms each change of a rule. */
function requireOwnNetwork(request: ApiRequest, network: Network | undefined): void {
  const own = networkOfApplication(request);
  if (own === undefined || own === network) return;
  const detail = `this credential is for ${own}: it changes rules of ${own} only; others are changed in the console`;
  throw new RefusalError(refuse("not_permitted", detail));
}

function visibleRules(request: ApiRequest, rules: readonly ApprovalRule[]): readonly ApprovalRule[] {
  const own = networkOfApplication(request);
  return rules.filter(({ network }) => own === undefined || network === undefined || network === own);
}

/** Undefined for a user. */
function networkOfApplication(request: ApiRequest): Network | undefined {
  const { caller, network } = principalOf(request);
  return caller.type === "application" ? network : undefined;
}

export const auditRule = auditing(
  (rule: ApprovalRule) => {
    const { above, operation, approvals, approver_roles } = presentRule(rule);
    return { operation, above, approvals, approver_roles: approver_roles.join(" ") };
  },
  ({ id, tenantId }) => ({ id, tenantId, network: undefined }),
);
