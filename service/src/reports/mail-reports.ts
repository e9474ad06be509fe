import { findTenantNames } from "../accounts/index.ts";
import type { Database, Transaction } from "../db/database.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../jobs/index.ts";
import { assert } from "../kernel/assert.ts";
import { platformTenant, type UserId } from "../kernel/id.ts";
import { addMs, type Clock } from "../kernel/instant.ts";
import { orThrow } from "../kernel/refusal.ts";
import type { MailContent, MailQueue } from "../mail/index.ts";
import { consoleAddress, findUserEmails } from "../users/index.ts";
import { mayRead } from "./may-read.ts";
import { type Period, resolvePeriod } from "./period.ts";
import { reports } from "./reports.ts";
import { coveredPeriod, nextDue, type ReportSchedule } from "./schedule.ts";
import { advanceSchedule, insertMailing, lockDueSchedule, removeMailingsBefore } from "./schedule-store.ts";

export interface ReportMailDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly mails: MailQueue;
  readonly baseUrl: string;
}

const kind = "reports.mail";
const everyMs = 5 * 60_000;
const schedulesPerRun = 500;
const keptMs = 400 * 86_400_000;

/** Every five minutes, the recipients of reports whose period is over get an email with a link. */
export function reportMailWork(deps: ReportMailDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  return {
    jobs: [defineJob({ kind, parse: () => undefined, handle: () => mailReports(deps) })],
    schedules: [defineSchedule({ name: kind, everyMs, job: { kind, payload: {} } })],
  };
}

/** Periods that ended while no node ran are made up for by the last one of them. */
async function mailReports(deps: ReportMailDeps): Promise<void> {
  const { database, clock } = deps;
  for (let count = 0; count < schedulesPerRun; count += 1) {
    const wasDue = await database.transaction((tx) => mailOne(deps, tx));
    if (!wasDue) break;
  }
  await removeMailingsBefore(database, { mailedAt: addMs(clock.now(), -keptMs) });
}

/** Emails, their history and the next time commit together, so a period is mailed once over all nodes. */
async function mailOne(deps: ReportMailDeps, tx: Transaction): Promise<boolean> {
  const now = deps.clock.now();
  const schedule = await lockDueSchedule(tx, { nextAt: now });
  if (schedule === undefined) return false;
  const { id, cadence, timeZone, recipientIds } = schedule;
  const period = orThrow(resolvePeriod({ period: coveredPeriod[cadence], timeZone }, now));
  const readers = await readersOf(tx, schedule);
  const isNew = await insertMailing(tx, {
    scheduleId: id,
    firstDay: period.firstDay,
    lastDay: period.lastDay,
    mailedAt: now,
    recipientCount: readers.length,
    skippedCount: recipientIds.length - readers.length,
  });
  if (isNew) {
    const content = await contentOf(deps, tx, schedule, period);
    const mails = readers.map(({ userId, email }) => {
      return {
        key: `report ${id} ${period.firstDay} ${userId}`,
        kind: "report",
        to: email,
        content,
      } as const;
    });
    await deps.mails.queue(tx, mails);
  }
  await advanceSchedule(tx, { id, nextAt: nextDue(cadence, timeZone, now) });
  return true;
}

interface Reader {
  readonly userId: UserId;
  readonly email: string;
}

/** Roles may have changed since the schedule was made. */
async function readersOf(tx: Transaction, schedule: ReportSchedule): Promise<readonly Reader[]> {
  const report = reportOf(schedule);
  const emails = await findUserEmails(tx, { id: schedule.recipientIds });
  const readers: Reader[] = [];
  for (const { id: userId, email } of emails) {
    if (await mayRead(tx, report, schedule, userId)) readers.push({ userId, email });
  }
  return readers;
}

function reportOf({ report: name }: ReportSchedule) {
  const report = reports.find((each) => each.name === name);
  assert(report !== undefined, "a schedule names a report of this build");
  return report;
}

/** No figures and no names of customers: the link requires a sign-in. */
async function contentOf(
  { baseUrl }: ReportMailDeps,
  tx: Transaction,
  schedule: ReportSchedule,
  { firstDay, lastDay, timeZone }: Period,
): Promise<MailContent> {
  const { tenantId, network } = schedule;
  const { title } = reportOf(schedule);
  const isPlatform = tenantId === platformTenant;
  const [tenant] = isPlatform ? [] : await findTenantNames(tx, [tenantId]);
  const path = isPlatform ? "ops/reports" : `w/${tenantId}/${network}/reports`;
  const days = firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`;
  return {
    subject: `Florin: ${title}, ${days}`,
    paragraphs: [`The report for ${days} is ready.`],
    facts: [
      ["Report", title],
      ["Workspace", `${isPlatform ? "Operations" : (tenant?.name ?? "")}, ${network}`],
      ["Period", `${days} (${timeZone})`],
    ],
    action: { label: "Open reports", url: `${consoleAddress(baseUrl)}${path}` },
    footer: "The report itself is not part of this email. Sign in to download it.",
  };
}
