import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { AppParts } from "../startup/app-parts.ts";
import { type AttemptReport, measureLanes } from "../webhooks/index.ts";

const secondsPerMs = 1 / 1000;

/** What operators watch of deliveries. Answers who is to be told of each attempt of this node. */
export function createWebhookMetrics(
  registry: Registry,
  { database, clock }: Pick<AppParts, "database" | "clock">,
): (report: AttemptReport) => void {
  const registers = [registry];
  const attempts = new Counter({
    name: "florin_webhook_attempts_total",
    help: "Attempts to deliver an event that this node made, by what came of them.",
    labelNames: ["status"],
    registers,
  });
  const durations = new Histogram({
    name: "florin_webhook_attempt_seconds",
    help: "How long endpoints took to answer, or not to.",
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  new Gauge({
    name: "florin_webhook_lanes",
    help: "Subscriptions with something to send: ready to be worked on, held by a node, paused after failures, failing.",
    labelNames: ["state"],
    registers,
    async collect() {
      const { ready, held, paused, failing } = await measureLanes(database, clock.now());
      for (const [state, count] of Object.entries({ ready, held, paused, failing }))
        this.set({ state }, count);
    },
  });
  new Gauge({
    name: "florin_webhook_lag_seconds",
    help: "For how long the subscription that waits longest has been ready; near zero while couriers keep up.",
    registers,
    async collect() {
      const now = clock.now();
      const { oldestReadyAt } = await measureLanes(database, now);
      this.set(oldestReadyAt === undefined ? 0 : (now - oldestReadyAt) * secondsPerMs);
    },
  });
  return ({ status, durationMs }) => {
    attempts.inc({ status });
    durations.observe(durationMs * secondsPerMs);
  };
}
