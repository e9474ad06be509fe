import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { recordChange } from "../record-change.ts";
import { digestToken, newToken } from "../sessions/session-token.ts";
import type { UsersDeps } from "../users-deps.ts";
import type { InvitationId } from "./invitation.ts";
import type { ShownInvitation } from "./invite.ts";
import { replaceToken } from "./store.ts";

/**
 * Makes a new link for an open invitation; earlier ones stop working. Undefined if there is no open one. So the link is stored nowhere, and the user who
 * requested the invitation never has it.
 */
export async function issueLink(
  deps: UsersDeps,
  tx: Transaction,
  { id, cause }: { readonly id: InvitationId; readonly cause: Cause },
): Promise<ShownInvitation | undefined> {
  const token = newToken();
  const invitation = await replaceToken(tx, { id, tokenDigest: digestToken(token), now: deps.clock.now() });
  if (invitation === undefined) return undefined;
  const { grant } = invitation;
  const tenantId = grant.kind === "member" ? grant.tenantId : undefined;
  await recordChange(deps, tx, { cause, action: "invitation.issue_link", id, tenantId });
  return { invitation, token };
}
