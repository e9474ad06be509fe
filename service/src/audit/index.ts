export type { AuditEntry, AuditedFields, AuditScope, RecordedEntry } from "./audit-entry.ts";
export { type AuditWalk, readAudit, walkAudit } from "./read-audit.ts";
export { type AuditDeps, recordAudit } from "./record-audit.ts";
export type { AuditPosition, AuditQuery } from "./store.ts";
