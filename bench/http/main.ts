import { parseArgs } from "node:util";
import { renderMachine } from "../machine.ts";
import { type Measurement, measure, medianOf, type Workload } from "../measure.ts";
import { openDriverWorkload } from "./driver-workload.ts";
import { openHttpWorkload } from "./http-workload.ts";
import type { Variant } from "./no-op-routes.ts";
import { type Row, renderTable } from "./report.ts";
import { openStage, type Stage } from "./stage.ts";

const variants: readonly Variant[] = ["write", "batch"];
const callerCounts = [1, 16, 64, 256];
const warmUpMs = 1_500;
const exitCodeForSigint = 130;

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "5" }, rounds: { type: "string", default: "3" } },
});
const durationMs = Number(values.seconds) * 1000;
const rounds = Number(values.rounds);

/** Compares a request over HTTP with the same SQL without HTTP, alternating, on one machine. */
async function main(): Promise<void> {
  const stage = await openStage();
  // The embedded database would otherwise outlive the benchmark.
  process.once("SIGINT", () => void stage.close().finally(() => process.exit(exitCodeForSigint)));
  try {
    const pairs = variants.flatMap((variant) =>
      callerCounts.map((callers) => createPair(stage, variant, callers)),
    );
    // Round by round over all pairs, so that a temporary disturbance affects only one round of each.
    for (let round = 1; round <= rounds; round += 1) {
      process.stderr.write(`round ${round} of ${rounds}\n`);
      for (const pair of pairs) await pair.measure();
    }
    const rows = pairs.map((pair) => pair.row());
    process.stdout.write(`\n${renderMachine(stage.postgres)}\n\n${renderTable(rows)}\n`);
  } finally {
    await stage.close();
  }
}

interface Pair {
  measure(): Promise<void>;
  row(): Row;
}

function createPair(stage: Stage, variant: Variant, callers: number): Pair {
  const http: Measurement[] = [];
  const driver: Measurement[] = [];
  return {
    measure: async () => {
      http.push(await run(stage, await openHttpWorkload(stage, variant, callers)));
      driver.push(await run(stage, openDriverWorkload(stage, variant, callers)));
    },
    row: () => ({ variant, callers, http: medianOf(http), driver: medianOf(driver) }),
  };
}

async function run(stage: Stage, workload: Workload): Promise<Measurement> {
  await stage.reset();
  try {
    return await measure(workload, warmUpMs, durationMs);
  } finally {
    workload.close();
  }
}

await main();
