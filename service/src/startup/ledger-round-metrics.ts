import { Gauge, type Registry } from "prom-client";
import type { Database } from "../db/database.ts";
import { selectLastRound } from "./ledger-rounds-store.ts";

/** What the last round of verification has found, from the database: the same on every node, and after a restart. */
export function createLedgerRoundMetrics(registry: Registry, database: Database): void {
  const registers = [registry];
  new Gauge({
    name: "florin_ledger_round_ended_seconds",
    help: "When the last verification of all journals came to its end, in seconds since 1970; 0 before the first.",
    registers,
    async collect() {
      this.set(((await selectLastRound(database))?.endedAt ?? 0) / 1_000);
    },
  });
  new Gauge({
    name: "florin_ledger_round_journals",
    help: "Journals of the last verification of all, and what came of it; findings and unverified need a person.",
    labelNames: ["count"],
    registers,
    async collect() {
      const { journals = 0, findings = 0, unverified = 0 } = (await selectLastRound(database)) ?? {};
      for (const [count, value] of Object.entries({ journals, findings, unverified }))
        this.set({ count }, value);
    },
  });
}
