import { Gauge, type Registry } from "prom-client";
import type { ChainKey } from "../chains/chain-name.ts";
import type { ChainRegistry } from "../chains/chain-registry.ts";
import { countAwaitingQuorum, countOpenWork, type OpenWorkCount } from "../chains/status-store.ts";
import type { Database } from "../db/database.ts";
import { onceAtATime } from "../kernel/once-at-a-time.ts";

/** Pending operations of each chain and their age: the first thing to check when tokens do not move. */
export function createChainMetrics(
  registry: Registry,
  database: Database,
  chains: Pick<ChainRegistry, "all">,
): void {
  const settings = { labelNames: ["network", "chain", "state"], registers: [registry] };
  const countOnce = onceAtATime(() => countEverywhere(database, chains));
  new Gauge({
    ...settings,
    name: "florin_chain_work",
    help: "Chain operations that are not finished",
    async collect() {
      const counts = await countOnce();
      this.reset();
      for (const { network, chain, state, count } of counts) this.set({ network, chain, state }, count);
    },
  });
  new Gauge({
    ...settings,
    name: "florin_chain_work_oldest_seconds",
    help: "Age of the oldest chain operation that is not finished",
    async collect() {
      const counts = await countOnce();
      this.reset();
      for (const { network, chain, state, oldestSeconds } of counts)
        this.set({ network, chain, state }, oldestSeconds);
    },
  });
  createQuorumMetric(registry, database);
}

function createQuorumMetric(registry: Registry, database: Database): void {
  new Gauge({
    name: "florin_deposits_awaiting_quorum",
    help: "Final deposits that most RPC nodes have not confirmed yet",
    labelNames: ["network", "chain"],
    registers: [registry],
    async collect() {
      const counts = await countAwaitingQuorum(database);
      this.reset();
      for (const { network, chain, count } of counts) this.set({ network, chain }, count);
    },
  });
}

async function countEverywhere(
  database: Database,
  chains: Pick<ChainRegistry, "all">,
): Promise<readonly (ChainKey & OpenWorkCount)[]> {
  const counts: (ChainKey & OpenWorkCount)[] = [];
  for (const { key } of chains.all())
    for (const count of await countOpenWork(database, key)) counts.push({ ...key, ...count });
  return counts;
}
