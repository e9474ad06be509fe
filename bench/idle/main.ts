import { setTimeout as sleep } from "node:timers/promises";
import { createDatabaseCpuMeter } from "../ledger/database-cpu.ts";
import { readDatabase } from "./database-store.ts";
import { difference, goalsOf, type IdleFigures, isSettled, pollsOf } from "./figures.ts";
import { parsePollTurns } from "./metrics.ts";
import { type IdleOptions, parseOptions } from "./options.ts";
import { readUsage } from "./process-usage.ts";
import { render } from "./report.ts";
import { type RunningService, startService } from "./service.ts";

const exitCodeForMissedGoal = 1;
const settleWindowMs = 10_000;
const maxSettleWindows = 18;
/** Metrics are read from the database over many connections, which the pool closes after ten idle seconds. */
const afterScrapeMs = 12_000;

/** Measures a service at rest: memory, CPU time, database connections, statements and polls. */
async function main({ seconds }: IdleOptions): Promise<void> {
  const service = await startService();
  try {
    progress("ready; waiting until its CPU time is flat");
    await settle(service);
    progress(`measuring for ${seconds} seconds`);
    const turnsBefore = parsePollTurns(await service.metrics());
    const beganMs = performance.now();
    await sleep(afterScrapeMs);
    const figures = await measure(service, seconds * 1_000);
    const polledSeconds = (performance.now() - beganMs) / 1_000;
    const polls = pollsOf(turnsBefore, parsePollTurns(await service.metrics()), polledSeconds);
    process.stdout.write(`${render(figures, polls)}\n`);
    if (!goalsOf(figures).every(({ isMet }) => isMet)) process.exitCode = exitCodeForMissedGoal;
  } finally {
    await service.stop();
  }
}

/** Until two windows in a row need about the same CPU time. */
async function settle(service: RunningService): Promise<void> {
  let before: number | undefined;
  for (let window = 0; window < maxSettleWindows; window += 1) {
    const { cpuShare } = await measure(service, settleWindowMs);
    if (isSettled(before, cpuShare)) return;
    before = cpuShare;
  }
  progress("the CPU time is still not flat; measuring anyway");
}

async function measure(service: RunningService, durationMs: number): Promise<IdleFigures> {
  const databaseCpuMs = await createDatabaseCpuMeter(service.database);
  const look = async () => ({
    atMs: performance.now(),
    usage: await readUsage(service.pid),
    database: { ...(await readDatabase(service.database)), cpuMs: await databaseCpuMs() },
  });
  const before = await look();
  await sleep(durationMs);
  return difference(before, await look());
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

await main(parseOptions(process.argv.slice(2)));
