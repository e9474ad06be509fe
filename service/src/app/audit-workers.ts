import { Gauge, type Registry } from "prom-client";
import { createFileSink } from "../audit/adapters/file-sink.ts";
import { createSyslogSink } from "../audit/adapters/syslog-sink.ts";
import {
  type AuditSink,
  countUnexported,
  createAuditExporter,
  createAuditSealer,
  type ExportedEntry,
  jsonEntry,
  measureUnsealed,
  ocsfEvent,
} from "../audit/index.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { eventsTopic } from "../events/index.ts";
import { jobsTopic, type NodeId } from "../jobs/index.ts";
import { findLastRound } from "../ledger/index.ts";
import type { AppParts } from "./app-parts.ts";
import type { Outgoing } from "./outgoing.ts";

/** Sealer and export of the audit log, and its notices by email, on a node with the role `worker`. */
export interface AuditWorkers {
  start(): void;
  stop(): Promise<void>;
}

/** Longest pause of an idle loop. */
const idleMs = 5_000;

export function createAuditWorkers(
  parts: AppParts,
  {
    wakeUp,
    noticeSink,
    nodeId,
    registry,
  }: Pick<Outgoing, "wakeUp"> & {
    readonly nodeId: NodeId;
    readonly registry: Registry;
    /** Undefined if Florin sends no email. */
    readonly noticeSink: AuditSink | undefined;
  },
): AuditWorkers {
  const { config, logger, database, clock } = parts;
  createAuditMetrics(registry, parts);
  const sealer = createAuditSealer({
    database,
    clock,
    wakeUp,
    wakeOn: [eventsTopic, jobsTopic],
    idleMs,
    onError: (error) => logger.warn({ err: error }, "audit log entries could not be sealed; will retry"),
  });
  const sink = createSink(config.auditExport);
  const onError = (error: unknown): void =>
    logger.warn({ err: error }, "the audit log could not be exported; will retry");
  const common = { database, clock, holder: nodeId, idleMs, onError };
  const exporter = sink && createAuditExporter({ ...common, sink });
  const notices = noticeSink && createAuditExporter({ ...common, name: "notices", sink: noticeSink });
  return {
    start: () => {
      sealer.start();
      exporter?.start();
      notices?.start();
    },
    stop: async () => {
      await Promise.all([sealer.stop(), exporter?.stop(), notices?.stop()]);
    },
  };
}

/** Undefined if the audit log is not exported. */
function createSink({ destination, format, ca }: Config["auditExport"]): AuditSink | undefined {
  if (destination === undefined) return undefined;
  const present = { json: jsonEntry, ocsf: ocsfEvent }[format];
  const lineOf = (entry: ExportedEntry): string => JSON.stringify(present(entry));
  switch (destination.transport) {
    case "file":
      return createFileSink(destination.path, lineOf);
    case "tls":
      return createSyslogSink({ ...destination, transport: "tls", ca }, lineOf);
    case "tcp":
      return createSyslogSink({ ...destination, transport: "tcp" }, lineOf);
    case "unix":
      return createSyslogSink(destination, lineOf);
  }
}

/** Read from the database: the same on every node, and after a restart. */
export function createAuditMetrics(
  registry: Registry,
  { database, clock, config }: Pick<AppParts, "database" | "clock" | "config">,
): void {
  const registers = [registry];
  new Gauge({
    name: "florin_audit_unsealed_seconds",
    help: "Age of the oldest audit log entry that is not in the hash chain yet; 0 if there is none.",
    registers,
    async collect() {
      const { oldestAt } = await measureUnsealed(database);
      this.set(oldestAt === undefined ? 0 : Math.max(0, clock.now() - oldestAt) / 1_000);
    },
  });
  new Gauge({
    name: "florin_audit_verification_ended_seconds",
    help: "Unix time when the last verification of the audit log ended; 0 before the first one.",
    registers,
    async collect() {
      this.set(((await lastRound(database))?.endedAt ?? 0) / 1_000);
    },
  });
  new Gauge({
    name: "florin_audit_verification_chains",
    help: "Chains in the last verification of the audit log, by result; findings need manual action.",
    labelNames: ["count"],
    registers,
    async collect() {
      const { journals: chains = 0, findings = 0, unverified = 0 } = (await lastRound(database)) ?? {};
      for (const [count, value] of Object.entries({ chains, findings, unverified }))
        this.set({ count }, value);
    },
  });
  if (config.auditExport.destination === undefined) return;
  new Gauge({
    name: "florin_audit_export_waiting",
    help: "Seals of the audit log that are not exported yet.",
    registers,
    async collect() {
      this.set(await countUnexported(database));
    },
  });
}

function lastRound(database: Database) {
  return findLastRound(database, "audit.verify");
}
