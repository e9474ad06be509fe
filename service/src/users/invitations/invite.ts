import { findAccount } from "../../accounts/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { AccountId, TenantId } from "../../kernel/id.ts";
import { addMs } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { lockMember } from "../members/store.ts";
import { recordChange } from "../record-change.ts";
import { digestToken, newToken } from "../sessions/session-token.ts";
import { selectCredentials, selectUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import { type Grant, type Invitation, invitationMs } from "./invitation.ts";
import { insertInvitation, revokeEarlier, selectOpenInvitations } from "./store.ts";

/** An invitation with the token of its link, which is stored nowhere. */
export interface ShownInvitation {
  readonly invitation: Invitation;
  readonly token: string;
}

export const maxOpenInvitations = 200;

/**
 * Creates a link and revokes earlier ones for the same purpose. Only the command line shows it: for others, `issueLink`
 * makes the one that is delivered.
 */
export async function invite(
  deps: UsersDeps,
  tx: Transaction,
  { grant, cause }: { readonly grant: Grant; readonly cause: Cause },
): Promise<ShownInvitation> {
  await requireOthers(tx, grant, cause);
  await requireUse(tx, grant);
  const now = deps.clock.now();
  const tenantId = grant.kind === "member" ? grant.tenantId : undefined;
  await revokeEarlier(tx, grant, now);
  const open = await selectOpenInvitations(tx, { tenantId, now, limit: maxOpenInvitations });
  if (open.length >= maxOpenInvitations) {
    throw new RefusalError(refuse("unprocessable", "too many open invitations; revoke some first"));
  }
  const token = newToken();
  const { actor } = cause;
  const invitation: Invitation = {
    id: deps.newId<"invitation">(),
    grant,
    invitedBy: actor.type === "user" ? actor.id : undefined,
    createdAt: now,
    expiresAt: addMs(now, invitationMs),
  };
  await insertInvitation(tx, invitation, digestToken(token));
  const { id } = invitation;
  await recordChange(deps, tx, { cause, action: "invitation.create", id, tenantId, after: audited(grant) });
  return { invitation, token };
}

/** Users can't change their own access: not even with a second role, in a tenant or as an operator. */
async function requireOthers(tx: Transaction, grant: Grant, { actor }: Cause): Promise<void> {
  if (actor.type !== "user") return;
  const isOwn =
    grant.kind === "reset"
      ? grant.userId === actor.id
      : grant.email?.toLowerCase() === (await selectUser(tx, { id: actor.id }))?.email.toLowerCase();
  if (isOwn) throw new RefusalError(refuse("not_permitted", "you can't change your own access"));
}

/** Rejects a link that would change nothing. */
async function requireUse(tx: Transaction, grant: Grant): Promise<void> {
  switch (grant.kind) {
    case "operator": {
      const found = grant.email === undefined ? undefined : await selectCredentials(tx, grant.email);
      if (found?.user.operatorRole === undefined) return;
      throw new RefusalError(refuse("conflict", "this user is already an operator; change the role instead"));
    }
    case "member": {
      await requireTenant(tx, grant.tenantId);
      const found = await selectCredentials(tx, grant.email);
      if (found === undefined) return;
      const key = { tenantId: grant.tenantId, userId: found.user.id };
      if ((await lockMember(tx, key)) === undefined) return;
      throw new RefusalError(refuse("conflict", "this user is already a member; change the role instead"));
    }
    case "reset": {
      const user = await selectUser(tx, { id: grant.userId });
      if (user === undefined) throw new RefusalError(refuse("not_found", "there is no user with this id"));
      if (user.source !== "local") {
        throw new RefusalError(
          refuse("conflict", "this user has no password: the directory manages the user"),
        );
      }
      if (user.disabledAt === undefined) return;
      throw new RefusalError(refuse("conflict", "this user is disabled; enable the user first"));
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
      return { kind: grant.kind, user: grant.userId, forgets_factors: grant.forgetsFactors };
  }
}
