export type { AuditEntry, AuditedFields, RecordedEntry } from "./audit-entry.ts";
export { readAudit } from "./read-audit.ts";
export { type AuditDeps, recordAudit } from "./record-audit.ts";
export type { AuditQuery } from "./store.ts";
