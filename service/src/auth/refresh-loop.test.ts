import { expect, test, vi } from "vitest";
import { createRefreshLoop } from "./refresh-loop.ts";

test("a loop runs again after each run, also after one that failed, until it is stopped", async () => {
  let runs = 0;
  const errors: unknown[] = [];
  const loop = createRefreshLoop({
    everyMs: 1,
    refresh: async () => {
      runs += 1;
      if (runs === 2) throw new Error("away");
    },
    onError: (error) => errors.push(error),
  });
  loop.start();
  loop.start();
  await vi.waitFor(() => expect(runs).toBeGreaterThan(3), { interval: 1 });
  await loop.stop();
  const atStop = runs;
  await new Promise((resolve) => setImmediate(resolve));
  expect([runs, errors.length]).toEqual([atStop, 1]);
});

test("stopping waits for the run under way", async () => {
  const steps: string[] = [];
  let finish: (() => void) | undefined;
  const loop = createRefreshLoop({
    everyMs: 1,
    refresh: async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      steps.push("finished");
    },
    onError: () => {},
  });
  loop.start();
  await vi.waitFor(() => expect(finish).toBeDefined(), { interval: 1 });
  const stopped = loop.stop().then(() => steps.push("stopped"));
  finish?.();
  await stopped;
  expect(steps).toEqual(["finished", "stopped"]);
});
