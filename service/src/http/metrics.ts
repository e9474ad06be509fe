import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Gauge, Histogram, type Registry } from "prom-client";
import { isStreaming, whenResponded, whenStreaming } from "./response-end.ts";

export interface HttpMetrics {
  install(app: FastifyInstance): void;
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Request count and duration by operation: never by URL, whose cardinality is unbounded. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const duration = new Histogram({
    name: "florin_http_request_duration_seconds",
    help: "Time from the first byte of a request to the end of its response, or to the start of a stream.",
    labelNames: ["operation", "method", "status"],
    buckets: secondsBuckets,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: "florin_http_requests_in_flight",
    help: "Requests in flight.",
    registers: [registry],
  });
  const streams = new Gauge({
    name: "florin_http_streams_open",
    help: "Open event streams.",
    registers: [registry],
  });
  const observe = (request: FastifyRequest, reply: FastifyReply): void => {
    const operation = request.routeOptions.config.operationId ?? "none";
    const labels = { operation, method: request.method, status: String(reply.statusCode) };
    duration.observe(labels, reply.elapsedTime / 1000);
    request.log.info(
      {
        operation,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        ...callerOf(request),
      },
      "request completed",
    );
  };
  return {
    install: (app) => {
      app.addHook("onRequest", (request, reply, done) => {
        inFlight.inc();
        whenResponded(reply.raw, () => inFlight.dec());
        // Time to the first byte is meaningful; how long a client stays is not.
        whenStreaming(reply.raw, () => {
          observe(request, reply);
          streams.inc();
          reply.raw.once("close", () => streams.dec());
        });
        done();
      });
      app.addHook("onResponse", (request, reply, done) => {
        if (!isStreaming(reply.raw)) observe(request, reply);
        done();
      });
    },
  };
}

/** For the log: the application or the console user. */
function callerOf({ sessionUser, principal }: FastifyRequest): Readonly<Record<string, string>> {
  if (sessionUser !== undefined) return { user_id: sessionUser.userId };
  return principal === undefined ? {} : { application_id: principal.caller.id };
}
