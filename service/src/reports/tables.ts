import { integer, jsonb, text, textArray, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Id, Network, TenantId, UserId } from "../kernel/id.ts";
import type { ReportFormat } from "./present.ts";
import type { ReportName } from "./report.ts";
import type { Cadence } from "./schedule.ts";
import type { TimeZone } from "./time-zone.ts";

/** Periods of scheduled reports whose recipients were notified. */
export const reportMailings = table({
  name: "report_mailings",
  owner: "reports",
  place: "coordinator",
  key: ["scheduleId", "firstDay"],
  columns: {
    scheduleId: text<Id<"report-schedule">>(),
    firstDay: text(),
    lastDay: text(),
    mailedAt: timestamptz(),
    recipientCount: integer(),
    skippedCount: integer(),
  },
});

/** Reports that users are notified of by email, at the end of each period. */
export const reportSchedules = table({
  name: "report_schedules",
  owner: "reports",
  place: "coordinator",
  key: ["id"],
  audited: ["report_schedule"],
  columns: {
    id: text<Id<"report-schedule">>(),
    tenantId: text<TenantId>(),
    network: text<Network>(),
    report: text<ReportName>(),
    format: text<ReportFormat>(),
    parameters: jsonb<Readonly<Record<string, string>>>(),
    cadence: text<Cadence>(),
    timeZone: text<TimeZone>(),
    recipientIds: textArray<UserId>(),
    createdBy: text<UserId>(),
    createdAt: timestamptz(),
    nextAt: timestamptz(),
  },
});
