import { findTenantNames } from "../accounts/index.ts";
import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { TenantId, UserId } from "../kernel/id.ts";
import { type Factors, selectFactors } from "./factors/store.ts";
import { selectMemberships } from "./members/store.ts";
import type { MemberRole } from "./roles/role.ts";
import { selectUser } from "./store.ts";
import type { User } from "./user.ts";

/** The signed-in user's own profile. */
export interface Myself {
  readonly user: User;
  readonly factors: Factors;
  readonly memberships: readonly Membership[];
}

export interface Membership {
  readonly tenantId: TenantId;
  readonly name: string;
  readonly selfAttested: boolean;
  readonly role: MemberRole;
}

export async function showMyself(session: Session, userId: UserId): Promise<Myself> {
  const user = await selectUser(session, { id: userId });
  assert(user !== undefined, "a user with a session exists");
  const [factors, memberships] = await Promise.all([
    selectFactors(session, userId),
    listMemberships(session, userId),
  ]);
  return { user, factors, memberships };
}

/** The user's tenants, by name. */
export async function listMemberships(session: Session, userId: UserId): Promise<readonly Membership[]> {
  const roles = new Map(
    (await selectMemberships(session, { userId })).map(({ tenantId, role }) => [tenantId, role]),
  );
  const tenants = await findTenantNames(session, [...roles.keys()]);
  return tenants.flatMap((tenant) => {
    const role = roles.get(tenant.tenantId);
    return role === undefined ? [] : [{ ...tenant, role }];
  });
}
