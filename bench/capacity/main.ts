import { randomBytes } from "node:crypto";
import { constants } from "node:os";
import { parseArgs } from "node:util";
import { withClient } from "../../service/src/db/client.ts";
import { migrate } from "../../service/src/db/migrate.ts";
import { createDatabase } from "../../service/src/db/pool.ts";
import { tables } from "../../service/src/tables.ts";
import { type BenchPostgres, openPostgres } from "../bench-postgres.ts";
import { startServer } from "../http/server.ts";
import { createDatabaseCpuMeter } from "../ledger/database-cpu.ts";
import { renderMachine } from "../machine.ts";
import { measure } from "../measure.ts";
import { poolOptions } from "../pool-options.ts";
import { type BenchEnvironment, createEnvironment } from "../transfers/environment.ts";
import type { Load } from "../transfers/load.ts";
import { serviceVariant } from "../transfers/service-variant.ts";
import { followingCosts } from "./costs.ts";
import { type Counters, countConnections, readCounters } from "./counters-store.ts";
import type { Cost } from "./model.ts";
import { type Measured, renderCosts, renderNeeds, renderRows, renderSkew } from "./report.ts";

const callers = 64;
const warmUpMs = 4_000;
const loads: readonly Load[] = ["spread", "tenants"];

/** Measures what one accepted transfer costs, and computes what loads need. */
async function main(seconds: number): Promise<void> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void close().finally(() => process.exit(128 + constants.signals[signal])));
  try {
    const stage = await openStage(closers);
    const measured: Measured[] = [];
    for (const load of loads) measured.push(await measureLoad(stage, load, seconds));
    const costs = [...measured.map(costOf), ...followingCosts];
    report(renderMachine(stage.postgres.facts), renderCosts(costs), renderRows(measured));
    // Real traffic is closer to many tenants, the more expensive load.
    const planned = costs.filter(({ name }) => name !== nameOf("spread"));
    report(renderNeeds([100, 1_000, 10_000], planned), renderSkew());
  } finally {
    await close();
  }
}

interface Stage {
  readonly postgres: BenchPostgres;
  readonly masterKey: Buffer;
  readonly env: BenchEnvironment;
}

async function openStage(closers: (() => Promise<void>)[]): Promise<Stage> {
  const postgres = await openPostgres(closers);
  const { target } = postgres.server;
  await migrate({ tables, target });
  const database = createDatabase(poolOptions(target));
  closers.push(() => database.close());
  const masterKey = randomBytes(32);
  const env = await createEnvironment({ database, masterKey, accounts: 500, tenants: 32 });
  return { postgres, masterKey, env };
}

async function measureLoad(
  { postgres, masterKey, env }: Stage,
  load: Load,
  seconds: number,
): Promise<Measured> {
  const { adminTarget, target } = postgres.server;
  const admin = { ...adminTarget, database: target.database };
  const server = await startServer({ target, masterKeyHex: masterKey.toString("hex") });
  const databaseCpuMs = await createDatabaseCpuMeter(adminTarget);
  const opened = await serviceVariant(server, env, [callers]).open(load, callers);
  let transfers = 0;
  const counted = opened.callers.map((call) => async () => {
    transfers += 1;
    return call();
  });
  await withClient(admin, "florin bench", (client) => client.query("VACUUM (ANALYZE)"));
  await withClient(admin, "florin bench", (client) => client.query("CHECKPOINT"));
  const before = await readCounters(admin);
  const measurement = await measure(
    { ...opened, callers: counted, databaseCpuMs },
    warmUpMs,
    seconds * 1_000,
  );
  const connections = await countConnections(admin);
  await opened.close();
  // Its backends report their counters when they end.
  await server.stop();
  return { load, transfers, measurement, connections, before, after: await readCounters(admin) };
}

const nameOf = (load: Load): string =>
  load === "spread" ? "accepted transfer, one tenant" : "accepted transfer, many tenants";

function costOf({ load, transfers, measurement, before, after }: Measured): Cost {
  const each = (name: keyof Counters): number => (after[name] - before[name]) / transfers;
  return {
    name: nameOf(load),
    perTransfer: 1,
    serviceCpuUs: measurement.cpuMicroseconds,
    databaseCpuUs: measurement.databaseCpuMicroseconds,
    walBytes: each("walBytes"),
    storedBytes: each("storedBytes"),
    commits: each("commits"),
  };
}

function report(...parts: readonly string[]): void {
  process.stdout.write(`${parts.join("\n\n")}\n\n`);
}

const { values } = parseArgs({ options: { seconds: { type: "string", default: "5" } } });
await main(Number(values.seconds));
