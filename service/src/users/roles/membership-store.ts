import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import type { MemberRole, OperatorRole } from "./role.ts";

/** A user's access: the operator role, memberships of tenants, or both. */
export interface Membership {
  readonly operatorRole: OperatorRole | undefined;
  readonly memberships: ReadonlyMap<TenantId, MemberRole>;
}

interface MembershipRow {
  readonly operatorRole: OperatorRole | undefined;
  readonly memberships: Readonly<Record<string, MemberRole>> | undefined;
}

// By the primary key, and members_by_user.
const membership = statement<MembershipRow>(`
  SELECT console_user.operator_role,
    (SELECT jsonb_object_agg(member.tenant_id, member.role) FROM members AS member
     WHERE member.user_id = console_user.id) AS memberships
  FROM users AS console_user WHERE console_user.id = $1 AND console_user.disabled_at IS NULL`);

/** Undefined for an unknown or disabled user. */
export async function selectMembership(session: Session, userId: UserId): Promise<Membership | undefined> {
  const row = await session.first(membership, [userId]);
  if (row === undefined) return undefined;
  return {
    operatorRole: row.operatorRole,
    memberships: new Map(Object.entries(row.memberships ?? {}) as [TenantId, MemberRole][]),
  };
}
