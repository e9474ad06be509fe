import type { FastifyPluginCallback } from "fastify";
import type { Config } from "../config.ts";
import type { TraceDelivery } from "../webhooks/index.ts";
import { createResourceTraces } from "./resource-traces.ts";

/** Traces over OTLP, configured by the standard OTEL_* variables; without an endpoint nothing is loaded. */
export interface Telemetry {
  readonly plugins: readonly FastifyPluginCallback[];
  readonly traceDelivery: TraceDelivery;
  /** Flushes pending traces. */
  stop(): Promise<void>;
}

export async function startTelemetry({ otlpEndpoint }: Config): Promise<Telemetry | undefined> {
  if (otlpEndpoint === undefined) return undefined;
  const [api, { NodeSDK }, { FastifyOtelInstrumentation }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-node"),
    import("@fastify/otel"),
  ]);
  const instrumentation = new FastifyOtelInstrumentation({
    // A path may have a secret, such as a link session: its pattern is enough.
    requestHook: (span, { routeOptions }) => span.setAttribute("url.path", routeOptions.url ?? "unknown"),
  });
  // Metrics are exposed to Prometheus and logs are written to stdout; only traces use OTLP.
  const sdk = new NodeSDK({ serviceName: "florin", metricReaders: [], logRecordProcessors: [] });
  sdk.start();
  const { linkRequests, traceDelivery } = createResourceTraces(api);
  return {
    plugins: [instrumentation.plugin(), linkRequests],
    traceDelivery,
    stop: () => sdk.shutdown(),
  };
}
