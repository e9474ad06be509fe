import { bigint, bytea, byteaArray, jsonb, optional, text, textArray, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Actor } from "../kernel/cause.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { AuditEntryId, AuditedFields, platformLog } from "./audit-entry.ts";
import type { AuditChain } from "./seal-hash.ts";

/** How far the audit log is exported. */
export const auditExports = table({
  name: "audit_exports",
  owner: "audit",
  place: "coordinator",
  key: ["name"],
  columns: {
    /** Each export has its own position. */
    name: text<"siem" | "notices">(),
    position: bigint(),
    exportedAt: timestamptz(),
  },
});

/** Tenant, both networks: end of each chain of the audit log. */
export const auditHeads = table({
  name: "audit_heads",
  owner: "audit",
  place: "distributed",
  key: ["tenantId"],
  columns: {
    tenantId: text<AuditChain>(),
    sequence: bigint(),
    hash: bytea(),
    entryCount: bigint(),
    sealedAt: timestamptz(),
    verifiedSequence: optional(bigint()),
    verifiedHash: optional(bytea()),
    verifiedAt: optional(timestamptz()),
  },
});

/** Tenant, both networks: every change with its actor, append-only. */
export const auditLog = table({
  name: "audit_log",
  owner: "audit",
  place: "distributed",
  key: ["tenantId", "at", "id"],
  columns: {
    tenantId: text<TenantId | typeof platformLog>(),
    at: timestamptz(),
    id: text<AuditEntryId>(),
    network: optional(text<Network>()),
    accountId: optional(text<AccountId>()),
    actorType: text<Actor["type"]>(),
    actorId: text(),
    requestId: optional(text()),
    action: text(),
    subjectType: text(),
    subjectId: text(),
    before: optional(jsonb<AuditedFields>()),
    after: optional(jsonb<AuditedFields>()),
  },
});

/** Tenant, both networks: last removed seal of each chain of the audit log. */
export const auditPrunings = table({
  name: "audit_prunings",
  owner: "audit",
  place: "distributed",
  key: ["tenantId"],
  columns: {
    tenantId: text<AuditChain>(),
    sequence: bigint(),
    hash: bytea(),
    prunedAt: timestamptz(),
  },
});

/** Tenant, both networks: hash chain over the audit log, append-only. */
export const auditSeals = table({
  name: "audit_seals",
  owner: "audit",
  place: "distributed",
  key: ["tenantId", "sequence"],
  columns: {
    tenantId: text<AuditChain>(),
    sequence: bigint(),
    position: bigint(),
    at: timestamptz(),
    entryIds: textArray(),
    digests: byteaArray(),
    sealedAt: timestamptz(),
    hash: bytea(),
  },
});

/** Tenant, both networks: audit log entries that are not in the chain yet. */
export const auditUnsealed = table({
  name: "audit_unsealed",
  owner: "audit",
  place: "distributed",
  key: ["tenantId", "id"],
  columns: {
    tenantId: text<AuditChain>(),
    id: text(),
    at: timestamptz(),
    entryIds: textArray(),
    digests: byteaArray(),
  },
});
