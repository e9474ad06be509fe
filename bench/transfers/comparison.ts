import type { ConnectionTarget } from "../../service/src/db/pool.ts";
import { type Measurement, measure, medianOf } from "../measure.ts";
import { checkBooks } from "./books.ts";
import { readBooks } from "./books-store.ts";
import { type Load, loads } from "./load.ts";
import type { BenchOptions } from "./options.ts";
import type { OpenedVariant, Variant, VariantName } from "./variant.ts";

/** One line of the comparison: the median of its rounds. */
export interface Figure {
  readonly load: Load;
  readonly variant: VariantName;
  readonly callers: number;
  readonly measurement: Measurement;
}

export interface ComparisonPlan {
  readonly target: ConnectionTarget;
  readonly variants: readonly Variant[];
  readonly options: Pick<BenchOptions, "seconds" | "rounds" | "warmUpMs">;
  readonly progress: (message: string) => void;
  /** Runs before each measurement, so that it is not affected by earlier writes. */
  settle(): Promise<void>;
  databaseCpuMs(): Promise<number>;
}

/** Round by round over all cells, so that a temporary disturbance affects only one round of each. */
export async function compare(plan: ComparisonPlan): Promise<readonly Figure[]> {
  const { rounds } = plan.options;
  const cells = loads.flatMap((load) =>
    plan.variants.flatMap((variant) =>
      callerCountsOf(load, variant).map((callers) => ({
        load,
        variant,
        callers,
        measured: [] as Measurement[],
      })),
    ),
  );
  for (let round = 1; round <= rounds; round += 1) {
    for (const { load, variant, callers, measured } of cells) {
      const measurement = await runChecked(plan, variant, load, callers);
      measured.push(measurement);
      const speed = `${Math.round(measurement.perSecond)}/s`;
      plan.progress(`round ${round} of ${rounds}: ${load}, ${variant.name}, ${callers} callers: ${speed}`);
    }
  }
  return cells.map(({ load, variant, callers, measured }) => {
    return { load, variant: variant.name, callers, measurement: medianOf(measured) };
  });
}

/** A lone caller shows the latency of one transfer, which hardly depends on the load. */
function callerCountsOf(load: Load, { callerCounts }: Variant): readonly number[] {
  return load === "spread" ? [1, ...callerCounts] : callerCounts;
}

/** Lets each variant accept some transfers, so that no table is small enough for the planner to scan all of it. */
export async function makeHistory(variants: readonly Variant[], transfers: number): Promise<void> {
  for (const variant of variants) {
    const opened = await variant.open("spread", historyCallers);
    let left = transfers;
    const keepAsking = async (call: () => Promise<number>): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await call();
      }
    };
    try {
      await Promise.all(opened.callers.map(keepAsking));
    } finally {
      await opened.close();
    }
  }
}

const historyCallers = 16;

/** Measures once, and accepts the figure only if the books match the acknowledged transfers. */
async function runChecked(
  { target, options, settle, databaseCpuMs }: ComparisonPlan,
  variant: Variant,
  load: Load,
  callers: number,
): Promise<Measurement> {
  const before = await readBooks(target, variant.name);
  await settle();
  const opened = await variant.open(load, callers);
  try {
    const counted = countCalls(opened.callers);
    const workload = { ...opened, callers: counted.callers, databaseCpuMs };
    const measurement = await measure(workload, options.warmUpMs, options.seconds * 1000);
    checkBooks(before, await readBooks(target, variant.name), counted.accepted());
    return measurement;
  } finally {
    await opened.close();
  }
}

/** Counts acknowledged transfers, including the warm-up. */
function countCalls(callers: OpenedVariant["callers"]): {
  readonly callers: OpenedVariant["callers"];
  readonly accepted: () => number;
} {
  let accepted = 0;
  return {
    callers: callers.map((call) => async () => {
      const done = await call();
      accepted += done;
      return done;
    }),
    accepted: () => accepted,
  };
}
