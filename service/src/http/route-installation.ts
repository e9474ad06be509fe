import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
import { orThrow } from "../kernel/refusal.ts";
import { checkNoBody, checkPathIds, checkQueryText, readIdempotencyKey } from "./conventions.ts";
import { prefersEventStream } from "./event-stream.ts";
import { confirm, createGuard } from "./guard.ts";
import { type PageOptions, readPage } from "./paging.ts";
import { inShare, perform, performUpload } from "./perform.ts";
import type { Principal, SessionUser } from "./principal.ts";
import type { ExchangeShapes } from "./request-observer.ts";
import { type ApiRequest, principalOf, type Route, type UploadWork, type WireReply } from "./route.ts";
import type { ServerDeps } from "./server-deps.ts";
import type { Streams } from "./streams.ts";
import { passOverRest } from "./unread-body.ts";
import type { UploadPlaces } from "./upload-places.ts";
import { createUploadReader } from "./upload-reading.ts";

declare module "fastify" {
  interface FastifyRequest {
    principal: Principal | undefined;
    sessionUser: SessionUser | undefined;
  }
  interface FastifyContextConfig {
    readonly operationId?: string;
    readonly errorStyle?: "standard" | "oauth";
    /** Served under pressure too and never rate limited: probes must be accurate when it matters. */
    readonly isProbe?: boolean;
    /** Its body may take longer to arrive than others. */
    readonly isUpload?: boolean;
    readonly shapes?: ExchangeShapes;
  }
}

export interface RouteDeps extends ServerDeps {
  readonly uploadPlaces: UploadPlaces;
  readonly streams: Streams;
}

const noQuery = Type.Object({}, { additionalProperties: false });

/** An upload streams its own body; the server's body parsing is switched off for it. */
export function installRoute(app: FastifyInstance, deps: RouteDeps, route: Route): void {
  if (!app.hasRequestDecorator("principal")) {
    app.decorateRequest("principal", undefined);
    app.decorateRequest("sessionUser", undefined);
  }
  const { work } = route;
  if (work.kind !== "upload") {
    const response: ResponseRequest = (request) => {
      const apiRequest = toApiRequest(request, deps);
      const key = readIdempotencyKey(request, route);
      return whenKnown(confirm(deps, route, apiRequest), (refusal) => {
        orThrow(refusal);
        return perform(deps, route, work, apiRequest, key);
      });
    };
    addRoute(app, deps, route, createHandler(deps, route, response));
    return;
  }
  const response = createUploadResponse(app, deps, route, work);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));
    addRoute(scope, deps, route, createHandler(deps, route, response));
  });
}

type ResponseRequest = (request: FastifyRequest) => Awaitable<WireReply>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Sends a response, or a stream where there is one and the client prefers it. */
function createHandler(deps: RouteDeps, route: Route, response: ResponseRequest): Handler {
  const { work } = route;
  const whole: Handler = async (request, reply) => send(reply, await response(request));
  if (work.kind !== "read" || work.follow === undefined) return whole;
  const follow = work.follow.bind(work);
  return async (request, reply) => {
    if (!prefersEventStream(request.headers.accept)) return whole(request, reply);
    await deps.streams.open({ route, request, reply, apiRequest: toApiRequest(request, deps), follow });
    return reply;
  };
}

function addRoute(app: FastifyInstance, deps: RouteDeps, route: Route, handler: Handler): void {
  const guard = createGuard(deps, route);
  app.route({
    method: route.method,
    url: routerPath(route.path),
    config: {
      operationId: route.operationId,
      errorStyle: route.errorStyle ?? "standard",
      isProbe: route.isProbe ?? false,
      isUpload: route.work.kind === "upload",
      shapes: { query: route.query, body: route.body?.schema, responses: route.responses },
    },
    schema: {
      querystring: route.query ?? noQuery,
      ...(route.body === undefined || route.work.kind === "upload" ? {} : { body: route.body.schema }),
    },
    onRequest: (request, reply, proceed) => {
      const guarded = guard(request, reply);
      if (guarded instanceof Promise) guarded.then(() => proceed(), proceed);
      else proceed();
    },
    preValidation: (request, _reply, done) => {
      checkPathIds(request.params as Record<string, string>);
      checkQueryText(request.query as Record<string, unknown>);
      checkNoBody(request, route);
      if (request.body === undefined && route.body?.isOptional === true) request.body = {};
      done();
    },
    handler,
  });
}

/** Nothing of the body is read before the caller is authenticated and authorized. */
function createUploadResponse(
  app: FastifyInstance,
  deps: RouteDeps,
  route: Route,
  work: UploadWork,
): ResponseRequest {
  const readUpload = createUploadReader(app, route, work);
  return async (request) => {
    const apiRequest = toApiRequest(request, deps);
    try {
      const key = readIdempotencyKey(request, route);
      await inShare(deps, apiRequest, () => work.admit(apiRequest));
      const leave = await deps.uploadPlaces.take(principalOf(apiRequest).tenantId);
      const { fields, file } = await readUpload(request, apiRequest).finally(leave);
      return await performUpload(deps, route, { ...apiRequest, body: fields }, key, file);
    } finally {
      passOverRest(request.raw);
    }
  };
}

/** `/accounts/{account_id}` in the document is `/accounts/:account_id` for the router. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

function toApiRequest(request: FastifyRequest, deps: ServerDeps): ApiRequest {
  const query = request.query as Readonly<Record<string, unknown>>;
  return {
    params: request.params as Readonly<Record<string, string>>,
    query,
    body: request.body,
    headers: request.headers,
    principal: request.principal,
    sessionUser: request.sessionUser,
    requestId: request.id,
    clientAddress: request.ip,
    page: (options) => readPage(query, listScope(request, options), deps.cursors),
  };
}

/** A cursor is valid for one list of one caller with the same filters. */
function listScope(request: FastifyRequest, { apartFrom = [] }: PageOptions = {}): string {
  const filters = Object.entries(request.query as Readonly<Record<string, unknown>>)
    .filter(([name]) => !name.startsWith("page[") && !apartFrom.includes(name))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  const { tenantId, network, accountId } = request.principal ?? {};
  return JSON.stringify([request.routeOptions.url, request.params, filters, tenantId, network, accountId]);
}

function send(reply: FastifyReply, response: WireReply): FastifyReply {
  if (response.replayed) reply.header("idempotent-replayed", "true");
  reply.code(response.status);
  const { body, pieces } = response;
  if (body !== undefined) {
    reply.type("application/json; charset=utf-8");
    if (response.headers["content-type"] === undefined) reply.request.sentJson = body;
  }
  return reply.headers(response.headers).send(pieces === undefined ? body : Readable.from(pieces));
}
