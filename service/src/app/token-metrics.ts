import { Gauge, type Registry } from "prom-client";
import type { Database } from "../db/database.ts";
import { lastReconciliation } from "../tokens/index.ts";
import { countTransfersNeedingAction } from "../transfers/index.ts";

/** Result of the last reconciliation of chains and ledger; the same on every node, and after a restart. */
export function createTokenMetrics(registry: Registry, database: Database): void {
  const registers = [registry];
  new Gauge({
    name: "florin_reconciliation_ended_seconds",
    help: "Unix time when the last reconciliation of chains and ledger ended; 0 before the first one.",
    registers,
    async collect() {
      this.set(((await lastReconciliation(database))?.endedAt ?? 0) / 1_000);
    },
  });
  new Gauge({
    name: "florin_reconciliation_differences",
    help: "Supplies and balances that differed, or could not be verified, in the last reconciliation.",
    labelNames: ["outcome"],
    registers,
    async collect() {
      const { different = 0, unverified = 0 } = (await lastReconciliation(database)) ?? {};
      this.set({ outcome: "different" }, different);
      this.set({ outcome: "unverified" }, unverified);
    },
  });
  new Gauge({
    name: "florin_token_transfers_refund_failed",
    help: "Token transfers that were burned on the source chain and could not be minted; each needs manual action.",
    registers,
    async collect() {
      const counts = await countTransfersNeedingAction(database);
      const ofTokens = counts.filter(
        ({ step, resource }) => step === "refund_failed" && resource !== "transfer",
      );
      this.set(ofTokens.reduce((sum, { count }) => sum + Number(count), 0));
    },
  });
}
