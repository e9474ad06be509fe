import fc from "fast-check";
import { expect, test } from "vitest";
import { pauseAfterTurn, type Turn } from "./poll-pause.ts";

const pace = fc
  .record({ pollMs: fc.integer({ min: 1, max: 60_000 }), idleMs: fc.integer({ min: 1, max: 600_000 }) })
  .map(({ pollMs, idleMs }) => ({ pollMs, idleMs: Math.max(pollMs, idleMs) }));
const idleTurns = fc.nat({ max: 10_000 });
const turn = fc.oneof(
  fc.constantFrom<Turn>("again", "soon", "wait"),
  fc.record({ dueInMs: fc.double({ min: -1e9, max: 1e9, noNaN: true }) }),
);

test("a pause is never longer than the ceiling", () => {
  fc.assert(
    fc.property(turn, idleTurns, pace, (found, count, limits) => {
      const pauseMs = pauseAfterTurn(found, count, limits);
      expect(pauseMs).toBeGreaterThanOrEqual(0);
      expect(pauseMs).toBeLessThanOrEqual(limits.idleMs);
    }),
  );
});

test("a pause never passes a due time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), idleTurns, pace, (dueInMs, count, limits) => {
      expect(pauseAfterTurn({ dueInMs }, count, limits)).toBe(Math.min(dueInMs, limits.idleMs));
    }),
  );
});

test("work that is overdue or in progress is looked at again after the poll interval", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 0 }), idleTurns, pace, (dueInMs, count, limits) => {
      expect(pauseAfterTurn({ dueInMs }, count, limits)).toBe(limits.pollMs);
      expect(pauseAfterTurn("soon", count, limits)).toBe(limits.pollMs);
    }),
  );
});

test("pauses double while turns find nothing", () => {
  const limits = { pollMs: 250, idleMs: 3_000 };
  expect([0, 1, 2, 3, 4, 5_000].map((count) => pauseAfterTurn("wait", count, limits))).toEqual([
    250, 500, 1_000, 2_000, 3_000, 3_000,
  ]);
});

test("without a ceiling there is no backoff", () => {
  expect(pauseAfterTurn("wait", 10, { pollMs: 500 })).toBe(500);
  expect(pauseAfterTurn({ dueInMs: 60_000 }, 0, { pollMs: 500 })).toBe(500);
});
