import type { JobDefinition } from "../jobs/index.ts";
import { createSmtpMailer } from "../users/adapters/smtp-mailer.ts";
import { type MailDeps, mailLinkJob, mailNoticeJob } from "../users/index.ts";
import type { AppParts } from "./app-parts.ts";

/** Jobs that send emails to console users; none without a mail server. */
export function createMailJobs(parts: AppParts): readonly JobDefinition[] {
  const { config, logger, database, clock, newId } = parts;
  const { server, from, ca } = config.mail;
  if (server === undefined || from === undefined) return [];
  const deps: MailDeps = {
    database,
    clock,
    newId,
    baseUrl: config.baseUrl,
    mailer: createSmtpMailer({ server, from, ca }),
    onRejected: ({ id }) => logger.warn({ mailId: id }, "the mail server refused the recipient of an email"),
  };
  return [mailLinkJob(deps), mailNoticeJob(deps)];
}
