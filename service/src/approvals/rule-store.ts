import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import type { TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { ApprovalRule } from "./rule.ts";
import { approvalRules } from "./tables.ts";

// Index: approval_rules_by_tenant. There are few rules.
const findMany = statement<RowOf<typeof approvalRules>>(`
  SELECT ${approvalRules.list()} FROM approval_rules
  WHERE removed_at IS NULL AND (tenant_id = $1 OR tenant_id IS NULL) ORDER BY id`);

/** The rules that apply to a tenant: its own, and the platform's. */
export function selectRules(session: Session, tenantId: TenantId): Promise<readonly ApprovalRule[]> {
  return session.rows(findMany, [tenantId]);
}

/** The rules that operators have set, oldest first. There are few rules. */
export const selectPlatformRules = approvalRules.many({
  where: "removed_at IS NULL AND set_by = 'platform'",
  orderBy: ["id"],
});

/** The rules of all tenants and of the platform, oldest first. There are few rules. */
export const selectAllRules = approvalRules.many({ where: "removed_at IS NULL", orderBy: ["id"] });

export const insertRule = approvalRules.insert();

// Primary key.
const removeOne = statement(
  `UPDATE approval_rules SET removed_at = $2::timestamptz
  WHERE id = $1 AND removed_at IS NULL AND tenant_id IS NOT DISTINCT FROM $3`,
  { changesFacts: 3, audited: ["approval_rule"] },
);

/** False if it does not exist, or no longer. */
export async function removeRule(
  tx: Transaction,
  { id, tenantId }: Pick<ApprovalRule, "id" | "tenantId">,
  now: Instant,
): Promise<boolean> {
  return (await tx.run(removeOne, [id, formatInstant(now), tenantId])) === 1;
}
