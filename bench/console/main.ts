import { randomBytes } from "node:crypto";
import { constants } from "node:os";
import { parseArgs } from "node:util";
import { withClient } from "../../service/src/db/client.ts";
import { migrate } from "../../service/src/db/migrate.ts";
import { createDatabase } from "../../service/src/db/pool.ts";
import { createKeyRing } from "../../service/src/kernel/envelope.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { foldLogs } from "../../service/src/statistics/index.ts";
import { tables } from "../../service/src/tables.ts";
import { openPostgres } from "../bench-postgres.ts";
import { startServer } from "../http/server.ts";
import { renderMachine } from "../machine.ts";
import { poolOptions } from "../pool-options.ts";
import { measureFirstPaint, renderPaints } from "./first-paint.ts";
import { loadPayments } from "./load-payments.ts";
import { loadTransfers } from "./load-store.ts";
import { type Latency, measurePages, renderLatencies } from "./pages.ts";
import { createMember } from "./user.ts";

/** On two cores, with the largest number of transfers. */
const goalP95Ms = 300;
const goalFirstPaintMs = 1_000;
const loadsOfPages = 5;
const exitCodeForMissedGoal = 1;

/** Measures the console's lists and charts with more and more transfers in one workspace. */
async function main(sizes: readonly number[], calls: number): Promise<void> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void close().finally(() => process.exit(128 + constants.signals[signal])));
  try {
    const postgres = await openPostgres(closers);
    const { target, adminTarget } = postgres.server;
    await migrate({ tables, target });
    const database = createDatabase(poolOptions(target));
    closers.push(() => database.close());
    const masterKey = randomBytes(32);
    const member = await createMember(database, masterKey);
    const server = await startServer({ target, masterKeyHex: masterKey.toString("hex") });
    closers.push(() => server.stop());
    const measured: { readonly size: number; readonly latencies: readonly Latency[] }[] = [];
    let loaded = 0;
    for (const size of sizes) {
      const admin = { ...adminTarget, database: target.database };
      const load = { tenantId: member.tenantId, from: loaded, to: size };
      await loadPayments(database, createKeyRing(masterKey), { ...load, now: systemClock.now() });
      await withClient(admin, "florin bench", (client) => loadTransfers(client, member.tenantId, load));
      const beganMs = performance.now();
      await foldLogs(database, new AbortController().signal);
      progress(`${size - loaded} transfers folded in ${Math.round(performance.now() - beganMs)} ms`);
      loaded = size;
      measured.push({ size, latencies: await measurePages(server.address, member, calls) });
    }
    const paints = await measureFirstPaint(server.address, member, loadsOfPages);
    if (paints.length === 0) progress("first paint is not measured: Chromium is not installed");
    process.stdout.write(`${renderMachine(postgres.facts)}\n\n${renderLatencies(measured)}\n`);
    if (paints.length > 0) process.stdout.write(`\n${renderPaints(paints)}\n`);
    const slow = measured.at(-1)?.latencies.filter(({ p95Ms }) => p95Ms >= goalP95Ms) ?? [];
    const late = paints.filter(({ firstPaintMs }) => firstPaintMs >= goalFirstPaintMs);
    for (const { page, p95Ms } of slow) progress(`goal missed: ${page} needs ${Math.round(p95Ms)} ms`);
    for (const { page, firstPaintMs } of late)
      progress(`goal missed: first paint of ${page} after ${Math.round(firstPaintMs)} ms`);
    if (slow.length + late.length > 0) process.exitCode = exitCodeForMissedGoal;
  } finally {
    await close();
  }
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,1000000" },
    calls: { type: "string", default: "40" },
  },
});
await main(values.sizes.split(",").map(Number), Number(values.calls));
