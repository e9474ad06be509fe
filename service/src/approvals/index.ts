import type { Database } from "../db/database.ts";
import type { Route } from "../http/route.ts";
import { approvalRoutes } from "./approval-routes.ts";
import { controlRoutes } from "./control-routes.ts";
import type { ApprovalDeps } from "./request-approval.ts";
import { ruleRoutes } from "./rule-routes.ts";

export { approvalEventTypes } from "./approval-events.ts";
export { ApprovalRuleSchema, presentRule } from "./approval-response.ts";
export type { ApprovalDeps } from "./request-approval.ts";
export { platformApprovers } from "./rule.ts";
export { readRule, recordRuleChange, ruleMembers } from "./rule-routes.ts";
export {
  insertRule,
  removeRule as removeStoredRule,
  selectPlatformRules as findPlatformRules,
  selectRules as findRules,
} from "./rule-store.ts";
export { selectApproval as findApproval } from "./store.ts";
export { sweepApprovals } from "./sweep-approvals.ts";

/** The routes with approval rules in front of the controlled ones, and the routes of rules and approvals themselves. */
export function withApprovals(
  deps: ApprovalDeps & {
    readonly database: Database;
    readonly config: { readonly roles: ReadonlySet<string> };
  },
  routes: readonly Route[],
): readonly Route[] {
  if (!deps.config.roles.has("api")) return routes;
  const { routes: controlled, executors } = controlRoutes(deps, [...routes, ...ruleRoutes(deps)]);
  return [...controlled, ...approvalRoutes({ ...deps, executors })];
}
