import { expect, test } from "vitest";
import type { Figure } from "./comparison.ts";
import { bestOf, goalOf, latencyGoals, ratioOf } from "./goals.ts";

const line = (
  variant: Figure["variant"],
  callers: number,
  perSecond: number,
  load: Figure["load"] = "spread",
): Figure => {
  const rest = { p50Ms: 1, p99Ms: 1, cpuMicroseconds: 1, databaseCpuMicroseconds: 1 };
  return { load, variant, callers, measurement: { perSecond, ...rest } };
};
const latency = (variant: Figure["variant"], callers: number, ms: number): Figure => {
  const { measurement, ...rest } = line(variant, callers, 1);
  return { ...rest, measurement: { ...measurement, p50Ms: ms, p99Ms: ms } };
};
const figures = [
  line("service", 64, 900),
  line("service", 256, 1_200),
  line("statements", 4, 600),
  line("statements", 16, 500),
  line("call", 16, 1_500),
  line("service", 64, 5_000, "hot"),
  line("call", 4, 1_000, "hot"),
];

test("each variant counts at its best number of callers", () => {
  expect(bestOf(figures, "spread", "statements")?.callers).toBe(4);
  expect(ratioOf(figures, "spread", "statements")).toBe(2);
});

test("a goal is compared with the fastest peer", () => {
  expect(goalOf("spread", figures)).toMatchObject({ measured: 0.8, limit: 1, isMet: false });
  expect(goalOf("hot", figures)).toMatchObject({ measured: 5, limit: 3, isMet: true });
});

test("a missing figure meets no goal", () => {
  expect(
    goalOf(
      "spread",
      figures.filter(({ variant }) => variant !== "service"),
    ).isMet,
  ).toBe(false);
  expect(goalOf("hot", []).isMet).toBe(false);
  expect(latencyGoals([]).map(({ isMet }) => isMet)).toEqual([false, false]);
});

test("a lone caller is compared with one call at a time, and many callers have a limit", () => {
  const slow = [latency("service", 1, 6), latency("call", 1, 1.5), latency("service", 64, 61)];
  const quick = [latency("service", 1, 4.5), latency("call", 1, 1.5), latency("service", 64, 60)];
  const others = [latency("call", 4, 9), latency("statements", 1, 9), latency("service", 256, 900)];
  expect(latencyGoals([...others, ...slow])).toMatchObject([
    { measured: 4, limit: 3, isMet: false },
    { measured: 61, limit: 60, isMet: false },
  ]);
  expect(latencyGoals([...others, ...quick]).map(({ isMet }) => isMet)).toEqual([true, true]);
});
