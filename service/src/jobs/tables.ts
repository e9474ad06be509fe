import { integer, jsonb, optional, text, textArray, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Json } from "../kernel/canonical-json.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import type { JobId } from "./job.ts";
import type { NodeId } from "./node-store.ts";

/** Jobs that exhausted their attempts, until an operator retries or discards them. */
export const deadJobs = table({
  name: "dead_jobs",
  owner: "jobs",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text<JobId>(),
    kind: text(),
    /** Whose share of the runners it uses. */
    tenantId: text<TenantId | "platform">(),
    network: optional(text<Network>()),
    payload: jsonb<Json>(),
    dedupeKey: optional(text()),
    attempts: integer(),
    lastError: text(),
    createdAt: timestamptz(),
    diedAt: timestamptz(),
    discardedAt: optional(timestamptz()),
    discardReason: optional(text()),
  },
});

/** Leases of the job runners, in database time. */
export const jobRunners = table({
  name: "job_runners",
  owner: "jobs",
  place: "local",
  key: ["token"],
  columns: {
    token: text(),
    expiresAt: timestamptz(),
  },
});

/** Last tick of each recurring job. */
export const jobSchedules = table({
  name: "job_schedules",
  owner: "jobs",
  place: "coordinator",
  key: ["name"],
  columns: {
    name: text(),
    lastTickAt: timestamptz(),
  },
});

/** Pending and running jobs, deleted when done. */
export const jobs = table({
  name: "jobs",
  owner: "jobs",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text<JobId>(),
    kind: text(),
    /** Whose share of the runners it uses. */
    tenantId: text<TenantId | "platform">(),
    network: optional(text<Network>()),
    payload: jsonb<Json>(),
    dedupeKey: optional(text()),
    state: text<"scheduled" | "ready" | "running">(),
    runAt: timestamptz(),
    attempts: integer(),
    runnerToken: optional(text()),
    lastError: optional(text()),
    createdAt: timestamptz(),
  },
});

/** Running nodes and their last heartbeat. */
export const nodes = table({
  name: "nodes",
  owner: "jobs",
  place: "local",
  key: ["id"],
  columns: {
    id: text<NodeId>(),
    host: text(),
    roles: textArray(),
    version: text(),
    startedAt: timestamptz(),
    seenAt: timestamptz(),
    /** Number of its newest migration. */
    build: integer(),
    drainingSince: optional(timestamptz()),
  },
});
