import type { FastifyReply, FastifyRequest } from "fastify";
import type { Json } from "../kernel/canonical-json.ts";
import { parseId } from "../kernel/id.ts";
import { type Clock, type Instant, instantFromMs } from "../kernel/instant.ts";
import type { RefusalCode } from "../kernel/refusal.ts";
import { visibleAscii } from "./conventions.ts";
import type { Principal } from "./principal.ts";
import { redact } from "./redaction.ts";
import type { ValueLists } from "./validation.ts";

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

/** What was sent and returned, redacted by the schemas of the route. */
export interface Exchange {
  readonly idempotencyKey: string | undefined;
  readonly query: Json | undefined;
  readonly body: Json | undefined;
  readonly response: Json | undefined;
}

/** Schemas of a route, for redaction. */
export interface ExchangeShapes {
  readonly query: unknown;
  readonly body: unknown;
  /** By status. */
  readonly responses: Readonly<Record<number, { readonly schema?: unknown }>>;
}

/** The port that is notified of responses; `request-log/` is its adapter. Called for every response: keep it fast. */
export interface RequestObserver {
  /** The exchange is computed on demand, and only within this call. */
  observe(request: CompletedRequest, exchange: () => Exchange): void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Refusal code; undefined for requests that were not refused. */
    refusalCode: RefusalCode | undefined;
    /** The JSON that was returned; undefined for anything else. */
    sentJson: string | Buffer | undefined;
  }
}

/** Reports authenticated requests to the observer. */
export function createRequestReport({
  requestObserver,
  clock,
  lists,
}: {
  readonly requestObserver: RequestObserver;
  readonly clock: Clock;
  readonly lists: ValueLists;
}): (request: FastifyRequest, reply: FastifyReply) => void {
  return (request, reply) => {
    const { principal } = request;
    if (principal === undefined) return;
    const elapsedMs = Math.max(0, Math.round(reply.elapsedTime));
    const completed = {
      requestId: request.id,
      at: instantFromMs(Math.max(0, clock.now() - elapsedMs)),
      method: request.method,
      path: pathOf(request),
      operation: request.routeOptions.config.operationId ?? "none",
      status: reply.statusCode,
      errorCode: request.refusalCode,
      durationMs: elapsedMs,
      principal,
    };
    requestObserver.observe(completed, () => exchangeOf(request, reply.statusCode, lists));
  };
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

/** A response beyond this is not parsed again. */
const maxParsedBytes = 64 * 1024;

function exchangeOf(request: FastifyRequest, status: number, lists: ValueLists): Exchange {
  const { shapes } = request.routeOptions.config;
  const { query, body, sentJson, headers } = request;
  const key = headers["idempotency-key"];
  const hasQuery = typeof query === "object" && query !== null && Object.keys(query).length > 0;
  const isRead = request.method === "GET" || request.method === "HEAD";
  // A resource can be read again; what a write or an error returned cannot.
  const isReturned =
    (!isRead || status >= 400) && sentJson !== undefined && sentJson.length <= maxParsedBytes;
  return {
    idempotencyKey: typeof key === "string" && visibleAscii.test(key) ? key : undefined,
    query: hasQuery ? redact(shapes?.query, query, lists) : undefined,
    body: body === undefined || body === null ? undefined : redact(shapes?.body, body, lists),
    response: isReturned ? responseOf(shapes, status, JSON.parse(String(sentJson)) as Json) : undefined,
  };
}

/** Errors are kept: they never repeat values of the request. */
function responseOf(shapes: ExchangeShapes | undefined, status: number, response: Json): Json {
  return status >= 400 ? response : redact(shapes?.responses[status]?.schema, response);
}
