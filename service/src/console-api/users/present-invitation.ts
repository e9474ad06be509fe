import type { Static } from "typebox";
import { formatInstant } from "../../kernel/instant.ts";
import { type Invitation, joinLink, type ShownInvitation } from "../../users/index.ts";
import type { InvitationSchema, LinkSchema } from "./schemas.ts";
import type { UsersConsole } from "./users-console.ts";

export function presentInvitation(
  invitation: Invitation & { readonly email: string | undefined },
): Static<typeof InvitationSchema> {
  const { id, grant, email, invitedBy, createdAt, expiresAt } = invitation;
  const isReset = grant.kind === "reset";
  return {
    invitation_id: id,
    kind: grant.kind,
    email: email ?? null,
    role: isReset ? null : grant.role,
    user_id: isReset ? grant.userId : null,
    forgets_second_factors: isReset && grant.forgetsFactors,
    invited_by: invitedBy ?? null,
    created_at: formatInstant(createdAt),
    expires_at: formatInstant(expiresAt),
  };
}

/** The only place that shows a link. */
export function presentLink(
  { baseUrl }: UsersConsole,
  { invitation, token }: ShownInvitation,
): Static<typeof LinkSchema> {
  const { grant } = invitation;
  const email = grant.kind === "reset" ? undefined : grant.email;
  return { invitation: presentInvitation({ ...invitation, email }), link: joinLink(baseUrl, token) };
}
