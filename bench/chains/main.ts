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

/** Compares transfers through the whole service with presigned transactions sent to the same RPC node. */
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

/** Open resources, in the order they were opened. */
interface Stage {
  readonly closers: (() => Promise<void>)[];
  /** Set when the run is aborted by a signal. */
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

/** Closes the latest first; a failure does not keep the others open and is reported at the end. */
async function closeAll(closers: Stage["closers"], from = 0): Promise<void> {
  const problems: unknown[] = [];
  for (const closer of closers.splice(from).toReversed()) {
    await closer().catch((error: unknown) => problems.push(error));
  }
  if (problems.length > 0) throw new AggregateError(problems, "not everything could be closed");
}

/** The embedded database would otherwise outlive the benchmark. */
function closeWhenStopped(stage: Stage): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      // A running measurement fails and waits for this cleanup.
      stage.stopping ??= closeAll(stage.closers).finally(() => process.exit(128 + constants.signals[signal]));
    });
  }
}

function notify(...parts: readonly string[]): void {
  process.stdout.write(`${parts.join("\n\n")}\n\n`);
}

await main(parseOptions(process.argv.slice(2)));
