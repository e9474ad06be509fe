export type {
  AuditEntry,
  AuditedFields,
  AuditedObject,
  FieldsToAudit,
  RecordedEntry,
} from "./audit-entry.ts";
export { discloseEntry, undisclosedActions } from "./disclosure.ts";
export { digestEntry } from "./entry-digest.ts";
export { type AuditSink, createAuditExporter, type ExportedEntry } from "./exporter.ts";
export { findEntry } from "./find-entry.ts";
export {
  hasBreakGlassSignIn,
  noticeActions,
  selectNoticeAction,
  selectNotices as findNotices,
} from "./notice-store.ts";
export { jsonEntry, ocsfEvent } from "./ocsf.ts";
export { presentAuditEntry } from "./present-entry.ts";
export { type AuditDeps, auditChange, auditing, recordAudit } from "./record-audit.ts";
export { createRefusedAddresses, type RecordRefusedAddress } from "./refused-addresses.ts";
export type { AuditChain, ChainEnd } from "./seal-hash.ts";
export { chainHeads, countUnexported, measureUnsealed, selectHeads as findHeads } from "./seal-store.ts";
export { createAuditSealer } from "./sealer.ts";
export { headsOf, type SignedHeads, signedHeadsShape, signHeads } from "./signed-heads.ts";
export { type AuditFilters, auditEntries, readAudit } from "./store.ts";
export { type AuditFinding, verifyChain } from "./verify-chain.ts";
export { selectNextChain as nextChain } from "./verify-store.ts";
