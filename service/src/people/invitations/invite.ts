import { findAccount } from "../../accounts/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { AccountId, TenantId } from "../../kernel/id.ts";
import { addMs } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { lockMember } from "../members/store.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
import { digestToken, newToken } from "../sessions/session-token.ts";
import { selectCredentials, selectPerson } from "../store.ts";
import { type Grant, type Invitation, invitationMs } from "./invitation.ts";
import { insertInvitation, revokeEarlier, selectOpenInvitations } from "./store.ts";

/** A link that is shown now and never again. */
export interface ShownInvitation {
  readonly invitation: Invitation;
  readonly token: string;
}

export const maxOpenInvitations = 200;

/** Makes a link. One that was made before for the same thing ends. */
export async function invite(
  deps: PeopleDeps,
  tx: Transaction,
  { grant, cause }: { readonly grant: Grant; readonly cause: Cause },
): Promise<ShownInvitation> {
  await requireUse(tx, grant);
  const now = deps.clock.now();
  const tenantId = grant.kind === "member" ? grant.tenantId : undefined;
  await revokeEarlier(tx, grant, now);
  const open = await selectOpenInvitations(tx, { tenantId, now, limit: maxOpenInvitations });
  if (open.length >= maxOpenInvitations) {
    throw new RefusalError(refuse("unprocessable", "too many invitations are open; revoke some first"));
  }
  const token = newToken();
  const { actor } = cause;
  const invitation: Invitation = {
    id: deps.newId<"invitation">(),
    grant,
    invitedBy: actor.type === "person" ? actor.id : undefined,
    createdAt: now,
    expiresAt: addMs(now, invitationMs),
  };
  await insertInvitation(tx, invitation, digestToken(token));
  const { id } = invitation;
  await recordChange(deps, tx, { cause, action: "invitation.create", id, tenantId, after: audited(grant) });
  return { invitation, token };
}

/** A link that would change nothing is not made. */
async function requireUse(tx: Transaction, grant: Grant): Promise<void> {
  switch (grant.kind) {
    case "operator": {
      const found = grant.email === undefined ? undefined : await selectCredentials(tx, grant.email);
      if (found?.person.operatorRole === undefined) return;
      throw new RefusalError(refuse("conflict", "this person is an operator already; change the role"));
    }
    case "member": {
      await requireTenant(tx, grant.tenantId);
      const found = await selectCredentials(tx, grant.email);
      if (found === undefined) return;
      const key = { tenantId: grant.tenantId, personId: found.person.id };
      if ((await lockMember(tx, key)) === undefined) return;
      throw new RefusalError(refuse("conflict", "this person is a member already; change the role"));
    }
    case "reset": {
      const person = await selectPerson(tx, grant.personId);
      if (person === undefined) throw new RefusalError(refuse("not_found", "there is no such person"));
      if (person.disabledAt === undefined) return;
      throw new RefusalError(refuse("conflict", "this person is disabled; enable them first"));
    }
  }
}

async function requireTenant(tx: Transaction, tenantId: TenantId): Promise<void> {
  const account = await findAccount(tx, { tenantId, accountId: tenantId as string as AccountId });
  if (account?.kind === "managing") return;
  throw new RefusalError(refuse("not_found", "there is no managing account with this id"));
}

function audited(grant: Grant) {
  switch (grant.kind) {
    case "operator":
      return { kind: grant.kind, role: grant.role };
    case "member":
      return { kind: grant.kind, role: grant.role };
    case "reset":
      return { kind: grant.kind, person: grant.personId, forgets_factors: grant.forgetsFactors };
  }
}
