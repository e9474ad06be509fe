import { originOf, recordAccessChange } from "../../access/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { recordChange } from "../record-change.ts";
import { type MemberRole, operatorRights, widensMember } from "../roles/role.ts";
import { selectUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import {
  deleteMember,
  lockMember,
  lockTenantAdmins,
  type Member,
  type MemberKey,
  updateMemberRole,
} from "./store.ts";

interface Change extends MemberKey {
  readonly cause: Cause;
}

/** Changes a member's role; takes effect with the user's next request. */
export async function changeMemberRole(
  deps: UsersDeps,
  tx: Transaction,
  { role, ...change }: Change & { readonly role: MemberRole },
): Promise<void> {
  const { tenantId, userId, cause } = change;
  const member = await loadForChange(tx, change, role === "admin");
  await updateMemberRole(tx, { ...change, role });
  if (widensMember(member.role, role))
    recordAccessChange(deps, tx, userId, { kind: "role", origin: originOf(cause) });
  await recordChange(deps, tx, {
    cause,
    action: "member.change_role",
    id: userId,
    tenantId,
    before: { role: member.role },
    after: { role },
  });
}

export async function removeMember(deps: UsersDeps, tx: Transaction, change: Change): Promise<void> {
  const { tenantId, userId, cause } = change;
  const { role } = await loadForChange(tx, change, false);
  await deleteMember(tx, change);
  await recordChange(deps, tx, { cause, action: "member.remove", id: userId, tenantId, before: { role } });
}

async function loadForChange(
  tx: Transaction,
  { tenantId, userId, cause }: Change,
  keepsAdmin: boolean,
): Promise<Member> {
  const admins = await lockTenantAdmins(tx, tenantId);
  const member = await lockMember(tx, { tenantId, userId });
  if (member === undefined) throw new RefusalError(refuse("not_found", "there is no member with this id"));
  const byOperator = await isByOperator(tx, cause);
  orThrow(decideMemberChange({ userId, cause, admins, keepsAdmin, byOperator }));
  return member;
}

async function isByOperator(tx: Transaction, { actor }: Cause): Promise<boolean> {
  if (actor.type !== "user") return true;
  const role = (await selectUser(tx, { id: actor.id }))?.operatorRole;
  return role !== undefined && operatorRights[role].workspace.has("members.write");
}

/** Users can't change their own access. Only an operator can remove a tenant's last admin. */
export function decideMemberChange({
  userId,
  cause: { actor },
  admins,
  keepsAdmin,
  byOperator,
}: {
  readonly userId: UserId;
  readonly cause: Cause;
  readonly admins: readonly UserId[];
  readonly keepsAdmin: boolean;
  readonly byOperator: boolean;
}): Refusal | undefined {
  if (actor.type === "user" && actor.id === userId) {
    return refuse("not_permitted", "you can't change your own access");
  }
  const isLastAdmin = admins.length === 1 && admins[0] === userId;
  if (isLastAdmin && !keepsAdmin && !byOperator) {
    return refuse(
      "conflict",
      "this is the last admin of the account; contact the operators of this instance",
    );
  }
  return undefined;
}
