const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Delay after each failed attempt; about three days in total. */
export const retryDelaysMs: readonly number[] = [
  5_000,
  30_000,
  2 * minuteMs,
  10 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
];

const maxRequestedDelayMs = 24 * hourMs;
/** Jitter of a tenth, so that attempts that failed together are not retried together. */
const jitter = 0.1;

/**
 * Undefined after the last attempt. `Retry-After` may delay an attempt, up to a day, and never makes it earlier.
 */
export function delayAfter(
  attemptNumber: number,
  retryAfterMs: number | undefined,
  random: number,
): number | undefined {
  const plannedMs = retryDelaysMs[attemptNumber - 1];
  if (plannedMs === undefined) return undefined;
  const requestedMs = Math.min(retryAfterMs ?? 0, maxRequestedDelayMs);
  return Math.round(Math.max(plannedMs, requestedMs) * (1 + jitter * random));
}
