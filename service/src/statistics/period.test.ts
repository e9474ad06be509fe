import { expect, test } from "vitest";
import { formatInstant, type Instant, instantFromMs } from "../kernel/instant.ts";
import { percentileMs } from "./durations.ts";
import { type Period, type PeriodName, periodsOf } from "./period.ts";

const now = instantFromMs(Date.UTC(2026, 0, 31, 23, 59, 59, 999));
const texts = (instants: readonly Instant[]): readonly string[] => instants.map(formatInstant);

test.each<[PeriodName, string, string, string]>([
  ["24h", "2026-01-31T00:00:00.000Z", "2026-02-01T00:00:00.000Z", "2026-01-30T00:00:00.000Z"],
  ["7d", "2026-01-25T00:00:00.000Z", "2026-02-01T00:00:00.000Z", "2026-01-18T00:00:00.000Z"],
  ["12m", "2025-02-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z", "2024-02-01T00:00:00.000Z"],
])(
  "%s ends with the current step, and the period before ends where it begins",
  (name, first, end, before) => {
    const { current, previous } = periodsOf(name, now);
    const bounds = ({ starts, end: last }: Period) => [...texts(starts.slice(0, 1)), formatInstant(last)];
    expect(bounds(current)).toEqual([first, end]);
    expect(bounds(previous)).toEqual([before, first]);
    expect(previous.starts).toHaveLength(current.starts.length);
  },
);

test("months have their own lengths", () => {
  const { starts } = periodsOf("12m", now).current;
  expect(texts(starts.slice(0, 2))).toEqual(["2025-02-01T00:00:00.000Z", "2025-03-01T00:00:00.000Z"]);
});

test("a percentile lies within the bucket that contains it", () => {
  // 90 durations of 5 to 8 ms, 10 of 363 to 512 ms.
  const counts = new Map([
    [6, 90n],
    [18, 10n],
  ]);
  expect(percentileMs(counts, 50)).toBeGreaterThanOrEqual(6);
  expect(percentileMs(counts, 50)).toBeLessThanOrEqual(8);
  expect(percentileMs(counts, 95)).toBeGreaterThan(362);
  expect(percentileMs(counts, 95)).toBeLessThanOrEqual(512);
  expect(percentileMs(new Map(), 50)).toBeUndefined();
});
