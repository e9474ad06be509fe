import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseId } from "../kernel/id.ts";
import { type Clock, type Instant, instantFromMs } from "../kernel/instant.ts";
import type { RefusalCode } from "../kernel/refusal.ts";
import type { Principal } from "./principal.ts";
import { isStreaming, whenStreaming } from "./response-end.ts";

/** An authenticated request and its result. Of the request it holds the ids in the path, and nothing else. */
export interface CompletedRequest {
  readonly requestId: string;
  /** When it was received. */
  readonly at: Instant;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly status: number;
  readonly errorCode: RefusalCode | undefined;
  readonly durationMs: number;
  readonly principal: Principal;
}

/** The port that is notified of responses; `request-log/` is its adapter. Called for every response: keep it fast. */
export interface RequestObserver {
  observe(request: CompletedRequest): void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Refusal code; undefined for requests that were not refused. */
    refusalCode: RefusalCode | undefined;
  }
}

/** Reports every request once: at its end or, for a stream, at its beginning. */
export function installRequestObserver(
  app: FastifyInstance,
  { requestObserver, clock }: { readonly requestObserver: RequestObserver; readonly clock: Clock },
): void {
  const report = (request: FastifyRequest, reply: FastifyReply): void => {
    const { principal } = request;
    if (principal === undefined) return;
    const elapsedMs = Math.max(0, Math.round(reply.elapsedTime));
    requestObserver.observe({
      requestId: request.id,
      at: instantFromMs(Math.max(0, clock.now() - elapsedMs)),
      method: request.method,
      path: pathOf(request),
      operation: request.routeOptions.config.operationId ?? "none",
      status: reply.statusCode,
      errorCode: request.refusalCode,
      durationMs: elapsedMs,
      principal,
    });
  };
  app.decorateRequest("refusalCode", undefined);
  app.addHook("onRequest", (request, reply, done) => {
    whenStreaming(reply.raw, () => report(request, reply));
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    if (!isStreaming(reply.raw)) report(request, reply);
    done();
  });
}

/** The path of the route with the requested ids. Any other value in their place is left out: it may be anything. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const requested = params as Readonly<Record<string, string>>;
  return (routeOptions.url ?? "").replaceAll(parameter, (_whole, name: string) => {
    const id = parseId(requested[name] ?? "");
    return id ?? `{${name}}`;
  });
}

const parameter = /:(\w+)/g;
