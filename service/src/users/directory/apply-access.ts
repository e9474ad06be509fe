import { recordAccessChange } from "../../access/index.ts";
import { findTenantNames } from "../../accounts/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import { deleteMember, insertMember, selectMemberships, updateMemberRole } from "../members/store.ts";
import { recordChange } from "../record-change.ts";
import type { MemberRole } from "../roles/role.ts";
import { updateOperatorRole } from "../store.ts";
import type { User } from "../user.ts";
import type { UsersDeps } from "../users-deps.ts";
import type { DirectoryAccess } from "./role-map.ts";

interface AccessChange {
  /** Its row is locked. */
  readonly user: User;
  readonly access: DirectoryAccess;
  readonly cause: Cause;
}

/**
 * Gives a user exactly the access that the directory grants. A user who left the company loses it even if no other admin
 * remains: the command line creates one.
 */
export async function applyAccess(
  deps: UsersDeps,
  tx: Transaction,
  change: AccessChange,
): Promise<DirectoryAccess> {
  const known = await findTenantNames(tx, [...change.access.memberships.keys()]);
  const memberships = new Map(
    known.flatMap(({ tenantId }) => {
      const role = change.access.memberships.get(tenantId);
      return role === undefined ? [] : [[tenantId, role] as const];
    }),
  );
  const access = { ...change.access, memberships };
  const isRoleChanged = await applyOperatorRole(deps, tx, { ...change, access });
  const areMembersChanged = await applyMemberships(deps, tx, { ...change, access });
  if (isRoleChanged || areMembersChanged) {
    recordAccessChange(deps, tx, change.user.id, { kind: "role", origin: { type: "directory" } });
  }
  return access;
}

async function applyOperatorRole(
  deps: UsersDeps,
  tx: Transaction,
  { user, access: { operatorRole }, cause }: AccessChange,
): Promise<boolean> {
  if (user.operatorRole === operatorRole) return false;
  await updateOperatorRole(tx, { id: user.id, operatorRole, updatedAt: deps.clock.now() });
  await recordChange(deps, tx, {
    cause,
    action: user.operatorRole === undefined ? "user.become_operator" : "user.change_role",
    id: user.id,
    before: { operator_role: user.operatorRole ?? null },
    after: { operator_role: operatorRole ?? null },
  });
  return true;
}

async function applyMemberships(
  deps: UsersDeps,
  tx: Transaction,
  { user, access: { memberships }, cause }: AccessChange,
): Promise<boolean> {
  const before = new Map(
    (await selectMemberships(tx, { userId: user.id })).map(({ tenantId, role }) => [tenantId, role] as const),
  );
  const changed = [...new Set([...before.keys(), ...memberships.keys()])].filter(
    (tenantId) => before.get(tenantId) !== memberships.get(tenantId),
  );
  for (const tenantId of changed.sort(byText)) {
    const roles = { before: before.get(tenantId), after: memberships.get(tenantId) };
    await changeMembership(deps, tx, { tenantId, userId: user.id, ...roles, cause });
  }
  return changed.length > 0;
}

function byText(left: string, right: string): number {
  return left < right ? -1 : 1;
}

interface MembershipChange {
  readonly tenantId: TenantId;
  readonly userId: UserId;
  readonly before: MemberRole | undefined;
  readonly after: MemberRole | undefined;
  readonly cause: Cause;
}

async function changeMembership(
  deps: UsersDeps,
  tx: Transaction,
  { tenantId, userId, before, after, cause }: MembershipChange,
): Promise<void> {
  const key = { tenantId, userId };
  const audited = { cause, id: userId, tenantId };
  if (after === undefined) {
    await deleteMember(tx, key);
    await recordChange(deps, tx, { ...audited, action: "member.remove", before: { role: before ?? null } });
  } else if (before === undefined) {
    await insertMember(tx, { ...key, role: after, createdAt: deps.clock.now() });
    await recordChange(deps, tx, { ...audited, action: "member.join", after: { role: after } });
  } else {
    await updateMemberRole(tx, { ...key, role: after });
    const roles = { before: { role: before }, after: { role: after } };
    await recordChange(deps, tx, { ...audited, action: "member.change_role", ...roles });
  }
}
