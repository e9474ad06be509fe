import underPressure from "@fastify/under-pressure";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { whenAnswered } from "./answered.ts";

export interface OverloadLimits {
  /** Requests being worked on at once; further ones are turned away instead of queued. */
  readonly maxInFlight: number;
  /** How late the event loop may run before requests are turned away. */
  readonly maxEventLoopDelayMs: number;
}

const retryAfterSeconds = 1;
const minSampleIntervalMs = 250;

/** Under pressure: 503 with `Retry-After`, not a queue without end. Probes are always answered. */
export async function installOverloadProtection(app: FastifyInstance, limits: OverloadLimits): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    // An interval in which the loop was not looked at even once counts as an endless delay. So it lasts as long as the
    // delay that is allowed: a shorter stall must not turn anybody away.
    sampleInterval: Math.max(minSampleIntervalMs, limits.maxEventLoopDelayMs),
    pressureHandler: (request) => {
      if (!isProbe(request)) throw overloaded();
    },
  });
  let inFlight = 0;
  app.addHook("onRequest", (request, reply, done) => {
    if (isProbe(request)) return done();
    if (inFlight >= limits.maxInFlight) return done(overloaded());
    inFlight += 1;
    whenAnswered(reply.raw, () => {
      inFlight -= 1;
    });
    return done();
  });
}

function isProbe(request: FastifyRequest): boolean {
  return request.routeOptions.config.isProbe === true;
}

function overloaded(): RefusalError {
  return new RefusalError(
    refuse("overloaded", "the service has more work than it can take right now", { retryAfterSeconds }),
  );
}
