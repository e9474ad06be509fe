import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { PersonId, TenantId } from "../../kernel/id.ts";
import type { MemberRole, OperatorRole } from "./role.ts";

/** What somebody is here: one of those who run the service, a member of tenants, or both. */
export interface Standing {
  readonly operatorRole: OperatorRole | undefined;
  readonly memberships: ReadonlyMap<TenantId, MemberRole>;
}

interface StandingRow {
  readonly operator_role: OperatorRole | null;
  readonly memberships: Readonly<Record<string, MemberRole>> | null;
}

// By the primary key, and members_by_person.
const standing = statement(`
  SELECT person.operator_role,
    (SELECT jsonb_object_agg(member.tenant_id, member.role) FROM members AS member
     WHERE member.person_id = person.id) AS memberships
  FROM people AS person WHERE person.id = $1 AND person.disabled_at IS NULL`);

/** Undefined for nobody, and for whoever may not come in any more. */
export async function selectStanding(session: Session, personId: PersonId): Promise<Standing | undefined> {
  const row = await session.first<StandingRow>(standing, [personId]);
  if (row === undefined) return undefined;
  return {
    operatorRole: row.operator_role ?? undefined,
    memberships: new Map(Object.entries(row.memberships ?? {}) as [TenantId, MemberRole][]),
  };
}
