import type { Static } from "typebox";
import { present } from "../../http/present.ts";
import { type Invitation, joinLink, type ShownInvitation } from "../../users/index.ts";
import { InvitationSchema, type LinkSchema } from "./schemas.ts";
import type { UsersConsole } from "./users-console.ts";

export function presentInvitation(invitation: Invitation & { readonly email: string | undefined }) {
  const { id, grant } = invitation;
  const isReset = grant.kind === "reset";
  return present(InvitationSchema, {
    ...invitation,
    invitationId: id,
    kind: grant.kind,
    role: isReset ? undefined : grant.role,
    userId: isReset ? grant.userId : undefined,
    forgetsSecondFactors: isReset && grant.forgetsFactors,
  });
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
