import { monitorEventLoopDelay } from "node:perf_hooks";

/** How late the event loop runs, on average over the last interval. */
export interface EventLoopDelay {
  delayMs(): number;
  stop(): void;
}

/** Each sample wakes the process, so an idle one takes few. */
const sampleEveryMs = 100;

export function watchEventLoopDelay(intervalMs: number): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: sampleEveryMs });
  histogram.enable();
  let delayMs = 0;
  const timer = setInterval(() => {
    delayMs = delayOf(histogram.mean / 1e6);
    histogram.reset();
  }, intervalMs);
  timer.unref();
  return {
    delayMs: () => delayMs,
    stop: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

/** An interval without a single sample counts as an infinite delay. */
function delayOf(meanMs: number): number {
  return Number.isNaN(meanMs) ? Number.POSITIVE_INFINITY : Math.max(0, meanMs - sampleEveryMs);
}
