import {
  type ApprovalRule,
  auditRule,
  findAllRules,
  pendingApprovals,
  removeStoredRule,
  type StoredApproval,
} from "../approvals/index.ts";
import { orNotFound } from "../kernel/refusal.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readText } from "./read-input.ts";

const maxReasonLength = 1_000;

/** What waits for approvals, of all tenants and of operators, oldest first. */
export function listPendingApprovals({ database }: AdminContext): Promise<ItemList<StoredApproval>> {
  return collectStream(pendingApprovals.stream(database, {}));
}

/** The rules of all tenants and of the platform, oldest first. */
export function listApprovalRules({ database }: AdminContext): Promise<readonly ApprovalRule[]> {
  return findAllRules(database);
}

/** Removes a rule without its approvals: for rules that no user can meet any more. */
export function removeApprovalRule(
  admin: AdminContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<ApprovalRule> {
  return admin.database.transaction(async (tx) => {
    const found = (await findAllRules(tx)).find((rule) => rule.id === id);
    const rule = orNotFound(found, "there is no approval rule with this id");
    await removeStoredRule(tx, rule, admin.clock.now());
    const more = { reason: readText("reason", reason, maxReasonLength) };
    const { cause } = admin;
    await auditRule(admin, tx, { cause, action: "approval_rule.remove", before: rule, more });
    return rule;
  });
}
