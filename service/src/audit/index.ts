export type { AuditEntry, AuditedFields, AuditScope } from "./audit-entry.ts";
export { type AuditDeps, recordAudit } from "./record-audit.ts";
