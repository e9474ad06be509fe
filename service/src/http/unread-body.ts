import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { respondToBrokenConnection } from "./broken-connection.ts";

const maxPassedOverBytes = 64 * 1024 * 1024;
const maxPassedOverMs = 10_000;

/**
 * The response is ready before the body has arrived completely. Cutting a connection while its client still sends may
 * lose the response, so the rest is read and dropped, up to a limit; then the connection can serve the next request.
 */
export function passOverRest(raw: IncomingMessage, maxMs = maxPassedOverMs): void {
  if (raw.complete || raw.destroyed) {
    raw.resume();
    return;
  }
  let passed = 0;
  const cut = (): void => void raw.socket.destroy();
  const timer = setTimeout(cut, maxMs);
  raw.on("data", (bytes: Buffer) => {
    passed += bytes.length;
    if (passed > maxPassedOverBytes) cut();
  });
  raw.once("close", () => clearTimeout(timer));
  raw.resume();
}

/** The server waits for a body as long as an upload may take; every other body must arrive sooner. */
export function limitSlowBodies(app: FastifyInstance, maxMs: number): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = request;
    if (request.routeOptions.config.isUpload === true || !hasBody(raw)) return done();
    const timer = setTimeout(() => {
      if (reply.raw.headersSent) raw.socket.destroy();
      else respondToBrokenConnection(new SlowBodyError("the body did not arrive in time"), raw.socket);
    }, maxMs);
    raw.once("close", () => clearTimeout(timer));
    return done();
  });
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

class SlowBodyError extends Error {
  override readonly name = "SlowBodyError";
  /** Node's own code for a request that took too long. */
  readonly code = "ERR_HTTP_REQUEST_TIMEOUT";
}
