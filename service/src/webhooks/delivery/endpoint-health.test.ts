import fc from "fast-check";
import { expect, test } from "vitest";
import { addMs, instantFromMs } from "../../kernel/instant.ts";
import {
  afterFailure,
  afterSuccess,
  isGivenUp,
  isPaused,
  narrow,
  openWindow,
  type QueueHealth,
  widen,
} from "./endpoint-health.ts";

const start = instantFromMs(1_700_000_000_000);

function failTimes(count: number, random = 0.5): QueueHealth {
  let health = afterSuccess();
  for (let failures = 0; failures < count; failures += 1) {
    health = afterFailure(health, { at: addMs(start, failures), retryAfterMs: undefined, random });
  }
  return health;
}

test("the breaker opens with the fifth failure in a row, and pauses for a minute at most", () => {
  expect(failTimes(4).pausedUntil).toBeUndefined();
  expect(isPaused(failTimes(5), addMs(start, 4))).toBe(true);
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 5_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (count, random) => {
        const { pausedUntil = start } = failTimes(count, random);
        const pauseMs = pausedUntil - start - (count - 1);
        expect(pauseMs).toBeGreaterThan(3_000);
        expect(pauseMs).toBeLessThanOrEqual(60_000);
      },
    ),
    { numRuns: 50 },
  );
});

test("one success closes the breaker and resets the failures", () => {
  expect(failTimes(9)).toMatchObject({ failuresInARow: 9, failingSince: start });
  expect(afterSuccess()).toEqual({ failuresInARow: 0, failingSince: undefined, pausedUntil: undefined });
});

test("Retry-After pauses the endpoint, for ten minutes at most", () => {
  const requested = (retryAfterMs: number) =>
    (afterFailure(afterSuccess(), { at: start, retryAfterMs, random: 0 }).pausedUntil ?? start) - start;
  expect(requested(20_000)).toBe(20_000);
  expect(requested(86_400_000)).toBe(600_000);
});

test("an endpoint is disabled after five days of nothing but failures", () => {
  const health = failTimes(1);
  expect(isGivenUp(health, addMs(start, 5 * 86_400_000 - 1))).toBe(false);
  expect(isGivenUp(health, addMs(start, 5 * 86_400_000))).toBe(true);
  expect(isGivenUp(afterSuccess(), addMs(start, 9 * 86_400_000))).toBe(false);
});

test("the window grows by one up to the limit, halves with each failure, and starts at one after failures", () => {
  expect(openWindow(afterSuccess(), 32).size).toBe(4);
  expect(openWindow(afterSuccess(), 2).size).toBe(2);
  expect(openWindow(failTimes(1), 32).size).toBe(1);
  expect(widen({ size: 31, max: 32 }).size).toBe(32);
  expect(widen({ size: 32, max: 32 }).size).toBe(32);
  expect(narrow({ size: 9, max: 32 }).size).toBe(4);
  expect(narrow({ size: 1, max: 32 }).size).toBe(1);
});
