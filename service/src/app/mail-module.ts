import { approvalMailWork, createApprovalSink } from "../approvals/index.ts";
import type { AuditSink } from "../audit/index.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../jobs/index.ts";
import { createSmtpMailer } from "../mail/adapters/smtp-mailer.ts";
import { createMailQueue, type MailQueue, sendMailJob, sweepMails } from "../mail/index.ts";
import { reportMailWork } from "../reports/index.ts";
import { createNoticeSink, isLinkDue, mailLinkJob, mailNoticeJob } from "../users/index.ts";
import type { AppParts } from "./app-parts.ts";
import type { Outgoing } from "./outgoing.ts";

/** Emails to console users; empty without a mail server. */
export interface MailModule {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
  /** Jobs that talk to the mail server. */
  readonly notifications: readonly JobDefinition[];
  readonly mails: MailQueue | undefined;
  /** Turns audit log entries into emails. */
  readonly noticeSink: AuditSink | undefined;
}

const sweepKind = "mail.sweep";
const sweepEveryMs = 60 * 60_000;

export function createMailModule(parts: AppParts, { jobQueue }: Pick<Outgoing, "jobQueue">): MailModule {
  const { config, logger, database, clock, newId, keyRing } = parts;
  const { server, from, ca } = config.mail;
  if (server === undefined || from === undefined)
    return { jobs: [], schedules: [], notifications: [], mails: undefined, noticeSink: undefined };
  const mails = createMailQueue({ clock, newId, keyRing, jobQueue });
  const deps = { database, clock, newId, mails, config, baseUrl: config.baseUrl };
  const approvals = approvalMailWork(deps);
  const reports = reportMailWork(deps);
  const sweep = defineJob({
    kind: sweepKind,
    parse: () => undefined,
    handle: () => sweepMails(database, clock),
  });
  const send = sendMailJob({
    database,
    clock,
    keyRing,
    mailer: createSmtpMailer({ server, from, ca }),
    isDue: (session, mail) => isLinkDue(session, { clock }, mail),
    onRefused: ({ id, kind }) =>
      logger.warn({ mailId: id, mailKind: kind }, "the mail server refused the recipient of an email"),
  });
  const sinks = [createNoticeSink({ database, clock, jobQueue }), createApprovalSink(deps)];
  return {
    jobs: [mailLinkJob(deps), mailNoticeJob(deps), ...approvals.jobs, ...reports.jobs, sweep],
    schedules: [
      ...approvals.schedules,
      ...reports.schedules,
      defineSchedule({ name: sweepKind, everyMs: sweepEveryMs, job: { kind: sweepKind, payload: {} } }),
    ],
    notifications: [send],
    mails,
    noticeSink: {
      send: async (entries, signal) => {
        for (const sink of sinks) await sink.send(entries, signal);
      },
    },
  };
}
