import { constants } from "node:os";
import type { EmbeddedServer } from "../../service/src/db/embedded/index.ts";
import { openPostgres } from "../bench-postgres.ts";
import { createProgress } from "../ledger/progress.ts";
import { renderMachine } from "../machine.ts";
import { createDatabaseIn } from "./bench-database.ts";
import { type Comparison, compare } from "./comparison.ts";
import { goalOf } from "./goals.ts";
import { type BenchOptions, parseOptions } from "./options.ts";
import { renderComparisons, renderCpu, renderGoal, renderSteps } from "./report.ts";

const exitCodeForMissedGoal = 1;

/** Transfers through the whole service beside the same node that is fed with transactions signed before. */
async function main(options: BenchOptions): Promise<void> {
  const stage: Stage = { closers: [], stopping: undefined };
  closeWhenStopped(stage);
  try {
    const { server, facts } = await openPostgres(stage.closers);
    notify(renderMachine(facts));
    const comparisons = await compareAll(server, options, stage);
    notify(renderComparisons(comparisons), renderCpu(comparisons), renderSteps(comparisons));
    const goals = comparisons.map(goalOf);
    notify(goals.map(renderGoal).join("\n"));
    if (!goals.every(({ isMet }) => isMet)) process.exitCode = exitCodeForMissedGoal;
  } finally {
    await (stage.stopping ?? closeAll(stage.closers));
  }
}

/** What was opened, in its order. */
interface Stage {
  readonly closers: (() => Promise<void>)[];
  /** Set when somebody wants it all to end at once. */
  stopping: Promise<void> | undefined;
}

async function compareAll(
  server: EmbeddedServer,
  { paces, chains, count, rounds }: BenchOptions,
  { closers }: Stage,
): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  const progress = createProgress((text) => process.stderr.write(text));
  for (const pace of paces) {
    for (const chain of chains) {
      const target = await createDatabaseIn(server, `bench_${pace.name}_${chain}`);
      const opened = closers.length;
      comparisons.push(await compare({ target, chain, pace, count, rounds, progress }, closers));
      await closeAll(closers, opened);
    }
  }
  return comparisons;
}

/** The latest first; what cannot be closed does not keep the rest open, and is told at the end. */
async function closeAll(closers: Stage["closers"], from = 0): Promise<void> {
  const problems: unknown[] = [];
  for (const closer of closers.splice(from).toReversed()) {
    await closer().catch((error: unknown) => problems.push(error));
  }
  if (problems.length > 0) throw new AggregateError(problems, "not everything could be closed");
}

/** The database would outlive us, as it should where it holds something. */
function closeWhenStopped(stage: Stage): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      // What is measured meanwhile fails, and waits for this end.
      stage.stopping ??= closeAll(stage.closers).finally(() => process.exit(128 + constants.signals[signal]));
    });
  }
}

function notify(...parts: readonly string[]): void {
  process.stdout.write(`${parts.join("\n\n")}\n\n`);
}

await main(parseOptions(process.argv.slice(2)));
