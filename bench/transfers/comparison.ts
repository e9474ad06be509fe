import type { ConnectionTarget } from "../../service/src/db/pool.ts";
import { type Measurement, measure, medianOf, type WarmUp, warmUp } from "../measure.ts";
import { checkBooks } from "./books.ts";
import { readBooks } from "./books-store.ts";
import { countCalls } from "./counted-calls.ts";
import type { Load } from "./load.ts";
import type { BenchOptions } from "./options.ts";
import type { Variant, VariantName } from "./variant.ts";

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
  readonly options: Pick<BenchOptions, "seconds" | "rounds" | "loads" | "warmUp">;
  readonly progress: (message: string) => void;
  /** Runs before each measurement, so that it is not affected by earlier writes. */
  settle(): Promise<void>;
  databaseCpuMs(): Promise<number>;
}

/** Round by round over all cells, so that a temporary disturbance affects only one round of each. */
export async function compare(plan: ComparisonPlan): Promise<readonly Figure[]> {
  const { rounds } = plan.options;
  const cells = plan.options.loads.flatMap((load) =>
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
      const measurement = await runChecked(plan, { load, variant, callers, isFirst: round === 1 });
      measured.push(measurement);
      const speed = `${Math.round(measurement.perSecond)}/s`;
      plan.progress(`round ${round} of ${rounds}: ${load}, ${variant.name}, ${callers} callers: ${speed}`);
    }
  }
  return cells.map(({ load, variant, callers, measured }) => {
    return { load, variant: variant.name, callers, measurement: medianOf(measured) };
  });
}

/**
 * A lone caller shows the latency of one transfer, which hardly depends on the load. It comes last, because many callers
 * let the compiler finish sooner.
 */
function callerCountsOf(load: Load, { callerCounts }: Variant): readonly number[] {
  return load === "spread" ? [...callerCounts, 1] : callerCounts;
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

interface Cell {
  readonly load: Load;
  readonly variant: Variant;
  readonly callers: number;
  readonly isFirst: boolean;
}

/** Measures once, and accepts the figure only if the books match the acknowledged transfers. */
async function runChecked(
  { target, options, settle, databaseCpuMs }: ComparisonPlan,
  { load, variant, callers, isFirst }: Cell,
): Promise<Measurement> {
  const before = await readBooks(target, variant.name);
  await settle();
  const opened = await variant.open(load, callers);
  try {
    const counted = countCalls(opened.callers);
    await warmUp(counted.callers, isFirst ? options.warmUp : shorter(options.warmUp));
    const workload = { ...opened, callers: counted.callers, databaseCpuMs };
    const measurement = await measure(workload, 0, options.seconds * 1000);
    checkBooks(before, await readBooks(target, variant.name), counted.accepted());
    return measurement;
  } finally {
    await opened.close();
  }
}

/** Caches of connections and of the database, which is all that is cold after the first measurement. */
function shorter({ requests, ms }: WarmUp): WarmUp {
  return { requests: requests / 10, ms: ms / 10 };
}
