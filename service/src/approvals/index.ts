import type { Route } from "../http/route.ts";
import { approvalRoutes } from "./approval-routes.ts";
import { type ControlDeps, controlRoutes } from "./control-routes.ts";
import { ruleRoutes } from "./rule-routes.ts";
import { simulatedApprovalRoute } from "./simulate-approval.ts";

export { approvalStatuses } from "./approval.ts";
export { approvalEventTypes } from "./approval-events.ts";
export { ApprovalRuleSchema, ApprovalSchema, presentApproval, presentRule } from "./approval-response.ts";
export { type Decision, decisions } from "./approval-routes.ts";
export { type ControlDeps, controlRoutes, type Executors } from "./control-routes.ts";
export { findRefusal, notFound as approvalNotFound, readResult } from "./decide-approval.ts";
export { approvalMailWork, createApprovalSink } from "./mail-approvals.ts";
export { type ApprovalDeps, openRequest } from "./request-approval.ts";
export { type ApprovalRule, controlledOperations, platformApprovers } from "./rule.ts";
export { auditRule, readRule, ruleMembers } from "./rule-routes.ts";
export {
  insertRule,
  removeRule as removeStoredRule,
  selectAllRules as findAllRules,
  selectPlatformRules as findPlatformRules,
  selectRules as findRules,
} from "./rule-store.ts";
export {
  approvalList,
  approvalQueue,
  operatorApprovals,
  pendingApprovals,
  type StoredApproval,
  selectApproval as findApproval,
  selectDecisions as findDecisions,
  selectOneOfOperators as findApprovalOfOperators,
} from "./store.ts";
export { sweepApprovals } from "./sweep-approvals.ts";

/** The routes of the API with approval rules in front of the controlled ones, and those of rules and approvals. */
export function withApprovals(deps: ControlDeps, routes: readonly Route[]): readonly Route[] {
  const controlled = controlRoutes(deps, [...routes, ...ruleRoutes(deps)]);
  return [...controlled, ...approvalRoutes(deps), simulatedApprovalRoute(deps)];
}
