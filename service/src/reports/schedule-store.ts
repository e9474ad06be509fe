import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { ReportMailing, ReportSchedule } from "./schedule.ts";
import { reportMailings, reportSchedules } from "./tables.ts";

/** The workspace of schedules, or the platform in one network. */
export type SchedulePlace = Pick<ReportSchedule, "tenantId" | "network">;

export const insertSchedule = reportSchedules.insert();

/** Index: report_schedules_by_place. */
export const selectSchedules = reportSchedules.many({
  by: ["tenantId", "network"],
  orderBy: ["id"],
  limit: true,
});

// Primary key.
const remove = statement<ReportSchedule>(
  `DELETE FROM report_schedules WHERE id = $1 AND tenant_id = $2 AND network = $3 RETURNING ${reportSchedules.list()}`,
  { audited: ["report_schedule"] },
);

/** Undefined if there is none there. */
export function deleteSchedule(
  tx: Transaction,
  { tenantId, network }: SchedulePlace,
  id: string,
): Promise<ReportSchedule | undefined> {
  return tx.first(remove, [id, tenantId, network]);
}

/** The schedule that is due the longest. Another node's are left to it. Index: report_schedules_due. */
export const lockDueSchedule = reportSchedules.one({
  by: ["nextAt <="],
  orderBy: ["nextAt"],
  lock: "UPDATE SKIP LOCKED",
});

export const advanceSchedule = reportSchedules.updateOne({ by: ["id"], set: ["nextAt"], audited: [] });

/** False if this period was mailed before. */
export const insertMailing = reportMailings.insert({ onConflict: "(schedule_id, first_day) DO NOTHING" });

// Primary key, backwards.
const mailings = statement<ReportMailing>(`
  SELECT mailing.*
    FROM unnest($1::text[]) AS requested (id)
   CROSS JOIN LATERAL (
    SELECT * FROM report_mailings WHERE schedule_id = requested.id ORDER BY first_day DESC LIMIT $2) AS mailing`);

/** The latest of each schedule, newest first. */
export async function selectMailings(
  session: Session,
  ids: readonly string[],
  limitOfEach: number,
): Promise<readonly ReportMailing[]> {
  return ids.length === 0 ? [] : session.rows(mailings, [ids, limitOfEach]);
}

// Full scan: a schedule has one row for each period, and there are few schedules.
export const removeMailingsBefore = reportMailings.remove({ by: ["mailedAt <"] });
