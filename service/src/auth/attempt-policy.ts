import { addMs, type Instant } from "../kernel/instant.ts";

/** Recent failures, oldest first; at most as many as the limit that they count against. */
export type Failures = readonly Instant[];

export interface FailureCounts {
  /** Failures for this client from this address. */
  readonly pair: Failures;
  /** Failures from this address for any client. */
  readonly address: Failures;
  /** Failures for this client from any address. */
  readonly client: Failures;
  /** This client succeeded at this address before, and has not failed there since. */
  readonly isKnown: boolean;
}

export const failureWindowMs = 60_000;

export const failureLimits = { pair: 10, address: 30, client: 50 } as const;

/** When the block ends; undefined if the attempt is allowed. */
export function heldUntil(counts: FailureCounts, now: Instant): Instant | undefined {
  const ends = [
    endOfHold(counts.pair, failureLimits.pair, now),
    // Strangers at the same address, such as behind one gateway, do not lock out a known client.
    counts.isKnown ? undefined : endOfHold(counts.address, failureLimits.address, now),
    // Guessing from many addresses blocks those addresses, never the client at an address that has not failed.
    hasFailedLately(counts.pair, now) ? endOfHold(counts.client, failureLimits.client, now) : undefined,
  ].filter((end) => end !== undefined);
  return ends.length === 0 ? undefined : (Math.max(...ends) as Instant);
}

/** Adds a failure and keeps only as many as the limit needs. */
export function addFailure(failures: Failures, limit: number, now: Instant): Failures {
  return [...failures, now].slice(-limit);
}

function hasFailedLately(failures: Failures, now: Instant): boolean {
  const last = failures.at(-1);
  return last !== undefined && isWithinWindow(last, now);
}

/** Once the limit is reached within the window, the block ends when the oldest of those failures leaves the window. */
function endOfHold(failures: Failures, limit: number, now: Instant): Instant | undefined {
  const oldest = failures.at(-limit);
  return oldest !== undefined && isWithinWindow(oldest, now) ? addMs(oldest, failureWindowMs) : undefined;
}

function isWithinWindow(failure: Instant, now: Instant): boolean {
  return now - failure < failureWindowMs;
}
