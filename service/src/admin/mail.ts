import Type from "typebox";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, nullableString } from "../http/schemas.ts";
import { parseId } from "../kernel/id.ts";
import { orNotFound, RefusalError, refuse } from "../kernel/refusal.ts";
import { createSmtpMailer } from "../mail/adapters/smtp-mailer.ts";
import { mailList, mailStates, renderMail, type StoredMail, sendMailKind } from "../mail/index.ts";
import { listDeadJobs, retryDeadJobs } from "./dead-jobs.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readOneOf } from "./read-input.ts";

const MailSchema = Type.Object({
  id: IdSchema,
  kind: Type.String(),
  state: Type.String(),
  attempts: Type.Integer(),
  last_error: nullableString(),
  created_at: DateTimeSchema,
  ended_at: nullableString({ format: "date-time" }),
});

/** Without the recipient and the content, which are sealed. */
export const presentMail = (mail: StoredMail) => present(MailSchema, mail);

/** Emails of the last 30 days, newest first. */
export function listMails(
  { database }: AdminContext,
  { state }: { readonly state?: string } = {},
): Promise<ItemList<StoredMail>> {
  const only = state === undefined ? undefined : readOneOf("state", mailStates, state);
  return collectStream(mailList.stream(database, { state: only }));
}

/** Sends an email again whose job failed too often. */
export async function retryMail(admin: AdminContext, id: string): Promise<void> {
  const mailId = parseId<"mail">(id);
  const { items } = await listDeadJobs(admin, { kind: sendMailKind });
  const job = items.find(({ payload }) => mailId !== undefined && hasMail(payload, mailId));
  const found = orNotFound(job, "there is no email with this id whose job failed permanently");
  await retryDeadJobs(admin, [found.id]);
}

function hasMail(payload: unknown, mailId: string): boolean {
  return (payload as { readonly mail_id?: unknown } | null)?.mail_id === mailId;
}

/** Sends an email now, without the queue. */
export async function sendTestMail(
  { config, clock, newId }: AdminContext,
  to: string,
): Promise<{ readonly outcome: "accepted" | "rejected" }> {
  const { server, from, ca } = config.mail;
  if (server === undefined || from === undefined)
    throw new RefusalError(refuse("unprocessable", "there is no mail server; set SMTP_URL and SMTP_FROM"));
  const content = renderMail({
    subject: "Florin: Test email",
    paragraphs: ["This Florin instance can send email."],
    footer: "An operator sent it with: florin admin mail test",
  });
  const mail = { ...content, id: newId<"mail">(), to, sentAt: clock.now() };
  const outcome = await createSmtpMailer({ server, from, ca })
    .send(mail, AbortSignal.timeout(testTimeoutMs))
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : "unknown error";
      throw new RefusalError(refuse("dependency_unavailable", reason));
    });
  return { outcome };
}

const testTimeoutMs = 60_000;
