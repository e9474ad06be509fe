import { Gauge, type Registry } from "prom-client";
import type { ChainKey } from "../chains/chain-name.ts";
import type { ChainRegistry } from "../chains/chain-registry.ts";
import { countOpenWork, type OpenWorkCount } from "../chains/work/count-store.ts";
import type { Database } from "../db/database.ts";
import { onceAtATime } from "./once-at-a-time.ts";

/** What waits on each chain, and for how long: the first thing to look at when money does not move. */
export function createChainMetrics(
  registry: Registry,
  database: Database,
  chains: Pick<ChainRegistry, "all">,
): void {
  const settings = { labelNames: ["network", "chain", "state"], registers: [registry] };
  const ask = onceAtATime(() => countEverywhere(database, chains));
  new Gauge({
    ...settings,
    name: "florin_chain_work",
    help: "Operations on a chain that are not at their end",
    async collect() {
      const counts = await ask();
      this.reset();
      for (const { network, chain, state, count } of counts) this.set({ network, chain, state }, count);
    },
  });
  new Gauge({
    ...settings,
    name: "florin_chain_work_oldest_seconds",
    help: "The age of the oldest operation on a chain that is not at its end",
    async collect() {
      const counts = await ask();
      this.reset();
      for (const { network, chain, state, oldestSeconds } of counts)
        this.set({ network, chain, state }, oldestSeconds);
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
