import type { Comparison } from "./comparison.ts";
import type { BenchChain, Pace } from "./options.ts";

export interface Goal {
  readonly chain: BenchChain;
  readonly pace: Pace["name"];
  readonly measured: number;
  readonly atLeast: number;
  readonly isMet: boolean;
}

/** Minimum share of the raw throughput. */
const leftByTheService = 0.8;

export function goalOf(comparison: Comparison): Goal {
  const { chain, pace } = comparison;
  const measured = ratioOf(comparison);
  return { chain, pace: pace.name, measured, atLeast: leftByTheService, isMet: measured >= leftByTheService };
}

/** Median of the rounds' ratios; within a round, both were measured shortly after one another. */
export function ratioOf({
  rounds,
}: {
  readonly rounds: readonly { readonly service: { readonly ms: number }; readonly rawMs: number }[];
}): number {
  return median(rounds.map(({ service, rawMs }) => rawMs / service.ms));
}

/** For an even number of values, the lower of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
}
