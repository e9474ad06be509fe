import { expect, test } from "vitest";
import type { Measurement } from "../measure.ts";
import { pairedRatio, type WindowPair } from "./window-pairs.ts";

const window = (perSecond: number): Measurement => {
  return { perSecond, p50Ms: 1, p99Ms: 1, cpuMicroseconds: 1, databaseCpuMicroseconds: 1 };
};
const pair = (own: number, other: number): WindowPair => ({ own: window(own), other: window(other) });

test("a disturbance that lasts longer than a window leaves the ratio as it is", () => {
  const pairs = [pair(1_100, 1_000), pair(550, 500), pair(220, 200), pair(1_100, 1_000)];
  const { median, lowerQuartile, upperQuartile } = pairedRatio(pairs, ({ perSecond }) => perSecond);
  expect([median, lowerQuartile, upperQuartile]).toEqual([1.1, 1.1, 1.1]);
});

test("a disturbance of one window does not move the median", () => {
  const pairs = [pair(1_100, 1_000), pair(100, 1_000), pair(1_100, 1_000)];
  expect(pairedRatio(pairs, ({ perSecond }) => perSecond)).toMatchObject({
    own: 1_100,
    other: 1_000,
    median: 1.1,
  });
});
