import fc from "fast-check";
import { expect, test } from "vitest";
import { responded } from "../../../test/webhooks.ts";
import { delayAfter, evaluate, retryDelaysMs } from "./send-attempt.ts";

const hourMs = 3_600_000;

test("2xx is a success and nothing else is", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.integer({ min: 1, max: 11 }), (code, number) => {
      expect(evaluate(responded(code), { attemptNumber: number, random: 0 }).status === "succeeded").toBe(
        code >= 200 && code < 300,
      );
    }),
  );
});

test("no response is a failure with its reason", () => {
  const outcome = { type: "no_response", message: "connection refused", durationMs: 1 } as const;
  expect(evaluate(outcome, { attemptNumber: 1, random: 0 })).toEqual({
    status: "failed",
    failureMessage: "connection refused",
    retryInMs: 5_000,
  });
});

test("the eleventh failure is the last", () => {
  expect(evaluate(responded(500), { attemptNumber: 10, random: 0 })).toMatchObject({ status: "failed" });
  expect(evaluate(responded(500), { attemptNumber: 11, random: 0 })).toEqual({
    status: "exhausted",
    failureMessage: "HTTP 500",
    isGone: false,
  });
});

test("410 ends it at the first attempt, unless the subscription has another URL by now", () => {
  const first = { attemptNumber: 1, random: 0 };
  expect(evaluate(responded(410), first)).toMatchObject({ status: "exhausted", isGone: true });
  expect(evaluate(responded(410), { ...first, hasMoved: true })).toMatchObject({ status: "failed" });
});

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
