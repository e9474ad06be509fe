/** Counts of durations by bucket: bucket `n` has those above 2^((n-1)/2) and up to 2^(n/2) milliseconds. */
type DurationCounts = ReadonlyMap<number, bigint>;

/** A percentile in whole milliseconds, interpolated within its bucket; undefined without durations. */
export function percentileMs(counts: DurationCounts, percent: number): number | undefined {
  const buckets = [...counts].filter(([, count]) => count > 0n).toSorted(([left], [right]) => left - right);
  const total = buckets.reduce((sum, [, count]) => sum + Number(count), 0);
  if (total === 0) return undefined;
  const rank = (percent / 100) * total;
  let below = 0;
  for (const [bucket, count] of buckets) {
    const within = Number(count);
    if (below + within >= rank) {
      const lower = bucket === 0 ? 0 : bound(bucket - 1);
      return Math.round(lower + ((rank - below) / within) * (bound(bucket) - lower));
    }
    below += within;
  }
  return Math.round(bound(buckets.at(-1)?.[0] ?? 0));
}

function bound(bucket: number): number {
  return 2 ** (bucket / 2);
}
