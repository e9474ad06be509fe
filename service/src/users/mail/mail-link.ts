import { findTenantNames } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import { defineJob, type JobDefinition } from "../../jobs/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { systemCause } from "../../kernel/cause.ts";
import { parseId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { MailContent, MailQueue, StoredMail } from "../../mail/index.ts";
import type { Grant, Invitation, InvitationId } from "../invitations/invitation.ts";
import { issueLink } from "../invitations/issue-link.ts";
import { joinLink } from "../invitations/join-link.ts";
import { selectOpenInvitation } from "../invitations/store.ts";
import { selectUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";

export interface MailDeps extends UsersDeps {
  readonly mails: MailQueue;
  readonly baseUrl: string;
}

export const mailLinkKind = "users.mail-link";
const keyPrefix = "link ";

/** Creates the link of an invitation and queues its email, in one transaction: the link is only in the sealed email. */
export function mailLinkJob(deps: MailDeps): JobDefinition {
  return defineJob({
    kind: mailLinkKind,
    parse: readInvitationId,
    handle: ({ job: { payload: id }, completeIn }) =>
      deps.database.transaction(async (tx) => {
        const issued = await issueLink(deps, tx, { id, cause: systemCause(mailLinkKind) });
        // Undefined if it was used, revoked or replaced meanwhile, or has expired.
        const to = issued && (await recipientOf(tx, issued.invitation.grant));
        if (issued !== undefined && to !== undefined) {
          const content = await contentFor(tx, issued.invitation, joinLink(deps.baseUrl, issued.token));
          await deps.mails.queue(tx, [{ key: `${keyPrefix}${id}`, kind: "link", to, content }]);
        }
        await completeIn(tx);
      }),
  });
}

/** An email with a link that was used or revoked meanwhile is not sent. */
export async function isLinkDue(
  session: Session,
  { clock }: Pick<UsersDeps, "clock">,
  { kind, key }: Pick<StoredMail, "kind" | "key">,
): Promise<boolean> {
  const id = kind === "link" ? parseId<"invitation">(key.slice(keyPrefix.length)) : undefined;
  if (id === undefined) return true;
  return (await selectOpenInvitation(session, { id, expiresAt: clock.now() })) !== undefined;
}

function readInvitationId(payload: Json): InvitationId {
  assert(
    typeof payload === "object" && payload !== null && "invitation_id" in payload,
    "it has an invitation",
  );
  const text = payload["invitation_id"];
  const id = typeof text === "string" ? parseId<"invitation">(text) : undefined;
  assert(id !== undefined, "it has the id of an invitation");
  return id;
}

async function recipientOf(session: Session, grant: Grant): Promise<string | undefined> {
  return grant.kind === "reset" ? (await selectUser(session, { id: grant.userId }))?.email : grant.email;
}

async function contentFor(
  session: Session,
  { grant, expiresAt }: Invitation,
  url: string,
): Promise<MailContent> {
  const until = `The link works once and expires at ${formatInstant(expiresAt)}.`;
  if (grant.kind === "reset") {
    const factors = grant.forgetsFactors
      ? ["Your authenticator app, passkeys and recovery codes are removed, and you set up new ones."]
      : [];
    return {
      subject: "Reset your Florin password",
      paragraphs: ["An admin requested a new password for you.", until, ...factors],
      action: { label: "Choose a new password", url },
      footer: "If you did not expect this email, do not open the link, and contact your admin.",
    };
  }
  const [tenant] = await findTenantNames(session, grant.kind === "member" ? [grant.tenantId] : []);
  const place = tenant === undefined ? "operate this Florin instance" : `join ${tenant.name} on Florin`;
  return {
    subject: "Your invitation to Florin",
    paragraphs: [`You've been invited to ${place}, with the role ${grant.role}.`, until],
    action: { label: "Accept the invitation", url },
    footer: "If you did not expect this email, ignore it.",
  };
}
