import Type from "typebox";
import {
  ApprovalRuleSchema,
  auditRule,
  controlledOperations,
  findPlatformRules,
  insertRule,
  platformApprovers,
  presentRule,
  readRule,
  removeStoredRule,
  ruleMembers,
} from "../../approvals/index.ts";
import { causeOf } from "../../http/route.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { requireTenant } from "../../transfers/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consolePath, endpoints, readEndpoint } from "../console-route.ts";

const path = `${consolePath}/approval-rules`;

const NewRuleSchema = strictObject({
  operation: Type.Enum([...controlledOperations]),
  ...ruleMembers,
  account_id: Type.Optional(IdSchema),
  approver_roles: Type.Array(Type.Enum([...platformApprovers]), { minItems: 1, uniqueItems: true }),
});

/** Rules that operators set for one tenant or for all. */
export const approvalRuleRoutes = endpoints<ConsoleDeps>([
  readEndpoint(`GET ${path}`, {
    operationId: "listPlatformApprovalRules",
    summary: "List the approval rules of the platform",
    access: { permission: "approval_rules.read" },
    response: {
      description: "The rules, oldest first.",
      schema: named("ConsoleApprovalRules", Type.Object({ approval_rules: Type.Array(ApprovalRuleSchema) })),
    },
    handle: async (_, deps) => {
      const rules = await findPlatformRules(deps.database);
      return { approval_rules: rules.map(presentRule) };
    },
  }),
  commandEndpoint(`POST ${path}`, {
    operationId: "createPlatformApprovalRule",
    summary: "Create an approval rule of the platform",
    description: "Applies to one tenant, or to all. Operators approve.",
    access: { permission: "approval_rules.write", confirmation: "always" },
    body: { schema: NewRuleSchema },
    response: { status: 201, description: "The rule.", schema: ApprovalRuleSchema },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const { account_id: named, ...body } = request.body;
      const tenantId = named === undefined ? undefined : await requireTenant(deps.database, named);
      const rule = readRule(deps, { ...body, setBy: "platform", tenantId });
      await deps.database.transaction(async (tx) => {
        insertRule.later(tx, rule);
        await auditRule(deps, tx, { cause: causeOf(request), action: "approval_rule.create", after: rule });
      });
      return presentRule(rule);
    },
  }),
  commandEndpoint(`DELETE ${path}/{rule_id}`, {
    operationId: "removePlatformApprovalRule",
    summary: "Remove an approval rule of the platform",
    access: { permission: "approval_rules.write", confirmation: "always" },
    response: { status: 204, description: "The rule was removed." },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const id = parseId<"approval-rule">(request.params["rule_id"] ?? "");
      await deps.database.transaction(async (tx) => {
        const rule = (await findPlatformRules(tx)).find((each) => each.id === id);
        if (rule === undefined || !(await removeStoredRule(tx, rule, deps.clock.now())))
          throw new RefusalError(
            refuse("not_found", "there is no approval rule of the platform with this id"),
          );
        await auditRule(deps, tx, { cause: causeOf(request), action: "approval_rule.remove", before: rule });
      });
    },
  }),
]);
