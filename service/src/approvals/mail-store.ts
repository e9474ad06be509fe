import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { ApprovalId, ApprovalStatus } from "./approval.ts";
import type { Party } from "./decide.ts";
import type { ControlledOperation } from "./rule.ts";
import type { ApprovalKey } from "./store.ts";

// Index: approvals_unmailed. Over all tenants: for the job that notifies approvers.
const unmailed = statement<ApprovalKey>(`
  SELECT tenant_id, network, id, is_of_operators FROM approvals
   WHERE status = 'pending' AND mailed_at IS NULL ORDER BY id LIMIT $1`);

export function selectUnmailed(session: Session, limit: number): Promise<readonly ApprovalKey[]> {
  return session.rows(unmailed, [limit]);
}

// Primary key.
const markMailed = statement(
  `UPDATE approvals SET mailed_at = $3::timestamptz WHERE tenant_id = $1 AND id = $2 AND mailed_at IS NULL`,
);

/** False if another node was first. */
export async function noteMailed(
  tx: Transaction,
  { tenantId, id }: Pick<ApprovalKey, "tenantId" | "id">,
  now: Instant,
): Promise<boolean> {
  return (await tx.run(markMailed, [tenantId, id, formatInstant(now)])) === 1;
}

/** The end of an approval, for its requester. */
export interface EndedApproval {
  readonly id: ApprovalId;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly operation: ControlledOperation;
  readonly status: ApprovalStatus;
  readonly requesterType: Party["type"];
  readonly requesterId: string;
  readonly isOfOperators: boolean;
}

// Index: approvals_by_id. Over all tenants: the audit log of an operator's command names none.
const ended = statement<EndedApproval>(`
  SELECT id, tenant_id, network, operation, status, requester_type, requester_id, is_of_operators
    FROM approvals WHERE id = ANY ($1::text[]) AND status <> 'pending' ORDER BY id`);

export function selectEnded(session: Session, ids: readonly string[]): Promise<readonly EndedApproval[]> {
  return session.rows(ended, [ids]);
}
