import { constants } from "node:os";
import { renderMachine } from "../machine.ts";
import { compare } from "./comparison.ts";
import { bestOf, comparisonGoal, type Figure, type Goal, growthGoal } from "./goals.ts";
import { measureGrowth } from "./growth.ts";
import { createLedgerEnvironment, fundLedger } from "./ledger-environment.ts";
import { ledgerVariant } from "./ledger-variant.ts";
import { type BenchOptions, parseOptions } from "./options.ts";
import { createPeer } from "./peer-store.ts";
import { callVariant, statementsVariant } from "./peer-variants.ts";
import { findPgbench } from "./pgbench-variant.ts";
import { createProgress, type Progress } from "./progress.ts";
import { renderComparison, renderGoal, renderGrowth, renderRatios, renderSizes } from "./report.ts";
import { openStage, type Stage } from "./stage.ts";
import { type Load, loads } from "./transfers.ts";

const exitCodeForMissedGoal = 1;

/** Compares the ledger with one transaction per transfer, and with itself at short and long journals. */
async function main(options: BenchOptions): Promise<void> {
  const progress = createProgress((text) => process.stderr.write(text));
  const stage = await openStage();
  closeWhenStopped(stage);
  try {
    report(renderMachine(stage.postgres));
    const goals = await measureAll(stage, options, progress);
    report(goals.map(renderGoal).join("\n"));
    if (!goals.every(({ isMet }) => isMet)) process.exitCode = exitCodeForMissedGoal;
  } finally {
    await stage.close();
  }
}

/** The embedded database would otherwise outlive the benchmark. */
function closeWhenStopped(stage: Stage): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(
      signal,
      () => void stage.close().finally(() => process.exit(128 + constants.signals[signal])),
    );
  }
}

async function measureAll(stage: Stage, options: BenchOptions, progress: Progress): Promise<readonly Goal[]> {
  const { callerCounts } = options;
  const env = createLedgerEnvironment();
  const base = await stage.createDatabase("bench_base");
  await fundLedger(base, env);
  await createPeer(base);
  await stage.settle(base);
  const ledger = ledgerVariant(env, callerCounts);
  const pgbench = await findPgbench(callerCounts);
  if (pgbench === undefined) progress("there is no pgbench on this machine; the driver is the peer");
  const peers = [statementsVariant(callerCounts), callVariant(callerCounts), ...(pgbench ? [pgbench] : [])];
  const figures = await compare({ stage, env, base, variants: [ledger, ...peers], options, progress });
  // Printed at once, so that the results are not lost if a later part fails.
  report(renderComparison(figures), renderRatios(figures));
  const callers = { spread: bestCallers(figures, "spread"), hot: bestCallers(figures, "hot") };
  const growth = await measureGrowth({ stage, env, base, ledger, callers, options, progress });
  report(renderGrowth(growth.figures), renderSizes(growth.sizes));
  return [
    ...loads.map((load) => comparisonGoal(load, figures)),
    ...loads.map((load) => growthGoal(load, growth.figures)),
  ];
}

function bestCallers(figures: readonly Figure[], load: Load): number {
  const best = bestOf(figures, load, "ledger");
  if (best === undefined) throw new Error("the ledger was not measured");
  return best.callers;
}

function report(...parts: readonly string[]): void {
  process.stdout.write(`${parts.join("\n\n")}\n\n`);
}

await main(parseOptions(process.argv.slice(2)));
