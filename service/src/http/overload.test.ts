import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { watchEventLoopDelay } from "./overload.ts";

test("a blocked event loop is late, and recovers", async () => {
  const watch = watchEventLoopDelay(500);
  const blockMs = 400;
  const blocking = setInterval(() => {
    const untilMs = performance.now() + blockMs;
    while (performance.now() < untilMs);
  }, 1);
  await eventually(() => expect(watch.delayMs()).toBeGreaterThan(blockMs / 2));
  clearInterval(blocking);
  await eventually(() => expect(watch.delayMs()).toBeLessThan(blockMs / 2));
  watch.stop();
});
