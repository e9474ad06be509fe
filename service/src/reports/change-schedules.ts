import { auditing } from "../audit/index.ts";
import type { Database, Session } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { type NewId, platformTenant } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import { orNotFound, RefusalError, refuse } from "../kernel/refusal.ts";
import { mayRead } from "./may-read.ts";
import { readParameters } from "./read-parameters.ts";
import type { Report } from "./report.ts";
import { nextDue, type ReportSchedule } from "./schedule.ts";
import { deleteSchedule, insertSchedule, type SchedulePlace, selectSchedules } from "./schedule-store.ts";
import { parseTimeZone } from "./time-zone.ts";

export interface ScheduleDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

export const maxSchedules = 100;

export interface NewSchedule
  extends SchedulePlace,
    Pick<ReportSchedule, "format" | "parameters" | "cadence" | "recipientIds" | "createdBy"> {
  readonly report: Report;
  readonly timeZone: string;
  readonly cause: Cause;
}

/** The creator and all recipients must be allowed to read the report. */
export async function createSchedule(deps: ScheduleDeps, input: NewSchedule): Promise<ReportSchedule> {
  const { report, cause, timeZone, ...fields } = input;
  if (parseTimeZone(timeZone) === undefined)
    throw refusedAt("time_zone", "must be the IANA name of a time zone, such as America/New_York");
  readParameters(report, fields.parameters, "/parameters");
  const now = deps.clock.now();
  const schedule: ReportSchedule = {
    ...fields,
    id: deps.newId<"report-schedule">(),
    report: report.name,
    timeZone,
    recipientIds: [...new Set(fields.recipientIds)],
    createdAt: now,
    nextAt: nextDue(fields.cadence, timeZone, now),
  };
  await deps.database.transaction(async (tx) => {
    await requireReaders(tx, report, schedule);
    if ((await selectSchedules(tx, { ...schedule, limit: maxSchedules })).length >= maxSchedules)
      throw new RefusalError(refuse("conflict", `there are at most ${maxSchedules} schedules`));
    await insertSchedule(tx, schedule);
    await auditSchedule(deps, tx, { cause, action: "report_schedule.create", after: schedule });
  });
  return schedule;
}

async function requireReaders(session: Session, report: Report, schedule: ReportSchedule): Promise<void> {
  if (!(await mayRead(session, report, schedule, schedule.createdBy)))
    throw new RefusalError(refuse("not_permitted", "your role does not allow this report"));
  for (const [index, userId] of schedule.recipientIds.entries()) {
    if (!(await mayRead(session, report, schedule, userId)))
      throw refusedAt(`recipient_ids/${index}`, "must be a user whose role allows this report");
  }
}

export async function removeSchedule(
  deps: ScheduleDeps,
  place: SchedulePlace,
  { id, cause }: { readonly id: string; readonly cause: Cause },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const found = await deleteSchedule(tx, place, id);
    const schedule = orNotFound(found, "there is no report schedule with this id");
    await auditSchedule(deps, tx, { cause, action: "report_schedule.remove", before: schedule });
  });
}

const auditSchedule = auditing(
  ({ report, cadence, format, recipientIds }: ReportSchedule) => ({
    report,
    cadence,
    format,
    recipients: recipientIds.join(" "),
  }),
  ({ id, tenantId, network }) => ({
    id,
    tenantId: tenantId === platformTenant ? undefined : tenantId,
    network,
  }),
);

function refusedAt(place: string, detail: string): RefusalError {
  const errors = [{ pointer: `/${place}`, detail }];
  return new RefusalError(refuse("validation_failed", `${place} ${detail}`, { errors }));
}
