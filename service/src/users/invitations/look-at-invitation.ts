import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { digestToken, isToken } from "../sessions/session-token.ts";
import { selectCredentials, selectUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import type { Invitation } from "./invitation.ts";
import { selectInvitation } from "./store.ts";

/** What a link reveals before it is used. */
export interface SeenInvitation {
  readonly invitation: Invitation;
  /** Undefined for the first operator, who enters it. */
  readonly email: string | undefined;
  /** The invitee already has access, and accepts while signed in. */
  readonly isKnown: boolean;
}

export async function lookAtInvitation(
  { database, clock }: Pick<UsersDeps, "database" | "clock">,
  token: string,
): Promise<SeenInvitation | Refusal> {
  const invitation = isToken(token)
    ? await selectInvitation(database, digestToken(token), clock.now())
    : undefined;
  if (invitation === undefined) return overLink();
  const { grant } = invitation;
  if (grant.kind === "reset") {
    const user = await selectUser(database, { id: grant.userId });
    return { invitation, email: user?.email, isKnown: true };
  }
  const found = grant.email === undefined ? undefined : await selectCredentials(database, grant.email);
  return { invitation, email: grant.email, isKnown: found !== undefined };
}

export function overLink(): Refusal {
  return refuse("not_found", "this link has been used, revoked or replaced, or has expired");
}
