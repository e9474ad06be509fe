import { Gauge, type Registry } from "prom-client";
import type { Database } from "../db/database.ts";
import { findLastRound } from "../ledger/index.ts";

/** Result of the last verification round, from the database: the same on every node, and after a restart. */
export function createLedgerRoundMetrics(registry: Registry, database: Database): void {
  const registers = [registry];
  new Gauge({
    name: "florin_ledger_verification_ended_seconds",
    help: "Unix time when the last verification of all journals ended; 0 before the first one.",
    registers,
    async collect() {
      this.set(((await findLastRound(database))?.endedAt ?? 0) / 1_000);
    },
  });
  new Gauge({
    name: "florin_ledger_verification_journals",
    help: "Journals in the last verification, by result; findings and unverified journals need manual action.",
    labelNames: ["count"],
    registers,
    async collect() {
      const { journals = 0, findings = 0, unverified = 0 } = (await findLastRound(database)) ?? {};
      for (const [count, value] of Object.entries({ journals, findings, unverified }))
        this.set({ count }, value);
    },
  });
}
