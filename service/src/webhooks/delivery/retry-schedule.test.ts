import fc from "fast-check";
import { expect, test } from "vitest";
import { delayAfter, retryDelaysMs } from "./retry-schedule.ts";

const hourMs = 3_600_000;

test("ten attempts follow the first, over about three days", () => {
  expect(retryDelaysMs).toHaveLength(10);
  const totalHours = retryDelaysMs.reduce((sum, delay) => sum + delay, 0) / hourMs;
  expect(totalHours).toBeGreaterThan(70);
  expect(totalHours).toBeLessThan(72);
  expect(delayAfter(11, undefined, 0)).toBeUndefined();
});

test("an attempt is never early, and at most a tenth late", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (number, random) => {
        const planned = retryDelaysMs[number - 1] ?? 0;
        const delay = delayAfter(number, undefined, random) ?? 0;
        expect(delay).toBeGreaterThanOrEqual(planned);
        expect(delay).toBeLessThanOrEqual(planned * 1.1 + 1);
      },
    ),
  );
});

test("Retry-After delays an attempt, never makes it earlier, and not beyond a day", () => {
  expect(delayAfter(1, 60_000, 0)).toBe(60_000);
  expect(delayAfter(3, 1_000, 0)).toBe(120_000);
  expect(delayAfter(1, 400 * hourMs, 0)).toBe(24 * hourMs);
});
