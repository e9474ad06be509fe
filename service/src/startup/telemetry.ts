import type { FastifyPluginCallback } from "fastify";
import type { Config } from "../config.ts";

/** Traces over OTLP. The standard OTEL_* variables say how; without an endpoint none of it is even loaded. */
export interface Telemetry {
  readonly plugin: FastifyPluginCallback;
  /** Sends what is left. */
  stop(): Promise<void>;
}

export async function startTelemetry({ otlpEndpoint }: Config): Promise<Telemetry | undefined> {
  if (otlpEndpoint === undefined) return undefined;
  const [{ NodeSDK }, { FastifyOtelInstrumentation }] = await Promise.all([
    import("@opentelemetry/sdk-node"),
    import("@fastify/otel"),
  ]);
  const instrumentation = new FastifyOtelInstrumentation();
  // Metrics go out by Prometheus and logs by the process's output; only traces travel this way.
  const sdk = new NodeSDK({ serviceName: "florin", metricReaders: [], logRecordProcessors: [] });
  sdk.start();
  return { plugin: instrumentation.plugin(), stop: () => sdk.shutdown() };
}
