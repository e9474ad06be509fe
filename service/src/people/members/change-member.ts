import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { PersonId } from "../../kernel/id.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
import { type MemberRole, operatorRights } from "../roles/role.ts";
import { selectPerson } from "../store.ts";
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

/** Another role in the tenant. It counts from the person's next request. */
export async function changeMemberRole(
  deps: PeopleDeps,
  tx: Transaction,
  { role, ...change }: Change & { readonly role: MemberRole },
): Promise<void> {
  const { tenantId, personId, cause } = change;
  const member = await loadForChange(tx, change, role === "admin");
  await updateMemberRole(tx, change, role);
  await recordChange(deps, tx, {
    cause,
    action: "member.change_role",
    id: personId,
    tenantId,
    before: { role: member.role },
    after: { role },
  });
}

export async function removeMember(deps: PeopleDeps, tx: Transaction, change: Change): Promise<void> {
  const { tenantId, personId, cause } = change;
  const { role } = await loadForChange(tx, change, false);
  await deleteMember(tx, change);
  await recordChange(deps, tx, { cause, action: "member.remove", id: personId, tenantId, before: { role } });
}

async function loadForChange(
  tx: Transaction,
  { tenantId, personId, cause }: Change,
  keepsAdmin: boolean,
): Promise<Member> {
  const admins = await lockTenantAdmins(tx, tenantId);
  const member = await lockMember(tx, { tenantId, personId });
  if (member === undefined) throw new RefusalError(refuse("not_found", "there is no such member"));
  const byOperator = await isByOperator(tx, cause);
  orThrow(decideMemberChange({ personId, cause, admins, keepsAdmin, byOperator }));
  return member;
}

async function isByOperator(tx: Transaction, { actor }: Cause): Promise<boolean> {
  if (actor.type !== "person") return true;
  const role = (await selectPerson(tx, actor.id))?.operatorRole;
  return role !== undefined && operatorRights[role].workspace.has("members.write");
}

/** Nobody changes themselves. A tenant's last admin goes only when those who run the service say so. */
export function decideMemberChange({
  personId,
  cause: { actor },
  admins,
  keepsAdmin,
  byOperator,
}: {
  readonly personId: PersonId;
  readonly cause: Cause;
  readonly admins: readonly PersonId[];
  readonly keepsAdmin: boolean;
  readonly byOperator: boolean;
}): Refusal | undefined {
  if (actor.type === "person" && actor.id === personId) {
    return refuse("not_permitted", "nobody changes their own access");
  }
  const isLastAdmin = admins.length === 1 && admins[0] === personId;
  if (isLastAdmin && !keepsAdmin && !byOperator) {
    return refuse("conflict", "this is the last admin of the account; those who run the service can help");
  }
  return undefined;
}
