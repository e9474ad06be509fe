/** Retry delay of a failed job: doubles from the first delay up to the maximum. */
export interface BackoffLimits {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * The delay after the given number of failed attempts. Its upper half is random, so that jobs that failed together are
 * not retried together, and yet no delay is shorter than an earlier one could have been.
 */
export function backoffMs(limits: BackoffLimits, failedAttempts: number, random: number): number {
  const ceilingMs = Math.min(limits.maxMs, limits.firstMs * 2 ** Math.min(failedAttempts - 1, maxDoublings));
  return Math.round(ceilingMs / 2 + (random * ceilingMs) / 2);
}

// Beyond this the product would exceed the safe integer range, long after any maximum is reached.
const maxDoublings = 40;
