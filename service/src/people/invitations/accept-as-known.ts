import type { Cause } from "../../kernel/cause.ts";
import type { PersonId } from "../../kernel/id.ts";
import { isRefusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { digestToken, isToken } from "../sessions/session-token.ts";
import { selectPerson } from "../store.ts";
import { grantAccess } from "./grant-access.ts";
import { overLink } from "./look-at-invitation.ts";
import { lockInvitation, updateUsed } from "./store.ts";

/** Somebody who has access already is invited to more, and is signed in. The link is for that person alone. */
export async function acceptAsKnown(
  deps: PeopleDeps,
  { personId, token, cause }: { readonly personId: PersonId; readonly token: string; readonly cause: Cause },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const invitation = isToken(token) ? await lockInvitation(tx, digestToken(token), now) : undefined;
    if (invitation === undefined) throw new RefusalError(overLink());
    const person = await selectPerson(tx, personId);
    const email = invitation.grant.kind === "reset" ? undefined : invitation.grant.email;
    if (email !== undefined && person?.email.toLowerCase() !== email.toLowerCase()) {
      throw new RefusalError(refuse("conflict", "this link is for somebody else; sign in as them"));
    }
    if (email === undefined) throw new RefusalError(overLink());
    const granted = await grantAccess(deps, tx, { personId, invitation, cause });
    if (isRefusal(granted)) throw new RefusalError(granted);
    await updateUsed(tx, invitation.id, now);
  });
}
