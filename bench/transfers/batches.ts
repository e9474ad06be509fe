import type { Progress } from "../ledger/progress.ts";
import { type Measurement, measure, medianOf, warmUp } from "../measure.ts";
import { checkBooks } from "./books.ts";
import { readBooks } from "./books-store.ts";
import { countCalls } from "./counted-calls.ts";
import { openLockStep } from "./lock-step.ts";
import type { BenchOptions } from "./options.ts";
import { type CostLine, fitCost } from "./regression.ts";
import type { Stage } from "./stage.ts";
import { statementsPerBatch } from "./written-store.ts";

/** The service with batches of one size. */
export interface BatchFigure {
  readonly size: number;
  /** As the server counted them; 1 ÷ size if the batches had exactly this size. */
  readonly batchesPerTransfer: number;
  readonly statementsPerBatch: number;
  readonly measurement: Measurement;
}

export interface BatchFigures {
  readonly sizes: readonly BatchFigure[];
  readonly service: CostLine;
  readonly database: CostLine;
}

interface BatchSetting {
  readonly stage: Stage;
  readonly sizes: readonly number[];
  readonly options: Pick<BenchOptions, "seconds" | "rounds" | "warmUp">;
  readonly progress: Progress;
}

/** Round by round over all sizes, with as many transfers committed together as the size says. */
export async function measureBatches(setting: BatchSetting): Promise<BatchFigures> {
  const { stage, options, progress } = setting;
  const cells = setting.sizes.map((size) => ({ size, measured: [] as Measurement[] }));
  const counted = new Map<number, Pick<BatchFigure, "batchesPerTransfer" | "statementsPerBatch">>();
  // Large batches first: the compiler gets through its work in the shortest time.
  for (const { size } of cells.toReversed()) counted.set(size, await countStatements(setting, size));
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const { size, measured } of cells) {
      const measurement = await runChecked(setting, size);
      measured.push(measurement);
      const perSecond = `${Math.round(measurement.perSecond)}/s`;
      progress(`round ${round} of ${options.rounds}: batches of ${size}: ${perSecond}`);
    }
  }
  await stage.settle();
  const sizes = cells.map(({ size, measured }) => {
    const counts = counted.get(size) ?? { batchesPerTransfer: Number.NaN, statementsPerBatch: Number.NaN };
    return { size, ...counts, measurement: medianOf(measured) };
  });
  const lineOf = (cpuOf: (measurement: Measurement) => number): CostLine =>
    fitCost(
      sizes.map(({ batchesPerTransfer, measurement }) => {
        return { batchesPerTransfer, microseconds: cpuOf(measurement) };
      }),
    );
  return {
    sizes,
    service: lineOf(({ cpuMicroseconds }) => cpuMicroseconds),
    database: lineOf(({ databaseCpuMicroseconds }) => databaseCpuMicroseconds),
  };
}

const countedBatches = 100;
const maxCountMs = 10_000;

/** Apart from the measurement, because counting statements costs the server CPU time. Warms up, too. */
async function countStatements(
  { stage, options, progress }: BatchSetting,
  size: number,
): Promise<Pick<BatchFigure, "batchesPerTransfer" | "statementsPerBatch">> {
  const opened = await openLockStep(stage.server, stage.env, size);
  try {
    await warmUp(opened.callers, options.warmUp);
    const end = await stage.meter.begin();
    const counted = countCalls(opened.callers);
    await warmUp(counted.callers, { requests: countedBatches * size, ms: maxCountMs });
    const written = await end();
    const { transactions } = written;
    const mean = counted.accepted() / transactions;
    progress(`batches of ${size}: ${mean.toFixed(2)} transfers per transaction`);
    return {
      batchesPerTransfer: 1 / mean,
      statementsPerBatch: statementsPerBatch(written, transactions),
    };
  } finally {
    await opened.close();
  }
}

async function runChecked({ stage, options }: BatchSetting, size: number): Promise<Measurement> {
  const { target, databaseCpuMs } = stage;
  const before = await readBooks(target, "service");
  const opened = await openLockStep(stage.server, stage.env, size);
  try {
    const counted = countCalls(opened.callers);
    await warmUp(counted.callers, { requests: options.warmUp.requests / 10, ms: options.warmUp.ms / 10 });
    const workload = { ...opened, callers: counted.callers, databaseCpuMs };
    const measurement = await measure(workload, 0, options.seconds * 1000);
    checkBooks(before, await readBooks(target, "service"), counted.accepted());
    return measurement;
  } finally {
    await opened.close();
  }
}
