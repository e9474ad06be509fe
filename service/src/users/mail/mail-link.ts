import { findTenantNames } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import { defineJob, type JobDefinition } from "../../jobs/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { systemCause } from "../../kernel/cause.ts";
import { parseId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { Grant, Invitation, InvitationId } from "../invitations/invitation.ts";
import { issueLink } from "../invitations/issue-link.ts";
import { joinLink } from "../invitations/join-link.ts";
import { selectUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import type { Mail, Mailer } from "./mailer.ts";

export interface MailDeps extends UsersDeps {
  readonly mailer: Mailer;
  readonly baseUrl: string;
  /** The server refuses the recipient. */
  readonly onRejected: (mail: Pick<Mail, "id">) => void;
}

export const mailLinkKind = "users.mail-link";

/**
 * Sends the link of an invitation. It is created here, so it is stored nowhere, and its digest is stored before the email
 * is sent. If it is not known whether an email was sent, the next one has a new link, and the earlier one is invalid.
 */
export function mailLinkJob(deps: MailDeps): JobDefinition {
  return defineJob({
    kind: mailLinkKind,
    parse: readInvitationId,
    handle: async ({ job: { payload: id }, signal }) => {
      const cause = systemCause(mailLinkKind);
      const issued = await deps.database.transaction((tx) => issueLink(deps, tx, { id, cause }));
      // It was used, revoked or replaced meanwhile, or has expired.
      if (issued === undefined) return;
      const { invitation, token } = issued;
      const to = await recipientOf(deps.database, invitation.grant);
      if (to === undefined) return;
      const words = await wordsFor(deps.database, invitation, joinLink(deps.baseUrl, token));
      const mail = { ...words, id, to, sentAt: deps.clock.now() };
      if ((await deps.mailer.send(mail, signal)) === "rejected") deps.onRejected(mail);
    },
  });
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
  return grant.kind === "reset" ? (await selectUser(session, grant.userId))?.email : grant.email;
}

async function wordsFor(
  session: Session,
  { grant, expiresAt }: Invitation,
  link: string,
): Promise<Pick<Mail, "subject" | "text">> {
  const until = `It works once and expires at ${formatInstant(expiresAt)}.`;
  if (grant.kind === "reset") {
    const factors = grant.forgetsFactors
      ? "Your authenticator app, passkeys and recovery codes are removed, and you set up new ones.\n\n"
      : "";
    return {
      subject: "Reset your Florin password",
      text: `An admin requested a new password for you. Open this link to choose it. ${until}\n\n${link}\n\n${factors}If you did not expect this email, do not open the link, and contact your admin.\n`,
    };
  }
  const [tenant] = await findTenantNames(session, grant.kind === "member" ? [grant.tenantId] : []);
  const place = tenant === undefined ? "operate this Florin instance" : `join ${tenant.name} on Florin`;
  return {
    subject: "Your invitation to Florin",
    text: `You've been invited to ${place}, with the role ${grant.role}. Open this link to accept. ${until}\n\n${link}\n\nIf you did not expect this email, ignore it.\n`,
  };
}
