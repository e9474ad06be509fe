export { type AuditAudience, loadActorNames, type NamedActor } from "./audit-actors.ts";
export { relativePeriods, resolvePeriod } from "./period.ts";
export { reportFormats } from "./present.ts";
export { causeOfRecord, recordCauses } from "./record-cause.ts";
export type { Report } from "./report.ts";
export { openReportFile } from "./report-file.ts";
export { reports } from "./reports.ts";
