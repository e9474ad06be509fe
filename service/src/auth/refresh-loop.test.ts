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
  let finish: () => void = () => {};
  let isFinished = false;
  const begun = new Promise<void>((resolve) => {
    const loop = createRefreshLoop({
      everyMs: 1,
      refresh: () => {
        resolve();
        return new Promise<void>((done) => {
          finish = done;
        }).then(() => {
          isFinished = true;
        });
      },
      onError: () => {},
    });
    loop.start();
    stopping = () => loop.stop();
  });
  await begun;
  const stopped = stopping();
  expect(isFinished).toBe(false);
  finish();
  await stopped;
  expect(isFinished).toBe(true);
});

let stopping: () => Promise<void> = async () => {};
