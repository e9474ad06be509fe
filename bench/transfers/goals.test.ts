import { expect, test } from "vitest";
import type { Figure } from "./comparison.ts";
import { bestOf, cpuRatioOf, type Goal, goalsOf, isMeasured, type Measured, speedRatioOf } from "./goals.ts";

const line = (
  variant: Figure["variant"],
  callers: number,
  perSecond: number,
  cpuMicroseconds = 100,
  load: Figure["load"] = "spread",
): Figure => {
  const rest = { p50Ms: 1, p99Ms: 1, cpuMicroseconds, databaseCpuMicroseconds: 100 };
  return { load, variant, callers, measurement: { perSecond, ...rest } };
};
const figures = [
  line("service", 64, 900, 300),
  line("service", 256, 1_200, 400),
  line("statements", 4, 600),
  line("statements", 16, 500),
  line("call", 16, 1_500, 150),
  line("call", 4, 1_000, 50),
  line("service", 64, 5_000, 100, "hot"),
  line("call", 4, 1_000, 200, "hot"),
];

const goalNamed = (measured: Measured, name: string): Goal | undefined =>
  goalsOf(measured).find((goal) => goal.name.startsWith(name));

test("each variant counts at its best number of callers", () => {
  expect(bestOf(figures, "spread", "statements")?.callers).toBe(4);
  expect(speedRatioOf(figures, "spread", "statements")).toBe(2);
  expect(speedRatioOf(figures, "spread", "call")).toBe(0.8);
});

test("the CPU time of one call decides", () => {
  expect(cpuRatioOf(figures, "spread", "call")).toBe(0.5);
  expect(goalNamed({ figures }, "spread: CPU of one call")).toMatchObject({ measured: 0.5, isMet: false });
  expect(goalNamed({ figures }, "hot: CPU of one call")).toMatchObject({ measured: 1.5, isMet: true });
});

test("what was not measured is not met", () => {
  const goals = goalsOf({ figures: [] });
  expect(goals.map(isMeasured)).toEqual(goals.map(() => false));
  expect(goals.map(({ isMet }) => isMet)).toEqual(goals.map(() => false));
});

test("latencies count at one caller and at 64, and in the open loop at its rate", () => {
  const timed = (callers: number, p50Ms: number, p99Ms: number): Figure => {
    const { measurement, ...rest } = line("service", callers, 1);
    return { ...rest, measurement: { ...measurement, p50Ms, p99Ms } };
  };
  const openLoop = {
    perSecond: 400,
    p50Ms: 6,
    p99Ms: 20,
    p999Ms: 60,
    cpuMicroseconds: 1,
    databaseCpuMicroseconds: 1,
  };
  const measured = { figures: [timed(1, 1.1, 9), timed(64, 30, 46), timed(256, 90, 99)] };
  expect(goalNamed(measured, "spread: p50 of one caller")).toMatchObject({ measured: 1.1, isMet: true });
  expect(goalNamed(measured, "spread: p99 of 64 callers")).toMatchObject({ measured: 46, isMet: false });
  const at = (rate: number): Goal | undefined =>
    goalNamed({ ...measured, openLoop: { ...openLoop, rate } }, "open loop");
  expect(at(500)).toMatchObject({ measured: 20, isMet: true });
  expect(at(100)?.isMet).toBe(false);
});

test("a rate with a growing backlog is not sustained", () => {
  const sustained = { perSecond: 900, cpuMicroseconds: 1, databaseCpuMicroseconds: 1, backlog: [] };
  expect(goalNamed({ figures, sustained: { ...sustained, isFlat: true } }, "sustained")?.isMet).toBe(true);
  expect(goalNamed({ figures, sustained: { ...sustained, isFlat: false } }, "sustained")?.isMet).toBe(false);
});

test("index entries and WAL count per transfer", () => {
  const counts = {
    calls: [200, 40],
    controlStatements: 40,
    commits: 10,
    transactions: 10,
    pageImageBytes: 100_000,
  };
  const tables = [
    { table: "transfers", inserted: 100, updated: 0, locked: 0, indexEntries: 700 },
    { table: "events", inserted: 100, updated: 0, locked: 0, indexEntries: 400 },
  ];
  const written = { transfers: 100, written: { ...counts, walBytes: 900_000, tables } };
  const measured = { figures, written, statementsPerBatch: 24 };
  expect(goalNamed(measured, "spread: index entries")).toMatchObject({ measured: 11, isMet: true });
  expect(goalNamed(measured, "spread: WAL")).toMatchObject({ measured: 8_000, isMet: false });
  expect(goalNamed(measured, "statements of a batch")).toMatchObject({ measured: 24, isMet: false });
});
