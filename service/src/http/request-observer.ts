import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseId } from "../kernel/id.ts";
import { type Clock, type Instant, instantFromMs } from "../kernel/instant.ts";
import type { RefusalCode } from "../kernel/refusal.ts";
import { isStreaming, whenStreaming } from "./answered.ts";
import type { Principal } from "./principal.ts";

/** A request of somebody known, and what came of it. Of what was sent it holds the ids in the path, and nothing else. */
export interface AnsweredRequest {
  readonly requestId: string;
  /** When it came. */
  readonly at: Instant;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly status: number;
  readonly errorCode: RefusalCode | undefined;
  readonly durationMs: number;
  readonly principal: Principal;
}

/** The port through which answers are told; `request-log/` is its adapter. It is called with every answer: it must be quick. */
export interface RequestObserver {
  observe(request: AnsweredRequest): void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Why it was refused; of those that were not it is undefined. */
    refusalCode: RefusalCode | undefined;
  }
}

/** Tells of every request once: at its end, or, where the answer goes on, at its beginning. */
export function installRequestObserver(
  app: FastifyInstance,
  { requestObserver, clock }: { readonly requestObserver: RequestObserver; readonly clock: Clock },
): void {
  const tell = (request: FastifyRequest, reply: FastifyReply): void => {
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
    whenStreaming(reply.raw, () => tell(request, reply));
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    if (!isStreaming(reply.raw)) tell(request, reply);
    done();
  });
}

/** The path of the route with the ids that were asked for. Whatever else stood in their places may be anything. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const asked = params as Readonly<Record<string, string>>;
  return (routeOptions.url ?? "").replaceAll(parameter, (_whole, name: string) => {
    const id = parseId(asked[name] ?? "");
    return id ?? `{${name}}`;
  });
}

const parameter = /:(\w+)/g;
