import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import { type Measurement, medianOf } from "../measure.ts";
import type { Figure } from "./goals.ts";
import { type RunSetting, runChecked } from "./measured-run.ts";
import type { BenchOptions } from "./options.ts";
import { type Load, loads } from "./transfers.ts";
import type { Variant } from "./variant.ts";

export interface ComparisonSetting extends RunSetting {
  /** Each run starts from a copy of this database. */
  readonly base: SocketTarget;
  readonly variants: readonly Variant[];
  readonly options: BenchOptions;
}

/** Compares the ledger with its peers: every variant with every number of callers, in each round. */
export async function compare(setting: ComparisonSetting): Promise<readonly Figure[]> {
  const { variants, options, progress } = setting;
  const cells = loads.flatMap((load) =>
    variants.flatMap((variant) =>
      variant.callerCounts.map((callers): Cell => ({ load, variant, callers, measured: [] })),
    ),
  );
  // Round by round over all cells, so that a temporary disturbance affects only one round of each.
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const [index, cell] of cells.entries()) {
      const measurement = await measureCell(setting, cell);
      cell.measured.push(measurement);
      progress(
        `comparison, round ${round} of ${options.rounds}, ${index + 1} of ${cells.length}: ${cell.load} ` +
          `${cell.variant.name} with ${cell.callers} callers: ${Math.round(measurement.perSecond)}/s`,
      );
    }
  }
  return cells.map(({ load, variant, callers, measured }) => {
    return { load, variant: variant.name, callers, measurement: medianOf(measured) };
  });
}

interface Cell {
  readonly load: Load;
  readonly variant: Variant;
  readonly callers: number;
  readonly measured: Measurement[];
}

function measureCell(setting: ComparisonSetting, cell: Cell): Promise<Measurement> {
  const { warmUpMs, seconds } = setting.options;
  return setting.stage.withCopy(setting.base, (target) =>
    runChecked(setting, target, { ...cell, warmUpMs, durationMs: seconds * 1000 }),
  );
}
