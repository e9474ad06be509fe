import { constants } from "node:os";
import { openPostgres } from "../bench-postgres.ts";
import { createProgress } from "../ledger/progress.ts";
import { renderMachine } from "../machine.ts";
import { measureAgainst } from "./against.ts";
import { measureBatches } from "./batches.ts";
import { measureCompared } from "./compare-mode.ts";
import { makeHistory } from "./comparison.ts";
import {
  renderBatchSizes,
  renderCostModel,
  renderSustained,
  renderWritten,
  renderWrittenTables,
} from "./cost-report.ts";
import { goalsOf, isMeasured, type Measured } from "./goals.ts";
import { type BenchMode, type BenchOptions, parseOptions } from "./options.ts";
import { renderAgainst, renderRequestLog } from "./pairs-report.ts";
import { renderFigures, renderGoal, renderOpenLoop, renderRatios } from "./report.ts";
import { measureRequestLog } from "./request-log.ts";
import { serviceVariant } from "./service-variant.ts";
import { openStage, type StageSetting } from "./stage.ts";
import { measureSustained } from "./sustained.ts";
import { meterSettings } from "./written-store.ts";

const exitCodeForMissedGoal = 1;

/** Measures how the service accepts transfers, in the mode that the options name. */
async function main(options: BenchOptions): Promise<void> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  closeWhenStopped(close);
  try {
    const { mode } = options;
    // Another checkout needs no counters, and they cost CPU time.
    const postgres = await openPostgres(closers, mode.name === "against" ? {} : meterSettings);
    report(renderMachine(postgres.facts));
    const progress = createProgress((text) => process.stderr.write(text));
    if (mode.name === "against") {
      const setting = { server: postgres.server, folder: mode.folder, options, closers, progress };
      report(renderAgainst(await measureAgainst(setting)));
      return;
    }
    const goals = goalsOf(await measureIn(mode, { postgres, options, closers, progress }));
    report(goals.map(renderGoal).join("\n"));
    if (!goals.filter(isMeasured).every(({ isMet }) => isMet)) process.exitCode = exitCodeForMissedGoal;
  } finally {
    await close();
  }
}

interface ModeSetting extends StageSetting {
  readonly options: BenchOptions;
}

async function measureIn(
  mode: Exclude<BenchMode, { name: "against" }>,
  setting: ModeSetting,
): Promise<Measured> {
  switch (mode.name) {
    case "compare":
      return compareWithPeers(setting);
    case "batch":
      return compareBatches(mode.sizes, setting);
    case "sustained":
      return sustain(mode, setting);
  }
}

async function compareWithPeers(setting: ModeSetting): Promise<Measured> {
  const { options, progress } = setting;
  const stage = await openStage(setting);
  const compared = await measureCompared({ stage, options, progress });
  const { figures, written, openLoop } = compared;
  report(renderFigures(figures), renderRatios(figures, options.loads), renderOpenLoop(openLoop));
  report(renderWritten(written), renderWrittenTables(written));
  if (options.measuresRequestLog)
    report(renderRequestLog(await measureRequestLog(stage, { options, progress })));
  return { ...compared, written: written.find(({ variant }) => variant === "service") };
}

async function compareBatches(sizes: readonly number[], setting: ModeSetting): Promise<Measured> {
  const stage = await openStageWithHistory(setting);
  const figures = await measureBatches({ ...setting, stage, sizes });
  report(renderBatchSizes(figures), renderCostModel(figures));
  const one = figures.sizes.find(({ size }) => size === 1);
  return { figures: [], statementsPerBatch: one?.statementsPerBatch };
}

async function sustain(
  mode: Extract<BenchMode, { name: "sustained" }>,
  setting: ModeSetting,
): Promise<Measured> {
  const stage = await openStageWithHistory(setting);
  const sustained = await measureSustained({ ...setting, ...mode, stage });
  report(renderSustained(sustained));
  return { figures: [], sustained };
}

async function openStageWithHistory(setting: ModeSetting): Promise<Awaited<ReturnType<typeof openStage>>> {
  const stage = await openStage(setting);
  await makeHistory([serviceVariant(stage.server, stage.env, [])], setting.options.history);
  await stage.analyze();
  return stage;
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
