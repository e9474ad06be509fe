export type { AuditEntry, AuditedFields, RecordedEntry } from "./audit-entry.ts";
export { readAudit, walkAudit } from "./read-audit.ts";
export { type AuditDeps, recordAudit } from "./record-audit.ts";
export type { AuditPosition, AuditQuery } from "./store.ts";
