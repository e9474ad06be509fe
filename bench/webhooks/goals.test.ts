import { expect, test } from "vitest";
import { disturbanceOf, isolationGoal, latencyGoal, type SpeedFigure, speedGoal } from "./goals.ts";
import { quantilesOf, spreadOf } from "./quantiles.ts";

const speed = (ratios: readonly number[], subscriptions = 10): SpeedFigure => {
  const constant = spreadOf([1]);
  return {
    subscriptions,
    deliveries: 1_000,
    servicePerSecond: constant,
    plainPerSecond: constant,
    ratio: spreadOf(ratios),
    cpuMicroseconds: { service: constant, database: constant, plain: constant },
  };
};
const latency = (latenciesMs: readonly number[]) => {
  return { subscriptions: 10, expectedPerSecond: 500, perSecond: 499, ms: quantilesOf(latenciesMs) };
};
const isolation = (calm: readonly number[], troubled: readonly number[]) => {
  const each = (ms: number) => quantilesOf([ms]);
  return { perSecond: 500, calm: calm.map(each), troubled: troubled.map(each) };
};

test("the median ratio counts, and 0.8 of the plain loop is enough", () => {
  expect(speedGoal(speed([0.2, 0.8, 0.9]))).toMatchObject({ measured: 0.8, isMet: true });
  expect(speedGoal(speed([0.2, 0.79, 0.9]))).toMatchObject({ measured: 0.79, isMet: false });
});

test("with one subscription, 0.7 of the plain loop is enough", () => {
  expect(speedGoal(speed([0.7], 1)).isMet).toBe(true);
  expect(speedGoal(speed([0.69], 1)).isMet).toBe(false);
});

test("half of all deliveries arrive within 20 ms", () => {
  expect(latencyGoal(latency([10, 20, 900])).isMet).toBe(true);
  expect(latencyGoal(latency([10, 21, 52])).isMet).toBe(false);
});

test("bad endpoints cost healthy ones at most a tenth, compared within each round", () => {
  expect(disturbanceOf(isolation([100, 10, 1], [110, 30, 1]))).toBe(1.1);
  expect(disturbanceOf(isolation([100, 10], [110, 30]))).toBe(3);
  expect(isolationGoal(isolation([100], [110])).isMet).toBe(true);
  expect(isolationGoal(isolation([100], [111])).isMet).toBe(false);
});

test("a missing figure meets no goal", () => {
  expect(speedGoal(speed([])).isMet).toBe(false);
  expect(latencyGoal(latency([])).isMet).toBe(false);
  expect(isolationGoal(isolation([], [])).isMet).toBe(false);
  expect(isolationGoal(isolation([], [5])).isMet).toBe(false);
});
