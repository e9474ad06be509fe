import { randomBytes } from "node:crypto";
import { constants } from "node:os";
import { withClient } from "../../service/src/db/client.ts";
import { migrate } from "../../service/src/db/migrate.ts";
import { createDatabase } from "../../service/src/db/pool.ts";
import { tables } from "../../service/src/tables.ts";
import { type BenchPostgres, openPostgres } from "../bench-postgres.ts";
import { startServer } from "../http/server.ts";
import { createDatabaseCpuMeter } from "../ledger/database-cpu.ts";
import { createProgress } from "../ledger/progress.ts";
import { renderMachine } from "../machine.ts";
import { poolOptions } from "../pool-options.ts";
import { compare, type Figure, makeHistory } from "./comparison.ts";
import { createEnvironment } from "./environment.ts";
import { goalOf, latencyGoals } from "./goals.ts";
import { type BenchOptions, parseOptions } from "./options.ts";
import { createPeer } from "./peer-store.ts";
import { peerVariant } from "./peer-variants.ts";
import { renderFigures, renderGoal, renderRatios } from "./report.ts";
import { serviceVariant } from "./service-variant.ts";
import { peerNames, type Variant } from "./variant.ts";

const exitCodeForMissedGoal = 1;

/** Compares transfers accepted by the service over HTTP with one transaction each by the plain driver. */
async function main(options: BenchOptions): Promise<void> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  closeWhenStopped(close);
  try {
    const postgres = await openPostgres(closers);
    report(renderMachine(postgres.facts));
    const figures = await measureAll(postgres, options, closers);
    report(renderFigures(figures), renderRatios(figures));
    const speeds = (["spread", "hot", "tenants"] as const).map((load) => goalOf(load, figures));
    const goals = [...speeds, ...latencyGoals(figures)];
    report(goals.map(renderGoal).join("\n"));
    if (!goals.every(({ isMet }) => isMet)) process.exitCode = exitCodeForMissedGoal;
  } finally {
    await close();
  }
}

async function measureAll(
  { server: { adminTarget, target } }: BenchPostgres,
  options: BenchOptions,
  closers: (() => Promise<void>)[],
): Promise<readonly Figure[]> {
  const progress = createProgress((text) => process.stderr.write(text));
  await migrate({ tables, target });
  const database = createDatabase(poolOptions(target));
  closers.push(() => database.close());
  const masterKey = randomBytes(32);
  progress("opening accounts");
  const env = await createEnvironment({ ...options, database, masterKey });
  await createPeer(
    target,
    Object.values(env.payers).flatMap((payers) => payers.map(({ sourceId }) => sourceId)),
  );
  const server = await startServer({ target, masterKeyHex: masterKey.toString("hex") });
  closers.push(() => server.stop());
  const peers = peerNames.map((name) =>
    peerVariant(name, { target, env, callerCounts: options.peerCallers }),
  );
  const variants: readonly Variant[] = [serviceVariant(server, env, options.serviceCallers), ...peers];
  const ask = (text: string): Promise<void> =>
    withClient({ ...adminTarget, database: target.database }, "florin bench", async (client) => {
      await client.query(text);
    });
  progress("creating existing transfers");
  await makeHistory(variants, options.history);
  await ask("VACUUM (ANALYZE)");
  const databaseCpuMs = await createDatabaseCpuMeter(adminTarget);
  return compare({ target, variants, options, progress, settle: () => ask("CHECKPOINT"), databaseCpuMs });
}

/** The embedded database would otherwise outlive the benchmark. */
function closeWhenStopped(close: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void close().finally(() => process.exit(128 + constants.signals[signal])));
  }
}

function report(...parts: readonly string[]): void {
  process.stdout.write(`${parts.join("\n\n")}\n\n`);
}

await main(parseOptions(process.argv.slice(2)));
