import { type AccessOrigin, recordAccessChange } from "../../access/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { insertMember } from "../members/store.ts";
import { recordChange } from "../record-change.ts";
import { lockUser, updateOperatorRole } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import type { Invitation } from "./invitation.ts";

/** Grants the access of an invitation. Existing access is not changed. */
export async function grantAccess(
  deps: UsersDeps,
  tx: Transaction,
  {
    userId,
    invitation,
    cause,
  }: { readonly userId: UserId; readonly invitation: Invitation; readonly cause: Cause },
): Promise<Refusal | undefined> {
  const { grant } = invitation;
  const now = deps.clock.now();
  switch (grant.kind) {
    case "operator": {
      const user = await lockUser(tx, { id: userId });
      if (user?.operatorRole !== undefined) return refuse("conflict", "you are already an operator");
      await updateOperatorRole(tx, { id: userId, operatorRole: grant.role, updatedAt: now });
      const after = { operator_role: grant.role, ...auditedLink(invitation) };
      recordAccessChange(deps, tx, userId, { kind: "invited", origin: inviterOf(invitation) });
      await recordChange(deps, tx, { cause, action: "user.become_operator", id: userId, after });
      return undefined;
    }
    case "member": {
      const { tenantId, role } = grant;
      const isNew = await insertMember(tx, { tenantId, userId, role, createdAt: now });
      if (!isNew) return refuse("conflict", "you are already a member");
      const after = { role, ...auditedLink(invitation) };
      recordAccessChange(deps, tx, userId, { kind: "invited", origin: inviterOf(invitation) });
      await recordChange(deps, tx, { cause, action: "member.join", id: userId, tenantId, after });
      return undefined;
    }
    case "reset":
      return refuse("conflict", "this link resets a password; sign out first");
  }
}

/** Invitations without an inviter are those of the command line, and the first one. */
export function inviterOf({ invitedBy }: Invitation): AccessOrigin {
  return invitedBy === undefined ? { type: "server" } : { type: "user", id: invitedBy };
}

/** The actor of the entry is the user who used the link; this is the one who requested it. */
export function auditedLink({ id, invitedBy }: Invitation) {
  return { invitation: id, invited_by: invitedBy ?? null };
}
