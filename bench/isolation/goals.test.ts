import { expect, test } from "vitest";
import type { Measurement } from "../measure.ts";
import { isolationGoal, timesAloneOf } from "./goals.ts";

const rounds = (...p99s: readonly number[]): readonly Measurement[] =>
  p99s.map((p99Ms) => ({
    perSecond: 1,
    p50Ms: p99Ms / 2,
    p99Ms,
    cpuMicroseconds: 1,
    databaseCpuMicroseconds: 1,
  }));

test("the median round beside locked tenants is compared with the median round alone", () => {
  const figure = { alone: rounds(10, 8, 900), besideLocked: rounds(15, 12, 20_000) };
  expect(timesAloneOf("p50Ms", figure)).toBe(1.5);
  expect(isolationGoal(figure)).toMatchObject({ measured: 1.5, limit: 1.5, isMet: true });
  expect(isolationGoal({ ...figure, besideLocked: rounds(15, 16, 20_000) }).isMet).toBe(false);
});

test("a missing figure meets no goal", () => {
  expect(isolationGoal({ alone: [], besideLocked: rounds(1) }).isMet).toBe(false);
});
