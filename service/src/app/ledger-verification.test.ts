import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { eventually } from "../../test/eventually.ts";
import { type JobsEnvironment, openJobs } from "../../test/jobs.ts";
import { mint, wallet } from "../../test/ledger.ts";
import type { Database } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { networks, type TenantId } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { recordOperations } from "../ledger/index.ts";
import { createLedgerRoundMetrics } from "./ledger-round-metrics.ts";
import { ledgerVerification } from "./ledger-verification.ts";

test("every journal is verified, one after another, and findings are logged and counted", async () => {
  await using env = await openJobs();
  const { database } = env;
  const tenantId = await openTwoJournals(env);
  await database.run(
    statement(
      "UPDATE ledger_balances SET posted_units = posted_units + 1 WHERE network = 'testnet' AND posted_units > 0",
    ),
  );
  const { logLines } = await runRound(env, database);
  expect(logLines).toEqual([
    {
      level: "info",
      content: {
        tenant_id: tenantId,
        network: "mainnet",
        records: "1",
        mark: expect.stringMatching(/^1:[0-9a-f]{64}$/),
      },
    },
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
  expect(await metricsOf(database)).toMatchObject({ journals: "2", findings: "1", unverified: "0" });
});

test("a journal that cannot be verified blocks neither the next journal nor the end of the round", async () => {
  await using env = await openJobs();
  await openTwoJournals(env);
  let failures = 0;
  const transaction: Database["transaction"] = (work, options) => {
    if (options?.isolation !== "repeatable read" || failures > 0)
      return env.database.transaction(work, options);
    failures += 1;
    return Promise.reject(new Error("connection lost"));
  };
  const { logLines } = await runRound(env, { ...env.database, transaction });
  expect(logLines).toMatchObject([
    { level: "error", content: { network: "mainnet", is_complete: false, failure: "connection lost" } },
    { level: "info", content: { network: "testnet" } },
  ]);
  expect(await metricsOf(env.database)).toMatchObject({ journals: "2", findings: "0", unverified: "1" });
});

test("a journal that takes too long is skipped, and the round continues", async () => {
  await using env = await openJobs();
  await openTwoJournals(env);
  const rows: Database["rows"] = async (requested, values) => {
    if (values?.[1] === "mainnet") await new Promise((resolve) => setTimeout(resolve, 60));
    return env.database.rows(requested, values);
  };
  const { logLines } = await runRound(env, { ...env.database, rows }, { verifyTimeoutMs: 50 });
  expect(logLines[0]).toMatchObject({ content: { network: "mainnet", failure: "timed out after 50 ms" } });
  expect(logLines).toHaveLength(2);
});

test("only one round runs at a time, and a stalled round is replaced", async () => {
  await using env = await openJobs();
  await openTwoJournals(env);
  const clock = createManualClock();
  await env.database.run(
    statement(`INSERT INTO journal_rounds (name, started_at, progressed_at, is_under_way)
      VALUES ('ledger.verify', to_timestamp($1::double precision / 1000), to_timestamp($1::double precision / 1000), true)`),
    [clock.now()],
  );
  clock.advance(60 * 60_000);
  const first = await runRound(env, env.database, { clock }, 1);
  expect(first.logLines).toEqual([{ level: "info", content: {} }]);
  clock.advance(24 * 60 * 60_000);
  expect((await runRound(env, env.database, { clock })).logLines).toHaveLength(2);
  expect(Number((await metricsOf(env.database))["endedSeconds"])).toBe(clock.now() / 1_000);
});

interface LogLine {
  readonly level: string;
  readonly content: unknown;
}

async function openTwoJournals({ database, newId }: JobsEnvironment): Promise<TenantId> {
  const tenantId = newId<"tenant">();
  for (const network of networks) {
    await database.transaction((tx) =>
      recordOperations({ clock: systemClock }, tx, { tenantId, network }, [mint("m", wallet("a"), 5n)]),
    );
  }
  return tenantId;
}

async function runRound(
  env: JobsEnvironment,
  database: Database,
  overrides: Partial<Parameters<typeof ledgerVerification>[0]> = {},
  expected = 2,
): Promise<{ readonly logLines: readonly LogLine[] }> {
  const logLines: LogLine[] = [];
  const log = (level: string) => (content: unknown) => void logLines.push({ level, content });
  const logger = { error: log("error"), info: log("info") };
  const deps = { database, jobQueue: env.queue, clock: systemClock, logger, ...overrides };
  const verification = ledgerVerification(deps);
  const [schedule] = verification.schedules;
  await env.database.transaction(async (tx) => {
    if (schedule !== undefined) await env.queue.enqueue(tx, schedule.job);
  });
  const runner = env.startRunner({ definitions: verification.jobs });
  await eventually(async () => {
    expect(logLines).toHaveLength(expected);
    expect(await env.waitingJobs()).toEqual([]);
  });
  await runner.stop({ graceMs: 0 });
  return { logLines };
}

async function metricsOf(database: Database): Promise<Readonly<Record<string, string | undefined>>> {
  const registry = new Registry();
  createLedgerRoundMetrics(registry, database);
  const text = await registry.metrics();
  const [, endedSeconds] = /^florin_ledger_verification_ended_seconds (\S+)$/m.exec(text) ?? [];
  const counts = [...text.matchAll(/^florin_ledger_verification_journals\{count="(\w+)"\} (\d+)$/gm)];
  return { endedSeconds, ...Object.fromEntries(counts.map(([, name, value]) => [name, value])) };
}
