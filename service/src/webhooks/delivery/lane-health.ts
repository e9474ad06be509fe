import { addMs, type Instant } from "../../kernel/instant.ts";

/** How an endpoint has been answering. */
export interface LaneHealth {
  readonly failuresInARow: number;
  /** Since the first failure after the last success. */
  readonly failingSince: Instant | undefined;
  /** The circuit breaker: nothing is sent before. */
  readonly pausedUntil: Instant | undefined;
}

export function healthOf({ failuresInARow, failingSince, pausedUntil }: LaneHealth): LaneHealth {
  return { failuresInARow, failingSince, pausedUntil };
}

const failuresToOpen = 5;
const firstPauseMs = 5_000;
const maxPauseMs = 60_000;
const maxAskedPauseMs = 10 * 60_000;
/** An endpoint that has only failed for so long is given up. */
const givenUpAfterMs = 5 * 86_400_000;

/** One success closes the breaker. */
export function afterSuccess(): LaneHealth {
  return { failuresInARow: 0, failingSince: undefined, pausedUntil: undefined };
}

export interface Failure {
  readonly at: Instant;
  /** What the endpoint asked for by `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  /** In [0, 1): spreads the pauses of many lanes. */
  readonly random: number;
}

/**
 * After some failures in a row the breaker opens: what waits is spared an attempt that would fail, and the endpoint a
 * crowd of them. When the pause is over one attempt probes; each that fails doubles the pause, up to a minute, so that
 * an endpoint that is back is noticed soon.
 */
export function afterFailure(health: LaneHealth, { at, retryAfterMs = 0, random }: Failure): LaneHealth {
  const failuresInARow = health.failuresInARow + 1;
  const ownMs =
    failuresInARow < failuresToOpen
      ? 0
      : Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failuresInARow - failuresToOpen, 10));
  const pauseMs = Math.max(Math.min(retryAfterMs, maxAskedPauseMs), ownMs * (0.75 + random / 4));
  const pausedUntil = pauseMs > 0 ? addMs(at, Math.round(pauseMs)) : undefined;
  return { failuresInARow, failingSince: health.failingSince ?? at, pausedUntil };
}

export function isPaused({ pausedUntil }: LaneHealth, now: Instant): boolean {
  return pausedUntil !== undefined && pausedUntil > now;
}

export function isGivenUp({ failingSince }: LaneHealth, now: Instant): boolean {
  return failingSince !== undefined && now - failingSince >= givenUpAfterMs;
}

/** How many posts may be under way to one endpoint: more with each success, half after a failure. */
export interface Window {
  readonly size: number;
  readonly max: number;
}

const firstWindow = 4;

export function openWindow(health: LaneHealth, max: number): Window {
  return { size: health.failuresInARow > 0 ? 1 : Math.min(firstWindow, max), max };
}

export function widen({ size, max }: Window): Window {
  return { size: Math.min(size + 1, max), max };
}

export function narrow({ size, max }: Window): Window {
  return { size: Math.max(1, Math.floor(size / 2)), max };
}
