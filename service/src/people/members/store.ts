import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { PersonId, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { MemberRole } from "../roles/role.ts";

/** Somebody who belongs to a managing account. */
export interface Member {
  readonly tenantId: TenantId;
  readonly personId: PersonId;
  readonly role: MemberRole;
  readonly createdAt: Instant;
}

const insertOne = statement(`
  INSERT INTO members (tenant_id, person_id, role, created_at) VALUES ($1, $2, $3, $4::timestamptz)
  ON CONFLICT DO NOTHING`);

/** False when the person is a member already. */
export async function insertMember(session: Session, member: Member): Promise<boolean> {
  const values = [member.tenantId, member.personId, member.role, formatInstant(member.createdAt)];
  return (await session.run(insertOne, values)) === 1;
}

interface MemberRow {
  readonly tenant_id: TenantId;
  readonly person_id: PersonId;
  readonly role: MemberRole;
  readonly created_at: Instant;
}

const lockOne = statement(`
  SELECT tenant_id, person_id, role, created_at FROM members WHERE tenant_id = $1 AND person_id = $2 FOR UPDATE`);

export type MemberKey = Pick<Member, "tenantId" | "personId">;

export async function lockMember(
  tx: Transaction,
  { tenantId, personId }: MemberKey,
): Promise<Member | undefined> {
  const row = await tx.first<MemberRow>(lockOne, [tenantId, personId]);
  if (row === undefined) return undefined;
  return { tenantId: row.tenant_id, personId: row.person_id, role: row.role, createdAt: row.created_at };
}

// By the primary key. Ordered, so that whoever locks them waits for one another in one order.
const lockAdmins = statement(`
  SELECT member.person_id FROM members AS member JOIN people AS person ON person.id = member.person_id
  WHERE member.tenant_id = $1 AND member.role = 'admin' AND person.disabled_at IS NULL
  ORDER BY member.person_id FOR UPDATE OF member`);

/** The admins of a tenant who can still come in. Nobody else changes who they are until this transaction ends. */
export async function lockTenantAdmins(tx: Transaction, tenantId: TenantId): Promise<readonly PersonId[]> {
  return (await tx.rows<{ readonly person_id: PersonId }>(lockAdmins, [tenantId])).map(
    ({ person_id }) => person_id,
  );
}

const updateOne = statement(`UPDATE members SET role = $3 WHERE tenant_id = $1 AND person_id = $2`);

export async function updateMemberRole(
  tx: Transaction,
  { tenantId, personId }: MemberKey,
  role: MemberRole,
): Promise<void> {
  await tx.run(updateOne, [tenantId, personId, role]);
}

const deleteOne = statement(`DELETE FROM members WHERE tenant_id = $1 AND person_id = $2`);

export async function deleteMember(tx: Transaction, { tenantId, personId }: MemberKey): Promise<void> {
  await tx.run(deleteOne, [tenantId, personId]);
}

// Index: members_by_person.
const findOfPerson = statement(`
  SELECT tenant_id, person_id, role, created_at FROM members WHERE person_id = $1 ORDER BY tenant_id LIMIT 1000`);

/** Where a person is a member. */
export async function selectMemberships(session: Session, personId: PersonId): Promise<readonly Member[]> {
  const rows = await session.rows<MemberRow>(findOfPerson, [personId]);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    personId: row.person_id,
    role: row.role,
    createdAt: row.created_at,
  }));
}

/** A member as others in the tenant see them. */
export interface ListedMember extends Member {
  readonly email: string;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly lastSeenAt: Instant | undefined;
}

interface ListedRow extends MemberRow {
  readonly email: string;
  readonly name: string;
  readonly is_disabled: boolean;
  readonly last_seen_at: Instant | null;
}

// By the primary key of members.
const listStatement = statement(`
  SELECT member.tenant_id, member.person_id, member.role, member.created_at, person.email, person.name,
    person.disabled_at IS NOT NULL AS is_disabled,
    (SELECT max(seen_at) FROM console_sessions AS session WHERE session.person_id = member.person_id) AS last_seen_at
  FROM members AS member JOIN people AS person ON person.id = member.person_id
  WHERE member.tenant_id = $1 ORDER BY member.person_id LIMIT $2`);

export async function selectMembers(
  session: Session,
  tenantId: TenantId,
  limit: number,
): Promise<readonly ListedMember[]> {
  const rows = await session.rows<ListedRow>(listStatement, [tenantId, limit]);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    personId: row.person_id,
    role: row.role,
    createdAt: row.created_at,
    email: row.email,
    name: row.name,
    isDisabled: row.is_disabled,
    lastSeenAt: row.last_seen_at ?? undefined,
  }));
}
