import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { InFlight } from "./in-flight.ts";

export interface OverloadLimits {
  /** Requests in flight at once; further ones are refused instead of queued. */
  readonly maxInFlight: number;
  /** How late the event loop may run before requests are refused. */
  readonly maxEventLoopDelayMs: number;
}

const retryAfterSeconds = 1;
const minSampleIntervalMs = 250;

/** Under pressure: 503 with `Retry-After` instead of an unbounded queue. Probes are always served. */
export function installOverloadProtection(
  app: FastifyInstance,
  limits: OverloadLimits,
  inFlight: InFlight,
): void {
  // An interval without a single sample counts as infinite delay. So it lasts as long as the allowed delay: a shorter
  // stall must not cause refusals.
  const eventLoop = watchEventLoopDelay(Math.max(minSampleIntervalMs, limits.maxEventLoopDelayMs));
  app.addHook("onClose", async () => eventLoop.stop());
  app.addHook("onRequest", (request, reply, done) => {
    if (isProbe(request)) return done();
    const isLate = eventLoop.delayMs() > limits.maxEventLoopDelayMs;
    if (isLate || inFlight.count("admitted") >= limits.maxInFlight) return done(overloaded());
    inFlight.admit(reply.raw);
    return done();
  });
}

/** How late the event loop runs, on average over the last interval. */
interface EventLoopDelay {
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

function isProbe(request: FastifyRequest): boolean {
  return request.routeOptions.config.isProbe === true;
}

function overloaded(): RefusalError {
  return new RefusalError(refuse("overloaded", "the service is overloaded right now", { retryAfterSeconds }));
}
