import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { MemberRole } from "../roles/role.ts";

/** A member of a managing account. */
export interface Member {
  readonly tenantId: TenantId;
  readonly userId: UserId;
  readonly role: MemberRole;
  readonly createdAt: Instant;
}

const insertOne = statement(`
  INSERT INTO members (tenant_id, user_id, role, created_at) VALUES ($1, $2, $3, $4::timestamptz)
  ON CONFLICT DO NOTHING`);

/** False if the user is already a member. */
export async function insertMember(session: Session, member: Member): Promise<boolean> {
  const values = [member.tenantId, member.userId, member.role, formatInstant(member.createdAt)];
  return (await session.run(insertOne, values)) === 1;
}

const lockOne = statement<Member>(`
  SELECT tenant_id, user_id, role, created_at FROM members WHERE tenant_id = $1 AND user_id = $2 FOR UPDATE`);

export type MemberKey = Pick<Member, "tenantId" | "userId">;

export function lockMember(tx: Transaction, { tenantId, userId }: MemberKey): Promise<Member | undefined> {
  return tx.first(lockOne, [tenantId, userId]);
}

// By the primary key. Ordered, so that concurrent transactions lock in the same order.
const lockAdmins = statement<{ readonly userId: UserId }>(`
  SELECT member.user_id FROM members AS member JOIN users AS console_user ON console_user.id = member.user_id
  WHERE member.tenant_id = $1 AND member.role = 'admin' AND console_user.disabled_at IS NULL
  ORDER BY member.user_id FOR UPDATE OF member`);

/** Locks the active admins of a tenant until this transaction ends. */
export async function lockTenantAdmins(tx: Transaction, tenantId: TenantId): Promise<readonly UserId[]> {
  return (await tx.rows(lockAdmins, [tenantId])).map(({ userId }) => userId);
}

const updateOne = statement(`UPDATE members SET role = $3 WHERE tenant_id = $1 AND user_id = $2`);

export async function updateMemberRole(
  tx: Transaction,
  { tenantId, userId }: MemberKey,
  role: MemberRole,
): Promise<void> {
  await tx.run(updateOne, [tenantId, userId, role]);
}

const deleteOne = statement(`DELETE FROM members WHERE tenant_id = $1 AND user_id = $2`);

export async function deleteMember(tx: Transaction, { tenantId, userId }: MemberKey): Promise<void> {
  await tx.run(deleteOne, [tenantId, userId]);
}

// Index: members_by_user.
const findOfUser = statement<Member>(`
  SELECT tenant_id, user_id, role, created_at FROM members WHERE user_id = $1 ORDER BY tenant_id LIMIT 1000`);

/** The user's memberships. */
export function selectMemberships(session: Session, userId: UserId): Promise<readonly Member[]> {
  return session.rows(findOfUser, [userId]);
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
  SELECT member.tenant_id, member.user_id, member.role, member.created_at, console_user.email, console_user.name,
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
