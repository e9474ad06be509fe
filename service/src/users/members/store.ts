import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { MemberRole, OperatorRole } from "../roles/role.ts";
import { members } from "../tables.ts";

/** A member of a managing account. */
export type Member = RowOf<typeof members>;

/** False if the user is already a member. */
export const insertMember = members.insert({ onConflict: "DO NOTHING" });

export type MemberKey = Pick<Member, "tenantId" | "userId">;

export const lockMember = members.one({ by: ["tenantId", "userId"], lock: "UPDATE" });

// By the primary key. Ordered, so that concurrent transactions lock in the same order.
const lockAdmins = statement<{ readonly userId: UserId }>(`
  SELECT member.user_id FROM members AS member JOIN users AS console_user ON console_user.id = member.user_id
  WHERE member.tenant_id = $1 AND member.role = 'admin' AND console_user.disabled_at IS NULL
  ORDER BY member.user_id FOR UPDATE OF member`);

/** Locks the active admins of a tenant until this transaction ends. */
export async function lockTenantAdmins(tx: Transaction, tenantId: TenantId): Promise<readonly UserId[]> {
  return (await tx.rows(lockAdmins, [tenantId])).map(({ userId }) => userId);
}

export const updateMemberRole = members.update({ by: ["tenantId", "userId"], set: ["role"] });

export const deleteMember = members.remove({ by: ["tenantId", "userId"] });

/** The user's memberships. Index: members_by_user. */
export const selectMemberships = members.many({ by: ["userId"], orderBy: ["tenantId"], limit: 1000 });

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

// By the primary key, and members_by_user.
const findOthers = statement<{ readonly id: UserId }>(`
  SELECT console_user.id FROM users AS console_user
  WHERE console_user.id = ANY ($2::text[]) AND (console_user.operator_role IS NOT NULL OR EXISTS (
    SELECT FROM members AS member WHERE member.user_id = console_user.id AND member.tenant_id <> $1))`);

/** Those of these users who are operators, or members of another tenant. */
export async function selectWithOtherAccess(
  session: Session,
  tenantId: TenantId,
  userIds: readonly UserId[],
): Promise<ReadonlySet<UserId>> {
  return new Set((await session.rows(findOthers, [tenantId, userIds])).map(({ id }) => id));
}

/** A member as shown to other members. */
export interface MemberSummary extends Member {
  readonly email: string;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly lastSeenAt: Instant | undefined;
}

// By the primary key of members.
const listStatement = statement<MemberSummary>(`
  SELECT ${members.list("member")}, console_user.email, console_user.name,
    console_user.disabled_at IS NOT NULL AS is_disabled,
    (SELECT max(seen_at) FROM console_sessions AS session WHERE session.user_id = member.user_id) AS last_seen_at
  FROM members AS member JOIN users AS console_user ON console_user.id = member.user_id
  WHERE member.tenant_id = $1 ORDER BY member.user_id LIMIT $2`);

export function selectMembers(
  session: Session,
  tenantId: TenantId,
  limit: number,
): Promise<readonly MemberSummary[]> {
  return session.rows(listStatement, [tenantId, limit]);
}
