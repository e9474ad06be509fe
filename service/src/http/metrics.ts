import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Gauge, Histogram, type Registry } from "prom-client";
import { isStreaming, whenAnswered, whenStreaming } from "./answered.ts";

export interface HttpMetrics {
  install(app: FastifyInstance): void;
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How many requests, how long they took, by operation: never by address, which would be without bound. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const duration = new Histogram({
    name: "florin_http_request_duration_seconds",
    help: "Time from the first byte of a request to the end of its answer, or to the beginning of a stream.",
    labelNames: ["operation", "method", "status"],
    buckets: secondsBuckets,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: "florin_http_requests_in_flight",
    help: "Requests being worked on now.",
    registers: [registry],
  });
  const streams = new Gauge({
    name: "florin_http_streams_open",
    help: "Streams of events that are open now.",
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
      "answered",
    );
  };
  return {
    install: (app) => {
      app.addHook("onRequest", (request, reply, done) => {
        inFlight.inc();
        whenAnswered(reply.raw, () => inFlight.dec());
        // How long it takes to begin says something; how long a client stays does not.
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

/** For the log: which application it was, or which person. */
function callerOf({ visitor, principal }: FastifyRequest): Readonly<Record<string, string>> {
  if (visitor !== undefined) return { person_id: visitor.personId };
  return principal === undefined ? {} : { application_id: principal.caller.id };
}
