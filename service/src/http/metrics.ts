import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import { Gauge, Histogram, type Registry } from "prom-client";
import type { InFlight } from "./in-flight.ts";

export interface HttpMetrics {
  /** Shows what is in flight when it is scraped. */
  watch(inFlight: InFlight): void;
  /** Counts and logs a request at its end or, for a stream, at its beginning: how long a client stays is not meaningful. */
  observe(request: FastifyRequest, reply: FastifyReply): void;
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Request count and duration by operation: never by URL, whose cardinality is unbounded. */
export function createHttpMetrics(registry: Registry, logger: FastifyBaseLogger): HttpMetrics {
  const duration = new Histogram({
    name: "florin_http_request_duration_seconds",
    help: "Time from the first byte of a request to the end of its response, or to the start of a stream.",
    labelNames: ["operation", "method", "status"],
    buckets: secondsBuckets,
    registers: [registry],
  });
  const gauge = (name: string, help: string, count: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(count());
      },
    });
  return {
    watch: (inFlight) => {
      const requests = () => inFlight.count("arrived") + inFlight.count("admitted");
      gauge("florin_http_requests_in_flight", "Requests in flight.", requests);
      gauge("florin_http_streams_open", "Open event streams.", () => inFlight.count("streaming"));
    },
    observe: (request, reply) => {
      const { operationId: operation = "none" } = request.routeOptions.config;
      const { method } = request;
      duration.observe({ operation, method, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
      logger.info(
        {
          reqId: request.id,
          operation,
          method,
          route: request.routeOptions.url,
          status: reply.statusCode,
          duration_ms: Math.round(reply.elapsedTime * 10) / 10,
          ...callerOf(request),
        },
        "request completed",
      );
    },
  };
}

/** For the log: the application or the console user. */
function callerOf({ sessionUser, principal }: FastifyRequest): Readonly<Record<string, string>> {
  if (sessionUser !== undefined) return { user_id: sessionUser.userId };
  return principal === undefined ? {} : { application_id: principal.caller.id };
}
