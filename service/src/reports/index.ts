export {
  type AuditAudience,
  type KnownActors,
  loadActorNames,
  loadKnownActors,
  nameActor,
  someOperator,
} from "./audit-actors.ts";
export { auditSentence } from "./audit-sentence.ts";
export { createSchedule, maxSchedules, removeSchedule } from "./change-schedules.ts";
export { reportMailWork } from "./mail-reports.ts";
export { relativePeriods, resolvePeriod } from "./period.ts";
export { type ReportFormat, reportFormats } from "./present.ts";
export { readParameters } from "./read-parameters.ts";
export { causeOfRecord, recordCauses } from "./record-cause.ts";
export { recordDownload } from "./record-download.ts";
export { type Report, reportNames } from "./report.ts";
export { openReportFile } from "./report-file.ts";
export { reports } from "./reports.ts";
export { cadences, type ReportMailing, type ReportSchedule } from "./schedule.ts";
export {
  type SchedulePlace,
  selectMailings as listMailings,
  selectSchedules as listSchedules,
} from "./schedule-store.ts";
