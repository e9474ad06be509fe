import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { openJobs } from "../../test/jobs.ts";
import { recordAudit } from "../audit/index.ts";
import { sealSome } from "../audit/sealer.ts";
import { readConfig } from "../config.ts";
import { statement } from "../db/statement.ts";
import { systemCause } from "../kernel/cause.ts";
import { systemClock } from "../kernel/instant.ts";
import { auditVerification } from "./audit-verification.ts";
import { createAuditMetrics } from "./audit-workers.ts";

test("every chain is verified once a day, and findings are logged, counted and measured", async () => {
  await using env = await openJobs();
  const { database, newId } = env;
  const tenantId = newId<"tenant">();
  for (const tenant of [tenantId, undefined]) {
    const entry = { cause: systemCause("test"), action: "note.create", subject: { type: "note", id: "n" } };
    const deps = { clock: systemClock, newId };
    await recordAudit(deps, database, { tenantId: tenant, network: undefined }, [entry]);
  }
  await sealSome({ database, clock: systemClock }, "");
  await database.run(statement("GRANT DELETE ON audit_log TO CURRENT_USER"));
  await database.run(statement("DELETE FROM audit_log WHERE tenant_id = 'platform'"));
  const logLines: unknown[] = [];
  const log = (level: string) => (content: unknown) => void logLines.push({ level, content });
  const logger = { error: log("error"), info: log("info") };
  const verification = auditVerification({ database, jobQueue: env.queue, clock: systemClock, logger });
  const [schedule] = verification.schedules;
  await database.transaction(async (tx) => {
    if (schedule !== undefined) await env.queue.enqueue(tx, schedule.job);
  });
  const runner = env.startRunner({ definitions: verification.jobs });
  await eventually(async () => {
    expect(logLines).toHaveLength(2);
    expect(await env.waitingJobs()).toEqual([]);
  });
  await runner.stop({ graceMs: 0 });
  const mark = expect.stringMatching(/^1:[0-9a-f]{64}$/);
  expect(logLines).toEqual([
    { level: "info", content: { chain: tenantId, entries: 1, mark } },
    {
      level: "error",
      content: {
        chain: "platform",
        entries: 1,
        finding_count: 1,
        is_complete: true,
        findings: [{ sequence: "1", entry_id: expect.any(String), detail: "is missing" }],
      },
    },
  ]);
  const registry = new Registry();
  const config = readConfig({ AUDIT_EXPORT_URL: "file:///tmp/florin-audit.jsonl" });
  createAuditMetrics(registry, { database, clock: systemClock, config });
  const text = await registry.metrics();
  expect(text).toContain('florin_audit_verification_chains{count="chains"} 2');
  expect(text).toContain('florin_audit_verification_chains{count="findings"} 1');
  expect(text).toContain("florin_audit_unsealed_seconds 0");
  expect(text).toContain("florin_audit_export_waiting 2");
  expect(text).toMatch(/florin_audit_verification_ended_seconds \d{10}/);
});
