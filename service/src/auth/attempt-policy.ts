import { addMs, type Instant } from "../kernel/instant.ts";

/** The last failures of somebody, oldest first; never more of them than the limit they are held against. */
export type Failures = readonly Instant[];

export interface FailureCounts {
  /** Failures for this client from this address. */
  readonly pair: Failures;
  /** Failures from this address for any client. */
  readonly address: Failures;
  /** Failures for this client from any address. */
  readonly client: Failures;
}

export const failureWindowMs = 60_000;

export const failureLimits = { pair: 10, address: 30, client: 50 } as const;

/** Until when an attempt is held back, or undefined when it may go ahead. */
export function heldUntil(counts: FailureCounts, now: Instant): Instant | undefined {
  const ends = [
    endOfHold(counts.pair, failureLimits.pair, now),
    endOfHold(counts.address, failureLimits.address, now),
    // Guessing from many addresses holds back those addresses, never the customer who has not failed.
    hasFailedLately(counts.pair, now) ? endOfHold(counts.client, failureLimits.client, now) : undefined,
  ].filter((end) => end !== undefined);
  return ends.length === 0 ? undefined : (Math.max(...ends) as Instant);
}

/** Adds a failure, keeping only as many as decide anything. */
export function addFailure(failures: Failures, limit: number, now: Instant): Failures {
  return [...failures, now].slice(-limit);
}

function hasFailedLately(failures: Failures, now: Instant): boolean {
  const last = failures.at(-1);
  return last !== undefined && isWithinWindow(last, now);
}

/** With the limit reached inside the window, the hold ends when the oldest of those failures leaves the window. */
function endOfHold(failures: Failures, limit: number, now: Instant): Instant | undefined {
  const oldest = failures.at(-limit);
  return oldest !== undefined && isWithinWindow(oldest, now) ? addMs(oldest, failureWindowMs) : undefined;
}

function isWithinWindow(failure: Instant, now: Instant): boolean {
  return now - failure < failureWindowMs;
}
