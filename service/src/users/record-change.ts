import { type AuditDeps, type AuditedFields, auditChange } from "../audit/index.ts";
import type { Session } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import type { TenantId } from "../kernel/id.ts";

/** A change of users or access. Contains no emails or names: users are identified by id. */
export interface UsersChange {
  readonly cause: Cause;
  /** `<noun>.<verb>`; the noun is the type of the target. */
  readonly action: `${"user" | "passkey" | "invitation" | "member" | "session" | "confirmation" | "scim_token" | "scim_group"}.${string}`;
  readonly id: string;
  /** The tenant it concerns; otherwise it belongs to the platform's audit log. */
  readonly tenantId?: TenantId | undefined;
  readonly before?: AuditedFields;
  readonly after?: AuditedFields;
}

/** Call it in the transaction of the change. */
export function recordChange(deps: AuditDeps, tx: Session, change: UsersChange): Promise<void> {
  const { id, tenantId, ...changed } = change;
  return auditChange(deps, tx, { ...changed, of: { tenantId, network: undefined, id } });
}
