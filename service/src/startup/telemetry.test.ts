import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestApi } from "../../test/api.ts";
import { readConfig } from "../config.ts";
import { startTelemetry } from "./telemetry.ts";

const received: { readonly path: string | undefined; readonly body: string }[] = [];
let collector: Server;
let endpoint: string;

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ path: request.url, body: Buffer.concat(chunks).toString() });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const address = collector.address();
  endpoint = typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
});
afterAll(() => {
  vi.unstubAllEnvs();
  collector.close();
});

test("without an endpoint nothing is traced", async () => {
  expect(await startTelemetry(readConfig({}))).toBeUndefined();
});

test("with an endpoint each request becomes a trace, without secrets", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
  vi.stubEnv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json");
  const telemetry = await startTelemetry(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }));
  if (telemetry === undefined) throw new Error("an endpoint was given");
  const api = await startTestApi({ plugins: telemetry.plugins });
  const client = await api.createClient();
  await api.request("GET", `/accounts/${client.accountId}`, { token: client.token });
  const { body } = await api.request("POST", `/accounts/${client.accountId}/webhooks`, {
    token: client.token,
    idempotencyKey: "traced",
    body: { url: "https://example.com/hooks", events: ["transfer.*"] },
  });
  const delivery = telemetry.traceDelivery(body.id);
  const [, traceId, spanId] = delivery.headers["traceparent"]?.split("-") ?? [];
  delivery.end({
    type: "responded",
    statusCode: 204,
    durationMs: 5,
    excerpt: undefined,
    headers: {},
    retryAfterMs: undefined,
  });
  await api.stop();
  await telemetry.stop();
  const traces = received
    .filter(({ path }) => path === "/v1/traces")
    .map(({ body }) => body)
    .join("\n");
  expect(traces).toContain('"florin"');
  expect(traces).toContain("/accounts/:account_id");
  expect(traces).not.toContain(client.token);
  expect(traces).not.toContain(client.clientSecret);
  // The request is linked to the trace of its subscription, in which the delivery is a span.
  expect(traces).toMatch(new RegExp(`"links":\\[\\{[^}]*"traceId":"${traceId}"`));
  expect(traces).toMatch(new RegExp(`"traceId":"${traceId}","spanId":"${spanId}"`));
});
