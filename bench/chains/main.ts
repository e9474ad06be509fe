import { constants } from "node:os";
import { openPostgres } from "../bench-postgres.ts";
import { createProgress } from "../ledger/progress.ts";
import { renderMachine } from "../machine.ts";
import { createDatabaseIn } from "./bench-database.ts";
import { type Comparison, compare } from "./comparison.ts";
import { goalOf } from "./goals.ts";
import { type BenchOptions, parseOptions } from "./options.ts";
import { renderComparisons, renderCpu, renderGoal, renderSteps } from "./report.ts";

const exitCodeForMissedGoal = 1;

type Closers = (() => Promise<void>)[];

/** Transfers through the whole service beside the same node that is fed with transactions signed before. */
async function main(options: BenchOptions): Promise<void> {
  const closers: Closers = [];
  closeWhenStopped(closers);
  try {
    const { server, facts } = await openPostgres(closers);
    tell(renderMachine(facts));
    const comparisons: Comparison[] = [];
    const progress = createProgress((text) => process.stderr.write(text));
    for (const pace of options.paces) {
      for (const chain of options.chains) {
        const target = await createDatabaseIn(server, `bench_${pace.name}_${chain}`);
        const { count, rounds } = options;
        const opened = closers.length;
        comparisons.push(await compare({ target, chain, pace, count, rounds, progress }, closers));
        await closeAll(closers, opened);
      }
    }
    tell(renderComparisons(comparisons), renderCpu(comparisons), renderSteps(comparisons));
    const goals = comparisons.map(goalOf);
    tell(goals.map(renderGoal).join("\n"));
    if (!goals.every(({ isMet }) => isMet)) process.exitCode = exitCodeForMissedGoal;
  } finally {
    await closeAll(closers);
  }
}

/** The latest first. */
async function closeAll(closers: Closers, from = 0): Promise<void> {
  for (const closer of closers.splice(from).toReversed()) await closer();
}

/** The database would outlive us, as it should where it holds something. */
function closeWhenStopped(closers: Closers): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(
      signal,
      () => void closeAll(closers).finally(() => process.exit(128 + constants.signals[signal])),
    );
  }
}

function tell(...parts: readonly string[]): void {
  process.stdout.write(`${parts.join("\n\n")}\n\n`);
}

await main(parseOptions(process.argv.slice(2)));
