import { Gauge, type Registry } from "prom-client";
import type { Database } from "../db/database.ts";
import { countStranded, lastReconciliation } from "../tokens/index.ts";

/** Whether chains and ledger agree, by the last comparison; the same on every node, and after a restart. */
export function createTokenMetrics(registry: Registry, database: Database): void {
  const registers = [registry];
  new Gauge({
    name: "florin_reconciliation_ended_seconds",
    help: "When chains and ledger were last compared, in seconds since 1970; 0 before the first time.",
    registers,
    async collect() {
      this.set(((await lastReconciliation(database))?.endedAt ?? 0) / 1_000);
    },
  });
  new Gauge({
    name: "florin_reconciliation_differences",
    help: "Supplies and balances of the last comparison that differ, or that no chain could be asked for.",
    labelNames: ["verdict"],
    registers,
    async collect() {
      const { different = 0, unverified = 0 } = (await lastReconciliation(database)) ?? {};
      this.set({ verdict: "different" }, different);
      this.set({ verdict: "unverified" }, unverified);
    },
  });
  new Gauge({
    name: "florin_token_transfers_stranded",
    help: "Transfers whose tokens were burned on one chain and could be minted on none; each needs a person.",
    registers,
    async collect() {
      this.set(Number(await countStranded(database)));
    },
  });
}
