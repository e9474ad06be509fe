import { get, type ResponseBody, send } from "../../api/client.ts";
import { useMaybeWorkspace, type Workspace } from "../../workspace/use-workspace.ts";

export type Rule = ResponseBody<"/console/api/approval-rules">["approval_rules"][number];

/** What a new rule says; an empty text leaves it open. */
export interface RuleDraft {
  readonly operation: Rule["operation"];
  readonly network: "" | "testnet" | "mainnet";
  readonly valueType: string;
  readonly above: string;
  readonly approvals: number;
  readonly roles: readonly string[];
}

/** The rules of this workspace or, among the pages for operators, those of the platform. */
export interface RuleSource {
  readonly key: string;
  readonly setBy: Rule["set_by"];
  readonly mayWrite: boolean;
  readonly operations: readonly Rule["operation"][];
  readonly roles: readonly string[];
  readonly list: (signal: AbortSignal) => Promise<readonly Rule[]>;
  readonly create: (draft: RuleDraft) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
}

const tenantOperations = [
  "transfer",
  "token_mint",
  "token_burn",
  "token_transfer",
  "external_address",
  "automation",
  "token_issue",
  "member",
  "credential",
  "approval_rule",
] as const satisfies readonly Rule["operation"][];

const operatorOperations = [
  "treasury_withdrawal",
  "limit",
  "fee",
  "freeze",
  "held_release",
  "suspense_decision",
  "claim_settlement",
  "bank_file",
  "operator",
  "platform_rule",
] as const satisfies readonly Rule["operation"][];

export function useRules(mayWriteAsOperator: boolean): RuleSource {
  const workspace = useMaybeWorkspace();
  return workspace === undefined ? ofPlatform(mayWriteAsOperator) : ofWorkspace(workspace);
}

function ofPlatform(mayWrite: boolean): RuleSource {
  return {
    key: "platform",
    setBy: "platform",
    mayWrite,
    operations: [...operatorOperations, ...tenantOperations],
    roles: ["admin", "compliance", "treasury", "support"],
    list: async (signal) => (await get("/console/api/approval-rules", { signal })).approval_rules,
    create: (draft) => send("post", "/console/api/approval-rules", { body: bodyOf(draft) }),
    remove: (id) =>
      send("delete", "/console/api/approval-rules/{rule_id}", { params: { path: { rule_id: id } } }),
  };
}

function ofWorkspace({ params, tenantId, network, can }: Workspace): RuleSource {
  const path = { ...params, account_id: tenantId };
  const rules = "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/approval-rules";
  return {
    key: `${tenantId} ${network}`,
    setBy: "tenant",
    mayWrite: can("approval_rules:write"),
    operations: tenantOperations,
    roles: ["admin", "developer", "application"],
    list: async (signal) => (await get(rules, { params: { path }, signal })).approval_rules,
    create: (draft) => send("post", rules, { params: { path }, body: bodyOf(draft), idempotent: true }),
    remove: (id) =>
      send("delete", `${rules}/{rule_id}`, { params: { path: { ...path, rule_id: id } }, idempotent: true }),
  };
}

// The schemas of both endpoints list what they accept; the forms offer nothing else.
function bodyOf({ operation, network, valueType, above, approvals, roles }: RuleDraft) {
  return {
    operation: operation as (typeof tenantOperations)[number],
    ...(network === "" ? {} : { network }),
    ...(valueType.trim() === "" ? {} : { value_type: valueType.trim() }),
    ...(above.trim() === "" ? {} : { above: above.trim() }),
    approvals,
    approver_roles: roles as "admin"[],
  };
}
