import { expect, test } from "vitest";
import { createStepClock } from "./step-clock.ts";

test("the time between two marks is attributed to the second", () => {
  let nowMs = 100;
  const clock = createStepClock(() => nowMs);
  const pass = (durationMs: number, step: Parameters<typeof clock.mark>[0]): void => {
    nowMs += durationMs;
    clock.mark(step);
  };
  pass(5, "rest");
  pass(7, "looked");
  pass(1, "turn");
  pass(20, "rest");
  pass(3, "looked");
  pass(0, "turn");
  const { ms, turns } = clock.read();
  expect({ ...Object.fromEntries(ms), turns }).toEqual({ rest: 25, looked: 10, turn: 1, turns: 2 });
  clock.reset();
  pass(4, "signed");
  expect(clock.read()).toEqual({ ms: new Map([["signed", 4]]), turns: 0 });
});
