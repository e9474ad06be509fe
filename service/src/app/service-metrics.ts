import { Counter, collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { pollTurns } from "../db/poll-loop.ts";
import { measureOutbox } from "../events/index.ts";
import { countJobs } from "../jobs/index.ts";
import type { AppParts } from "./app-parts.ts";
import type { Workers } from "./workers.ts";

/** Each sample wakes the process, so an idle one takes few. */
const eventLoopSampleMs = 100;

/** Metrics of the process, the connection pool and the queues, collected on scrape. */
export function createServiceMetrics(
  registry: Registry,
  { database }: Pick<AppParts, "database">,
  workers: Pick<Workers, "health"> | undefined,
): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopSampleMs });
  const registers = [registry];
  new Gauge({
    name: "florin_database_connections",
    help: "Database connections of this node by state, and callers waiting for one.",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.load())) this.set({ state }, count);
    },
  });
  new Counter({
    name: "florin_poll_turns_total",
    help: "Turns of the poll loops of this process, by loop; each checks for work once.",
    labelNames: ["loop"],
    registers,
    collect() {
      this.reset();
      for (const [loop, turns] of pollTurns()) this.inc({ loop }, turns);
    },
  });
  if (workers === undefined) return;
  new Gauge({
    name: "florin_jobs",
    help: "Jobs in the queue by type and state, across all nodes.",
    labelNames: ["kind", "state"],
    registers,
    async collect() {
      this.reset();
      for (const { kind, ...counts } of await countJobs(database)) {
        for (const [state, count] of Object.entries(counts)) this.set({ kind, state }, count);
      }
    },
  });
  new Gauge({
    name: "florin_events_waiting",
    help: "Events not yet dispatched to their consumers.",
    registers,
    async collect() {
      this.set((await measureOutbox(database)).waiting);
    },
  });
  new Gauge({
    name: "florin_jobs_running",
    help: "Jobs that this node is running, by runner: one for documents, one for all other jobs.",
    labelNames: ["runner"],
    registers,
    collect() {
      const { jobs, documents } = workers.health();
      this.set({ runner: "jobs" }, jobs.running);
      this.set({ runner: "documents" }, documents.running);
    },
  });
}
