import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { openJobs } from "../../test/jobs.ts";
import { mint, wallet } from "../../test/ledger.ts";
import { statement } from "../db/statement.ts";
import { networks } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { recordOperations } from "../ledger/index.ts";
import { ledgerVerification } from "./ledger-verification.ts";
import { createLedgerMetrics } from "./service-metrics.ts";

test("every journal is verified, one after another, and what is found is logged and counted", async () => {
  await using world = await openJobs();
  const { database, queue, newId } = world;
  const tenantId = newId<"tenant">();
  for (const network of networks) {
    await database.transaction((tx) =>
      recordOperations({ clock: systemClock }, tx, { tenantId, network }, [mint("m", wallet("a"), 5n)]),
    );
  }
  await database.run(
    statement(
      "UPDATE ledger_balances SET posted_units = posted_units + 1 WHERE network = 'testnet' AND posted_units > 0",
    ),
  );
  const said: { readonly level: string; readonly content: unknown }[] = [];
  const log = (level: string) => (content: unknown) => void said.push({ level, content });
  const logger = { error: log("error"), info: log("info") };
  const verification = ledgerVerification({ database, jobQueue: queue, logger });
  const [schedule] = verification.schedules;
  await database.transaction(async (tx) => {
    if (schedule !== undefined) await queue.enqueue(tx, schedule.job);
  });
  world.startRunner({ definitions: verification.jobs });
  await eventually(async () => {
    expect(said).toHaveLength(2);
    expect(await world.waitingJobs()).toEqual([]);
  });
  expect(said).toEqual([
    { level: "info", content: { tenant_id: tenantId, network: "mainnet", records: "1" } },
    {
      level: "error",
      content: {
        tenant_id: tenantId,
        network: "testnet",
        records: "1",
        finding_count: 1,
        is_complete: true,
        findings: [
          {
            table: "ledger_balances",
            account: "wallet/a/base/USDX",
            detail: "posted_units is 6, and the journal says 5",
          },
        ],
      },
    },
  ]);
  const registry = new Registry();
  createLedgerMetrics(registry, verification.checks);
  const metrics = await registry.metrics();
  expect(metrics).toContain("\nflorin_ledger_verified_records 2\n");
  expect(metrics).toContain("\nflorin_ledger_findings 1\n");
  expect(await registry.metrics()).toBe(metrics);
});
