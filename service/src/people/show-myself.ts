import { findTenantNames } from "../accounts/index.ts";
import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { PersonId, TenantId } from "../kernel/id.ts";
import { type Factors, selectFactors } from "./factors/store.ts";
import { selectMemberships } from "./members/store.ts";
import type { Person } from "./person.ts";
import type { MemberRole } from "./roles/role.ts";
import { selectPerson } from "./store.ts";

/** What the console shows somebody of themselves. */
export interface Myself {
  readonly person: Person;
  readonly factors: Factors;
  readonly memberships: readonly Membership[];
}

export interface Membership {
  readonly tenantId: TenantId;
  readonly name: string;
  readonly selfAttested: boolean;
  readonly role: MemberRole;
}

export async function showMyself(session: Session, personId: PersonId): Promise<Myself> {
  const person = await selectPerson(session, personId);
  assert(person !== undefined, "somebody with a session exists");
  const [factors, memberships] = await Promise.all([
    selectFactors(session, personId),
    listMemberships(session, personId),
  ]);
  return { person, factors, memberships };
}

/** The tenants that somebody belongs to, by name. */
export async function listMemberships(session: Session, personId: PersonId): Promise<readonly Membership[]> {
  const roles = new Map(
    (await selectMemberships(session, personId)).map(({ tenantId, role }) => [tenantId, role]),
  );
  const tenants = await findTenantNames(session, [...roles.keys()]);
  return tenants.flatMap((tenant) => {
    const role = roles.get(tenant.tenantId);
    return role === undefined ? [] : [{ ...tenant, role }];
  });
}
