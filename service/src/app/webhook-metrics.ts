import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { type AttemptReport, measureQueues } from "../webhooks/index.ts";
import type { AppParts } from "./app-parts.ts";

const secondsPerMs = 1 / 1000;

/** Metrics of webhook deliveries. Returns the function that records each attempt of this node. */
export function createWebhookMetrics(
  registry: Registry,
  { database, clock }: Pick<AppParts, "database" | "clock">,
): (report: AttemptReport) => void {
  const registers = [registry];
  const attempts = new Counter({
    name: "florin_webhook_attempts_total",
    help: "Delivery attempts of this node, by status.",
    labelNames: ["status"],
    registers,
  });
  const durations = new Histogram({
    name: "florin_webhook_attempt_seconds",
    help: "Duration of delivery attempts, including failed ones.",
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  new Gauge({
    name: "florin_webhook_endpoint_queues",
    help: "Webhook subscriptions with queued events, by state: ready, held by a node, paused after failures, failing.",
    labelNames: ["state"],
    registers,
    async collect() {
      const { ready, held, paused, failing } = await measureQueues(database, clock.now());
      for (const [state, count] of Object.entries({ ready, held, paused, failing }))
        this.set({ state }, count);
    },
  });
  new Gauge({
    name: "florin_webhook_lag_seconds",
    help: "How long the oldest ready endpoint queue has been waiting; near zero while delivery workers keep up.",
    registers,
    async collect() {
      const now = clock.now();
      const { oldestReadyAt } = await measureQueues(database, now);
      this.set(oldestReadyAt === undefined ? 0 : (now - oldestReadyAt) * secondsPerMs);
    },
  });
  return ({ status, durationMs }) => {
    attempts.inc({ status });
    durations.observe(durationMs * secondsPerMs);
  };
}
