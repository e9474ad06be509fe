/** Quantiles of many figures. */
export interface Quantiles {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Each is NaN when there are no figures. */
export function quantilesOf(figures: readonly number[]): Quantiles {
  const sorted = Float64Array.from(figures).sort();
  return {
    count: sorted.length,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
  };
}

/** Median, minimum and maximum of the rounds. */
export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Of an even number of rounds, the lower of the two in the middle is the median. */
export function spreadOf(figures: readonly number[]): Spread {
  const sorted = Float64Array.from(figures).sort();
  return {
    median: quantile(sorted, 0.5),
    lowest: sorted.at(0) ?? Number.NaN,
    highest: sorted.at(-1) ?? Number.NaN,
  };
}

/** The smallest figure that at least this share of all figures does not exceed. */
function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
