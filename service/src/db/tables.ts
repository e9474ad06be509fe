import type { Network } from "../kernel/id.ts";
import { bigint, integer, jsonb, optional, text, timestamptz } from "./column.ts";
import { table } from "./table.ts";

/** Versions of what decides about transfers, by tenant; one for all of them together. */
export const factsVersions = table({
  name: "facts_versions",
  owner: "db",
  place: "coordinator",
  key: ["scope"],
  columns: {
    scope: text(),
    version: bigint(),
  },
});

/** The process that holds each task. */
export const leases = table({
  name: "leases",
  owner: "db",
  place: "local",
  key: ["task"],
  columns: {
    task: text<"work" | "scan">(),
    holder: text(),
    epoch: bigint(),
    expiresAt: timestamptz(),
  },
});

/** Applied migrations. */
export const schemaMigrations = table({
  name: "schema_migrations",
  owner: "db",
  place: "local",
  key: ["version"],
  columns: {
    version: integer(),
    name: text(),
    checksum: text(),
    appliedAt: timestamptz(),
    oldestBuild: integer(),
  },
});

/** Restores of this database, and whether they are recovered. */
export const databaseRestores = table({
  name: "database_restores",
  owner: "db",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text(),
    origin: text(),
    backupId: optional(text()),
    takenAt: timestamptz(),
    restoredAt: timestamptz(),
    state: text(),
    advancedAt: optional(timestamptz()),
    recoveredAt: optional(timestamptz()),
    requestedAt: optional(timestamptz()),
  },
});

/** External effects after the moment of a restore, and what became of them. */
export const recoveredEffects = table({
  name: "recovered_effects",
  owner: "db",
  place: "coordinator",
  key: ["network", "place", "mark", "reference"],
  columns: {
    network: text<Network>(),
    place: text(),
    /** Identifies the operation or entry that caused it. */
    mark: text(),
    reference: text(),
    restoreId: text(),
    detail: jsonb<object>(),
    state: text(),
    note: optional(text()),
    foundAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});
