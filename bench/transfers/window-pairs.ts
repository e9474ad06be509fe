import type { Progress } from "../ledger/progress.ts";
import { type Measurement, measure, quantileOf, type Workload, warmUp } from "../measure.ts";
import type { BenchOptions } from "./options.ts";

/** Two windows, one right after the other, with the same load and number of callers. */
export interface WindowPair {
  readonly own: Measurement;
  readonly other: Measurement;
}

export type PairedWorkloads = Readonly<Record<keyof WindowPair, Omit<Workload, "close">>>;

export interface PairOptions extends Pick<BenchOptions, "seconds" | "rounds" | "warmUp"> {
  readonly name: string;
  readonly progress: Progress;
  databaseCpuMs(): Promise<number>;
}

/**
 * Two services in turns, in short windows. While one is measured, the other is idle, so the CPU time of the server
 * belongs to the first. What disturbs the machine for longer than a window affects both windows of a pair, and their
 * ratio hardly.
 */
export async function measurePairs(
  workloads: PairedWorkloads,
  options: PairOptions,
): Promise<readonly WindowPair[]> {
  const { rounds, seconds, name, databaseCpuMs, progress } = options;
  const windowOf = (side: keyof WindowPair): Promise<Measurement> =>
    measure({ ...workloads[side], databaseCpuMs }, 0, seconds * 1000);
  for (const { callers } of [workloads.own, workloads.other]) await warmUp(callers, options.warmUp);
  const pairs: WindowPair[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    // The first window of a pair alternates, so that no side profits from its position.
    const first = round % 2 === 1 ? await windowOf("own") : undefined;
    const other = await windowOf("other");
    const own = first ?? (await windowOf("own"));
    pairs.push({ own, other });
    const speeds = [own, other].map(({ perSecond }) => `${Math.round(perSecond)}/s`);
    progress(`${name}, pair ${round} of ${rounds}: ${speeds.join(" and ")}`);
  }
  return pairs;
}

/** A figure of one side divided by the other's: the median over the pairs, and the middle half of them. */
export interface PairedRatio {
  readonly own: number;
  readonly other: number;
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
}

export function pairedRatio(
  pairs: readonly WindowPair[],
  figureOf: (measurement: Measurement) => number,
): PairedRatio {
  const ratios = pairs.map(({ own, other }) => figureOf(own) / figureOf(other));
  const medianOfSide = (side: keyof WindowPair): number =>
    quantileOf(
      pairs.map((pair) => figureOf(pair[side])),
      0.5,
    );
  return {
    own: medianOfSide("own"),
    other: medianOfSide("other"),
    median: quantileOf(ratios, 0.5),
    lowerQuartile: quantileOf(ratios, 0.25),
    upperQuartile: quantileOf(ratios, 0.75),
  };
}
