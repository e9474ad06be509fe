import { Counter, Gauge, type Registry } from "prom-client";
import type { JobDefinition, Schedule } from "../jobs/index.ts";
import { createRequestLog, noRequestLog, type RequestLog, requestLogJobs } from "../request-log/index.ts";
import type { AppParts } from "./app-parts.ts";

/** The request log: written by nodes with the API, deleted after its retention by workers. */
export interface RequestLogModule {
  readonly log: RequestLog;
  readonly jobs: { readonly jobs: readonly JobDefinition[]; readonly schedules: readonly Schedule[] };
}

/** Twenty seconds of a thousand requests per second, in about ten megabytes. */
const limits = { maxWaiting: 20_000, batchSize: 2_000, everyMs: 1_000 };
/** A batch is written every second, so the cost of details is bounded. */
const detailLimits = { maxChars: 16 * 1024, maxPerBatch: 200, maxWaitingChars: 32 * 1024 * 1024 };

export function createRequestLogModule(parts: AppParts, registry: Registry): RequestLogModule {
  const { config, database, clock } = parts;
  const keptMs = config.requestLogMs;
  const isWritten = keptMs > 0 && config.roles.has("api");
  return {
    log: isWritten ? createNodeLog(parts, registry) : noRequestLog,
    jobs: requestLogJobs({ database, clock, keptMs }),
  };
}

function createNodeLog(
  { config, database, newId, keyRing, logger }: AppParts,
  registry: Registry,
): RequestLog {
  const registers = [registry];
  const dropped = new Counter({
    name: "florin_request_log_dropped_total",
    help: "Requests that could not be written to the request log because the database was unavailable or too slow.",
    registers,
  });
  const log = createRequestLog({
    database,
    newId,
    keyRing,
    limits: { ...limits, details: config.requestLogBodies ? detailLimits : undefined },
    onDropped: (count) => dropped.inc(count),
    onError: (error) => logger.warn({ err: error }, "request log could not be written; retrying"),
  });
  new Gauge({
    name: "florin_request_log_waiting",
    help: "Requests that this node has not yet written to the request log.",
    registers,
    collect() {
      this.set(log.waiting());
    },
  });
  return log;
}
