/** How long a failed job rests: doubling from the first pause up to the longest. */
export interface BackoffLimits {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * The pause after the given number of failed attempts. The upper half of it is drawn at random, so that jobs that failed
 * together do not come back together, and yet no pause is shorter than one before it could have been.
 */
export function backoffMs(limits: BackoffLimits, failedAttempts: number, random: number): number {
  const ceilingMs = Math.min(limits.maxMs, limits.firstMs * 2 ** Math.min(failedAttempts - 1, maxDoublings));
  return Math.round(ceilingMs / 2 + (random * ceilingMs) / 2);
}

// Beyond this the product would leave the range of exact numbers, long after any limit is reached.
const maxDoublings = 40;
