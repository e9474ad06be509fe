import { addMs, type Instant } from "../../kernel/instant.ts";

/** Health of an endpoint. */
export interface QueueHealth {
  readonly failuresInARow: number;
  /** Time of the first failure after the last success. */
  readonly failingSince: Instant | undefined;
  /** Circuit breaker: nothing is sent before this time. */
  readonly pausedUntil: Instant | undefined;
}

export function healthOf({ failuresInARow, failingSince, pausedUntil }: QueueHealth): QueueHealth {
  return { failuresInARow, failingSince, pausedUntil };
}

const failuresToOpen = 5;
const firstPauseMs = 5_000;
const maxPauseMs = 60_000;
const maxRequestedPauseMs = 10 * 60_000;
/** An endpoint that has only failed for this long is disabled. */
const givenUpAfterMs = 5 * 86_400_000;

/** One success closes the breaker. */
export function afterSuccess(): QueueHealth {
  return { failuresInARow: 0, failingSince: undefined, pausedUntil: undefined };
}

export interface Failure {
  readonly at: Instant;
  /** The `Retry-After` of the endpoint. */
  readonly retryAfterMs: number | undefined;
  /** In [0, 1): spreads the pauses of many endpoints. */
  readonly random: number;
}

/**
 * After some failures in a row the breaker opens: waiting deliveries are spared an attempt that would fail, and the
 * endpoint a burst of requests. When the pause is over one attempt probes; each that fails doubles the pause, up to a
 * minute, so that a recovered endpoint is noticed soon.
 */
export function afterFailure(health: QueueHealth, { at, retryAfterMs = 0, random }: Failure): QueueHealth {
  const failuresInARow = health.failuresInARow + 1;
  const ownMs =
    failuresInARow < failuresToOpen
      ? 0
      : Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failuresInARow - failuresToOpen, 10));
  const pauseMs = Math.max(Math.min(retryAfterMs, maxRequestedPauseMs), ownMs * (0.75 + random / 4));
  const pausedUntil = pauseMs > 0 ? addMs(at, Math.round(pauseMs)) : undefined;
  return { failuresInARow, failingSince: health.failingSince ?? at, pausedUntil };
}

export function isPaused({ pausedUntil }: QueueHealth, now: Instant): boolean {
  return pausedUntil !== undefined && pausedUntil > now;
}

export function isGivenUp({ failingSince }: QueueHealth, now: Instant): boolean {
  return failingSince !== undefined && now - failingSince >= givenUpAfterMs;
}

/** Window of requests in flight to one endpoint: grows with each success, halves after a failure. */
export interface Window {
  readonly size: number;
  readonly max: number;
}

const firstWindow = 4;

export function openWindow(health: QueueHealth, max: number): Window {
  return { size: health.failuresInARow > 0 ? 1 : Math.min(firstWindow, max), max };
}

export function widen({ size, max }: Window): Window {
  return { size: Math.min(size + 1, max), max };
}

export function narrow({ size, max }: Window): Window {
  return { size: Math.max(1, Math.floor(size / 2)), max };
}
