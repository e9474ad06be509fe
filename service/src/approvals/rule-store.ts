import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { ApprovalRule } from "./rule.ts";

const columns = `id, set_by, tenant_id, operation, network, asset, above_cents, requester_role, approvals, approver_roles,
  created_at`;

// Index: approval_rules_by_tenant. There are few rules.
const findMany = statement<ApprovalRule>(`
  SELECT ${columns} FROM approval_rules
  WHERE removed_at IS NULL AND (tenant_id = $1 OR tenant_id IS NULL) ORDER BY id`);

/** The rules that apply to a tenant: its own, and the platform's. */
export function selectRules(session: Session, tenantId: TenantId): Promise<readonly ApprovalRule[]> {
  return session.rows(findMany, [tenantId]);
}

// There are few rules.
const platformRules = statement<ApprovalRule>(`
  SELECT ${columns} FROM approval_rules WHERE removed_at IS NULL AND set_by = 'platform' ORDER BY id`);

/** The rules that operators have set, oldest first. */
export function selectPlatformRules(session: Session): Promise<readonly ApprovalRule[]> {
  return session.rows(platformRules);
}

// There are few rules.
const allRules = statement<ApprovalRule>(
  `SELECT ${columns} FROM approval_rules WHERE removed_at IS NULL ORDER BY id`,
);

/** The rules of all tenants and of the platform, oldest first. */
export function selectAllRules(session: Session): Promise<readonly ApprovalRule[]> {
  return session.rows(allRules);
}

const insertOne = statement(
  `
  INSERT INTO approval_rules (id, set_by, tenant_id, operation, network, asset, above_cents, requester_role, approvals,
                              approver_roles, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text[], $11::timestamptz)`,
  { changesFacts: 3 },
);

export function insertRule(tx: Transaction, rule: ApprovalRule): void {
  tx.later(insertOne, [
    rule.id,
    rule.setBy,
    rule.tenantId,
    rule.operation,
    rule.network,
    rule.asset,
    rule.aboveCents,
    rule.requesterRole,
    rule.approvals,
    rule.approverRoles,
    formatInstant(rule.createdAt),
  ]);
}

// Primary key.
const removeOne = statement(
  `UPDATE approval_rules SET removed_at = $2::timestamptz
  WHERE id = $1 AND removed_at IS NULL AND tenant_id IS NOT DISTINCT FROM $3`,
  { changesFacts: 3 },
);

/** False if it does not exist, or no longer. */
export async function removeRule(
  tx: Transaction,
  { id, tenantId }: Pick<ApprovalRule, "id" | "tenantId">,
  now: Instant,
): Promise<boolean> {
  return (await tx.run(removeOne, [id, formatInstant(now), tenantId])) === 1;
}
