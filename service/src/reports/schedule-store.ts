import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { ReportMailing, ReportSchedule } from "./schedule.ts";

/** The workspace of schedules, or the platform in one network. */
export interface SchedulePlace {
  readonly tenantId: TenantId;
  readonly network: Network;
}

const columns = `id, tenant_id, network, report, format, parameters, cadence, time_zone, recipient_ids, created_by,
  created_at, next_at`;

const insert = statement(`
  INSERT INTO report_schedules (${columns})
  VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9::text[], $10, $11::timestamptz, $12::timestamptz)`);

export async function insertSchedule(tx: Transaction, schedule: ReportSchedule): Promise<void> {
  await tx.run(insert, [
    schedule.id,
    schedule.tenantId,
    schedule.network,
    schedule.report,
    schedule.format,
    JSON.stringify(schedule.parameters),
    schedule.cadence,
    schedule.timeZone,
    schedule.recipientIds,
    schedule.createdBy,
    formatInstant(schedule.createdAt),
    formatInstant(schedule.nextAt),
  ]);
}

// Index: report_schedules_by_place.
const ofPlace = statement<ReportSchedule>(`
  SELECT ${columns} FROM report_schedules WHERE tenant_id = $1 AND network = $2 ORDER BY id LIMIT $3`);

export function selectSchedules(
  session: Session,
  { tenantId, network }: SchedulePlace,
  limit: number,
): Promise<readonly ReportSchedule[]> {
  return session.rows(ofPlace, [tenantId, network, limit]);
}

// Primary key.
const remove = statement<ReportSchedule>(`
  DELETE FROM report_schedules WHERE id = $1 AND tenant_id = $2 AND network = $3 RETURNING ${columns}`);

/** Undefined if there is none there. */
export function deleteSchedule(
  tx: Transaction,
  { tenantId, network }: SchedulePlace,
  id: string,
): Promise<ReportSchedule | undefined> {
  return tx.first(remove, [id, tenantId, network]);
}

// Index: report_schedules_due. Another node's rows are left to it.
const due = statement<ReportSchedule>(`
  SELECT ${columns} FROM report_schedules WHERE next_at <= $1::timestamptz ORDER BY next_at LIMIT 1
  FOR UPDATE SKIP LOCKED`);

/** The schedule that is due the longest, locked until the transaction ends. */
export function lockDueSchedule(tx: Transaction, now: Instant): Promise<ReportSchedule | undefined> {
  return tx.first(due, [formatInstant(now)]);
}

// Primary key.
const advance = statement(`UPDATE report_schedules SET next_at = $2::timestamptz WHERE id = $1`);

export async function advanceSchedule(
  tx: Transaction,
  id: ReportSchedule["id"],
  nextAt: Instant,
): Promise<void> {
  await tx.run(advance, [id, formatInstant(nextAt)]);
}

const insertOne = statement(`
  INSERT INTO report_mailings (schedule_id, first_day, last_day, mailed_at, recipient_count, skipped_count)
  VALUES ($1, $2, $3, $4::timestamptz, $5, $6) ON CONFLICT (schedule_id, first_day) DO NOTHING`);

/** False if this period was mailed before. */
export async function insertMailing(tx: Transaction, mailing: ReportMailing): Promise<boolean> {
  const { scheduleId, firstDay, lastDay, mailedAt, recipientCount, skippedCount } = mailing;
  const values = [scheduleId, firstDay, lastDay, formatInstant(mailedAt), recipientCount, skippedCount];
  return (await tx.run(insertOne, values)) === 1;
}

// Primary key, backwards.
const mailings = statement<ReportMailing>(`
  SELECT mailing.schedule_id, mailing.first_day, mailing.last_day, mailing.mailed_at, mailing.recipient_count,
         mailing.skipped_count
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
const sweep = statement(`DELETE FROM report_mailings WHERE mailed_at < $1::timestamptz`);

export async function removeMailingsBefore(session: Session, before: Instant): Promise<void> {
  await session.run(sweep, [formatInstant(before)]);
}
