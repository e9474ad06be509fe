import { expect, test } from "vitest";
import { warmUp } from "./measure.ts";

test("a warm-up ends after its requests, however many callers share them", async () => {
  let calls = 0;
  const caller = async (): Promise<number> => {
    calls += 1;
    await Promise.resolve();
    return 1;
  };
  const callers = Array.from({ length: 10 }, () => caller);
  await warmUp(callers, { requests: 100, ms: Number.POSITIVE_INFINITY });
  expect(calls).toBeGreaterThanOrEqual(100);
  expect(calls).toBeLessThan(100 + callers.length);
});
