import fc from "fast-check";
import { expect, test } from "vitest";
import { backoffMs } from "./backoff.ts";

const limits = fc
  .record({ firstMs: fc.integer({ min: 2, max: 60_000 }), factor: fc.integer({ min: 1, max: 10_000 }) })
  .map(({ firstMs, factor }) => ({ firstMs, maxMs: firstMs * factor }));
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const attempts = fc.integer({ min: 1, max: 200 });

test("a delay is never longer than the maximum and never shorter than half of its upper bound", () => {
  fc.assert(
    fc.property(limits, attempts, random, (within, failed, draw) => {
      const pauseMs = backoffMs(within, failed, draw);
      const ceilingMs = Math.min(within.maxMs, within.firstMs * 2 ** (failed - 1));
      expect(pauseMs).toBeGreaterThanOrEqual(Math.floor(ceilingMs / 2));
      expect(pauseMs).toBeLessThanOrEqual(within.maxMs);
    }),
  );
});

test("a delay is at least as long as any earlier one could have been, until the maximum is reached", () => {
  fc.assert(
    fc.property(limits, attempts, random, random, (within, failed, earlier, later) => {
      fc.pre(within.firstMs * 2 ** failed <= within.maxMs);
      expect(backoffMs(within, failed + 1, later)).toBeGreaterThanOrEqual(backoffMs(within, failed, earlier));
    }),
  );
});

test("jobs that failed together are retried at different times", () => {
  const pauses = [0, 0.25, 0.5, 0.75].map((draw) => backoffMs({ firstMs: 1_000, maxMs: 60_000 }, 3, draw));
  expect(pauses).toEqual([2_000, 2_500, 3_000, 3_500]);
});
