import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { createDatabase } from "../../service/src/db/pool.ts";
import { citusUrl, openDatabasePair } from "../../service/test/distributed-database.ts";
import { startServer } from "../http/server.ts";
import { type Measurement, measure, medianOf } from "../measure.ts";
import { poolOptions } from "../pool-options.ts";
import { type BenchEnvironment, createEnvironment } from "../transfers/environment.ts";
import { serviceVariant } from "../transfers/service-variant.ts";

const exitCodeForMissedGoal = 1;
const goal = 1.5;
const warmUpMs = 2_000;
const accounts = 50;

/** Transfers one after the other, on plain PostgreSQL and on the same server with its tables distributed by Citus. */
async function main(url: string, seconds: number, rounds: number): Promise<void> {
  const masterKey = randomBytes(32);
  const environments = new Map<string, BenchEnvironment>();
  await using pair = await openDatabasePair(url, async (target) => {
    const database = createDatabase(poolOptions(target));
    environments.set(target.url, await createEnvironment({ database, masterKey, accounts, tenants: 1 }));
    await database.close();
  });
  const sides = { plain: pair.plain, distributed: pair.distributed };
  const measured: Record<keyof typeof sides, Measurement[]> = { plain: [], distributed: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of ["plain", "distributed"] as const) {
      const env = environments.get(sides[side].url);
      if (env === undefined) throw new Error("each database was filled");
      const server = await startServer({ target: sides[side], masterKeyHex: masterKey.toString("hex") });
      const opened = await serviceVariant(server, env, [1]).open("spread", 1);
      measured[side].push(await measure(opened, warmUpMs, seconds * 1_000));
      await opened.close();
      await server.stop();
    }
  }
  const [plain, distributed] = [medianOf(measured.plain), medianOf(measured.distributed)];
  const ratio = distributed.p50Ms / plain.p50Ms;
  process.stdout.write(`${[rowOf("plain", plain), rowOf("Citus", distributed)].join("\n")}\n`);
  process.stdout.write(`Citus ÷ plain, p50: ${ratio.toFixed(2)} (goal: at most ${goal})\n`);
  if (ratio > goal) process.exitCode = exitCodeForMissedGoal;
}

function rowOf(name: string, { perSecond, p50Ms, p99Ms }: Measurement): string {
  return `${name}: ${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
}

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "5" }, rounds: { type: "string", default: "3" } },
});
if (citusUrl === undefined) throw new Error("set CITUS_DATABASE_URL to the coordinator of a Citus cluster");
await main(citusUrl, Number(values.seconds), Number(values.rounds));
