import { expect, test } from "vitest";
import type { Figure } from "./comparison.ts";
import { bestOf, goalOf, ratioOf } from "./goals.ts";

const line = (
  variant: Figure["variant"],
  callers: number,
  perSecond: number,
  load: Figure["load"] = "spread",
): Figure => {
  const rest = { p50Ms: 1, p99Ms: 1, cpuMicroseconds: 1, databaseCpuMicroseconds: 1 };
  return { load, variant, callers, measurement: { perSecond, ...rest } };
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
  expect(goalOf("spread", figures)).toMatchObject({ measured: 0.8, atLeast: 1, isMet: false });
  expect(goalOf("hot", figures)).toMatchObject({ measured: 5, atLeast: 3, isMet: true });
});

test("a missing figure meets no goal", () => {
  expect(
    goalOf(
      "spread",
      figures.filter(({ variant }) => variant !== "service"),
    ).isMet,
  ).toBe(false);
  expect(goalOf("hot", []).isMet).toBe(false);
});
