import { Counter, type Registry } from "prom-client";
import { defineConsumer, type EventConsumer } from "../events/index.ts";

/** Counts events by type when they are dispatched: each once, on one of the nodes. */
export function createEventCounter(registry: Registry): EventConsumer {
  const dispatched = new Counter({
    name: "florin_events_total",
    help: "Events dispatched by this node, by type and network.",
    labelNames: ["type", "network"],
    registers: [registry],
  });
  return defineConsumer({
    name: "metrics",
    handle: async (tx, events) =>
      tx.afterCommit(() => {
        for (const { type, network } of events) dispatched.inc({ type, network });
      }),
  });
}
