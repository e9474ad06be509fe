import type { Static } from "typebox";
import { present } from "../../http/present.ts";
import type { Invitation, RequestedLink } from "../../users/index.ts";
import { InvitationSchema, type InvitedSchema } from "./schemas.ts";

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

/** Without the link: it is never shown to the user who requested it. */
export function presentInvited({ invitation, delivery }: RequestedLink): Static<typeof InvitedSchema> {
  const { grant } = invitation;
  const email = grant.kind === "reset" ? undefined : grant.email;
  return { invitation: presentInvitation({ ...invitation, email }), delivery };
}
