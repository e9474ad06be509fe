import { Gauge, type Registry } from "prom-client";
import { countOpenWork } from "../chains/work/count-store.ts";
import type { Database } from "../db/database.ts";
import type { Chains } from "./chains.ts";

/** What waits on each chain, and for how long: the first thing to look at when money does not move. */
export function createChainMetrics(registry: Registry, database: Database, chains: Chains): void {
  const labelNames = ["network", "chain", "state"];
  const open = new Gauge({
    name: "florin_chain_work",
    help: "Operations on a chain that are not at their end",
    labelNames,
    registers: [registry],
    collect: async () => {
      open.reset();
      oldest.reset();
      for (const { key } of chains.all()) {
        for (const { state, count, oldestSeconds } of await countOpenWork(database, key)) {
          const labels = { ...key, state };
          open.set(labels, count);
          oldest.set(labels, oldestSeconds);
        }
      }
    },
  });
  const oldest = new Gauge({
    name: "florin_chain_work_oldest_seconds",
    help: "The age of the oldest operation on a chain that is not at its end",
    labelNames,
    registers: [registry],
  });
}
