import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { PersonId } from "../../kernel/id.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { insertMember } from "../members/store.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
import { lockPerson, updateOperatorRole } from "../store.ts";
import type { Invitation } from "./invitation.ts";

/** Gives a person what an invitation promises. What they have already is not changed by one. */
export async function grantAccess(
  deps: PeopleDeps,
  tx: Transaction,
  {
    personId,
    invitation,
    cause,
  }: { readonly personId: PersonId; readonly invitation: Invitation; readonly cause: Cause },
): Promise<Refusal | undefined> {
  const { grant, id } = invitation;
  const now = deps.clock.now();
  switch (grant.kind) {
    case "operator": {
      const person = await lockPerson(tx, personId);
      if (person?.operatorRole !== undefined) return refuse("conflict", "you are an operator already");
      await updateOperatorRole(tx, personId, { operatorRole: grant.role, now });
      const after = { operator_role: grant.role, invitation: id };
      await recordChange(deps, tx, { cause, action: "person.become_operator", id: personId, after });
      return undefined;
    }
    case "member": {
      const { tenantId, role } = grant;
      const isNew = await insertMember(tx, { tenantId, personId, role, createdAt: now });
      if (!isNew) return refuse("conflict", "you are a member already");
      const after = { role, invitation: id };
      await recordChange(deps, tx, { cause, action: "member.join", id: personId, tenantId, after });
      return undefined;
    }
    case "reset":
      return refuse("conflict", "this link makes a new password; sign out first");
  }
}
