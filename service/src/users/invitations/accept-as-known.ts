import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { isRefusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { digestToken, isToken } from "../sessions/session-token.ts";
import { selectUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import { grantAccess } from "./grant-access.ts";
import { overLink } from "./look-at-invitation.ts";
import { lockInvitation, updateUsed } from "./store.ts";

/** A signed-in user accepts an invitation to further access. The link is valid only for that user. */
export async function acceptAsKnown(
  deps: UsersDeps,
  { userId, token, cause }: { readonly userId: UserId; readonly token: string; readonly cause: Cause },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const invitation = isToken(token) ? await lockInvitation(tx, digestToken(token), now) : undefined;
    if (invitation === undefined) throw new RefusalError(overLink());
    const user = await selectUser(tx, { id: userId });
    const email = invitation.grant.kind === "reset" ? undefined : invitation.grant.email;
    if (email !== undefined && user?.email.toLowerCase() !== email.toLowerCase()) {
      throw new RefusalError(refuse("conflict", "this link is for another user; sign in as that user"));
    }
    if (email === undefined) throw new RefusalError(overLink());
    const granted = await grantAccess(deps, tx, { userId, invitation, cause });
    if (isRefusal(granted)) throw new RefusalError(granted);
    await updateUsed(tx, { id: invitation.id, usedAt: now });
  });
}
