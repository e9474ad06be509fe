import { createHash } from "node:crypto";
import type * as OpenTelemetry from "@opentelemetry/api";
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { parseId } from "../kernel/id.ts";
import type { TraceDelivery } from "../webhooks/index.ts";

/**
 * Each resource has a trace of its own, whose id is derived from the id of the resource: so it needs no storage, and any
 * node can add to it, days later. Webhooks about a transfer are spans of its trace. The request that created or changed
 * the transfer stays in the trace of its client, and is linked to that of the transfer.
 */
export interface ResourceTraces {
  readonly linkRequests: FastifyPluginCallback;
  readonly traceDelivery: TraceDelivery;
}

export function createResourceTraces(api: typeof OpenTelemetry): ResourceTraces {
  const tracer = api.trace.getTracer("florin");
  return {
    linkRequests: linkRequests(api),
    traceDelivery: (subject) => {
      const parent =
        subject === undefined
          ? api.ROOT_CONTEXT
          : api.trace.setSpanContext(api.ROOT_CONTEXT, contextOf(api, subject));
      const span = tracer.startSpan("webhook", { kind: api.SpanKind.CLIENT }, parent);
      if (subject !== undefined) span.setAttribute("florin.resource.id", subject);
      const headers: Record<string, string> = {};
      api.propagation.inject(api.trace.setSpan(parent, span), headers);
      return {
        headers,
        end: (outcome) => {
          if (outcome.type === "responded")
            span.setAttribute("http.response.status_code", outcome.statusCode);
          const isOk = outcome.type === "responded" && outcome.statusCode < 300;
          if (!isOk) span.setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
}

/** Links the span of each successful write to the trace of what it created or changed. */
function linkRequests(api: typeof OpenTelemetry): FastifyPluginCallback {
  const plugin: FastifyPluginCallback = (app, _options, done) => {
    app.addHook("onSend", async (request, reply) => {
      const { span } = request.opentelemetry();
      if (span === null || request.method === "GET" || reply.statusCode >= 300) return;
      const resource = resourceOf(request, reply);
      if (resource !== undefined) span.addLink({ context: contextOf(api, resource) });
    });
    done();
  };
  // Hooks apply to all routes, not only to those of this plugin.
  return Object.assign(plugin, { [Symbol.for("skip-override")]: true });
}

/** What was created has a location; what was changed is the last id in the path. */
function resourceOf({ params }: FastifyRequest, reply: FastifyReply): string | undefined {
  const location = reply.getHeader("location");
  const ids =
    typeof location === "string"
      ? location.split("/")
      : Object.values(params as Readonly<Record<string, string>>);
  return parseId(ids.at(-1) ?? "");
}

/** The root of a resource's trace: as if it had been exported, so that its children find one parent. */
function contextOf(api: typeof OpenTelemetry, resource: string): OpenTelemetry.SpanContext {
  const digest = createHash("sha256").update(resource).digest("hex");
  return {
    traceId: digest.slice(0, 32),
    spanId: digest.slice(32, 48),
    traceFlags: api.TraceFlags.SAMPLED,
    isRemote: true,
  };
}
