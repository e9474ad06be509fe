import { type Refusal, refuse } from "../../kernel/refusal.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { digestToken, isToken } from "../sessions/session-token.ts";
import { selectCredentials, selectPerson } from "../store.ts";
import type { Invitation } from "./invitation.ts";
import { selectInvitation } from "./store.ts";

/** What somebody who holds the link may know before they use it. */
export interface SeenInvitation {
  readonly invitation: Invitation;
  /** Undefined for the first operator, who says it. */
  readonly email: string | undefined;
  /** They have access already, and accept while they are signed in. */
  readonly isKnown: boolean;
}

export async function lookAtInvitation(
  { database, clock }: Pick<PeopleDeps, "database" | "clock">,
  token: string,
): Promise<SeenInvitation | Refusal> {
  const invitation = isToken(token)
    ? await selectInvitation(database, digestToken(token), clock.now())
    : undefined;
  if (invitation === undefined) return overLink();
  const { grant } = invitation;
  if (grant.kind === "reset") {
    const person = await selectPerson(database, grant.personId);
    return { invitation, email: person?.email, isKnown: true };
  }
  const found = grant.email === undefined ? undefined : await selectCredentials(database, grant.email);
  return { invitation, email: grant.email, isKnown: found !== undefined };
}

export function overLink(): Refusal {
  return refuse("not_found", "this link was used, revoked or replaced, or is older than seven days");
}
