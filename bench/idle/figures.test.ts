import { expect, test } from "vitest";
import { difference, goalsOf, isSettled, type Observation, pollsOf } from "./figures.ts";
import { parsePollTurns } from "./metrics.ts";
import { fromProc, fromPs } from "./process-usage.ts";

test("turns are read by loop, and the most frequent poll comes first", () => {
  const before = parsePollTurns(`florin_poll_turns_total{loop="jobs.claim"} 12\nflorin_jobs{kind="a"} 4\n`);
  const after = parsePollTurns(
    `florin_poll_turns_total{loop="jobs.claim"} 18\nflorin_poll_turns_total{loop="chains.scan"} 60\n`,
  );
  expect(pollsOf(before, after, 30)).toEqual([
    { loop: "chains.scan", turnsPerMinute: 120 },
    { loop: "jobs.claim", turnsPerMinute: 12 },
  ]);
});

test("the usage of a process is read on Linux and on macOS", () => {
  const stat = "42 (node (x)) S 1 42 42 0 -1 0 1 2 3 4 250 50 0 0 20 0";
  expect(fromProc(stat, "Name:\tnode\nVmRSS:\t  204800 kB\nThreads:\t15\n")).toEqual({
    cpuMs: 3_000,
    residentBytes: 209_715_200,
  });
  expect(fromPs(" 204800   1:02.50\n")).toEqual({ cpuMs: 62_500, residentBytes: 209_715_200 });
});

test("figures are the difference of two observations", () => {
  const before = observation(0, { cpuMs: 2_000, commits: 100, databaseCpuMs: 0 });
  const after = observation(30_000, { cpuMs: 2_300, commits: 400, databaseCpuMs: 600 });
  const figures = difference(before, after);
  expect(figures).toEqual({
    seconds: 30,
    residentMegabytes: 200,
    cpuShare: 1,
    databaseCpuShare: 2,
    connections: 4,
    transactionsPerSecond: 10,
  });
  expect(goalsOf(figures).map(({ isMet }) => isMet)).toEqual([true, true]);
});

test("a service is settled when two measurements in a row are about the same", () => {
  expect([isSettled(undefined, 1), isSettled(8, 3), isSettled(1.2, 1)]).toEqual([false, false, true]);
});

function observation(
  atMs: number,
  values: { readonly cpuMs: number; readonly commits: number; readonly databaseCpuMs: number },
): Observation {
  const { cpuMs, commits, databaseCpuMs } = values;
  return {
    atMs,
    usage: { cpuMs, residentBytes: 2e8 },
    database: { connections: 4, commits, cpuMs: databaseCpuMs },
  };
}
