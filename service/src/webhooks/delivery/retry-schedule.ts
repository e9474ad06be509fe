const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long after each failed attempt the next one is made; about three days in all. */
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

const maxAskedDelayMs = 24 * hourMs;
/** A tenth, so that what failed together does not come back together. */
const jitter = 0.1;

/**
 * Undefined after the last attempt. `Retry-After` may put an attempt off, up to a day, and never brings it forward.
 */
export function delayAfter(
  attemptNumber: number,
  retryAfterMs: number | undefined,
  random: number,
): number | undefined {
  const plannedMs = retryDelaysMs[attemptNumber - 1];
  if (plannedMs === undefined) return undefined;
  const askedMs = Math.min(retryAfterMs ?? 0, maxAskedDelayMs);
  return Math.round(Math.max(plannedMs, askedMs) * (1 + jitter * random));
}
