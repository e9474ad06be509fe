import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import findMyWay from "find-my-way";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { installBodyReading } from "./body-reading.ts";
import { respondToBrokenConnection } from "./broken-connection.ts";
import { addStandardHeaders, isSaneRequestId } from "./conventions.ts";
import { installDraining } from "./draining.ts";
import { isCutOff, refusalFrom, renderOAuthRefusal, renderRefusal } from "./error-rendering.ts";
import { createInFlight, type InFlight } from "./in-flight.ts";
import { installOverloadProtection } from "./overload.ts";
import { createRequestReport } from "./request-observer.ts";
import type { Route } from "./route.ts";
import { installRoute, routerPath } from "./route-installation.ts";
import type { ServerDeps } from "./server-deps.ts";
import { createStreams } from "./streams.ts";
import { limitSlowBodies } from "./unread-body.ts";
import { createUploadPlaces } from "./upload-places.ts";
import { createCompiler } from "./validation.ts";

const bodyLimitBytes = 1024 * 1024;
const requestTimeoutMs = 30_000;
/** A file of 25 MiB over a slow connection: 2 Mbit/s. */
const uploadTimeoutMs = 120_000;
const uploadLimits = { total: 64, perTenant: 16, maxWaiting: 500, maxWaitingPerTenant: 100 };
const streamLimits = { total: 1_000, perTenant: 20 };
/** A revoked application gets no data after 5 s: this plus the cache lifetime of the token verifier. */
const streamTiming = {
  checkMs: 2_500,
  silenceMs: 15_000,
  stalledMs: 30_000,
  // A little less than the lifetime of a token.
  maxAgeMs: 55 * 60_000,
  farewellMs: 1_000,
};
const keepAliveTimeoutMs = 72_000; // Above the usual 60 s of load balancers, so that they, not we, close first.
const routerOptions = { maxParamLength: 256, caseSensitive: true };

/** The HTTP server with all conventions of the API. Routes are injected; it knows none of them. */
export async function createServer(deps: ServerDeps, routes: readonly Route[]): Promise<FastifyInstance> {
  const inFlight = createInFlight();
  const app = fastify({
    loggerInstance: deps.logger,
    // Log lines name the request themselves: a logger of its own would cost each request more than its line.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    requestTimeout: uploadTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: "idle",
    // Requests that arrive while closing are refused with our own error body; see draining.ts.
    return503OnClosing: false,
    trustProxy: trustedProxies(deps.trustProxy),
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return isSaneRequestId(given) ? given : deps.newId();
    },
    requestIdHeader: false,
    routerOptions,
    clientErrorHandler: respondToBrokenConnection,
    // Node would respond without a body and without our headers; see checkHeaders.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => {
      // The router could not parse the URL, so no hook has run for this request.
      inFlight.enter(reply.raw);
      addStandardHeaders(request, reply);
      sendError(deps, error, request, reply);
    },
  });
  // RFC 9110 §10.1.1: an unknown expectation may be ignored. Node would respond itself, without a body.
  app.server.on("checkExpectation", (request, response) => app.routing(request, response));
  app.server.headersTimeout = requestTimeoutMs;
  app.setValidatorCompiler(createCompiler(deps.lists));
  app.setErrorHandler((error, request, reply) => sendError(deps, error, request, reply));
  app.setNotFoundHandler(() => undefined);
  for (const plugin of deps.plugins) await app.register(plugin);
  installBodyReading(app);
  app.addHook("onRequest", (request, reply, done) => {
    inFlight.enter(reply.raw);
    addStandardHeaders(request, reply);
    done();
  });
  limitSlowBodies(app, requestTimeoutMs);
  installDraining(app, inFlight);
  installOverloadProtection(app, deps.overload, inFlight);
  const onBegin = installReports(app, deps, inFlight);
  installUnknownPathRefusal(app, routes, routerOptions);
  const uploadPlaces = createUploadPlaces(uploadLimits);
  const streams = createStreams(deps, { limits: streamLimits, timing: streamTiming, onBegin });
  app.addHook("preClose", () => streams.drain());
  for (const route of routes) installRoute(app, { ...deps, uploadPlaces, streams }, route);
  return app;
}

/** Each request is reported once: at its end or, for a stream, at its beginning, with the function that is returned. */
function installReports(app: FastifyInstance, deps: ServerDeps, inFlight: InFlight): Report {
  const { metrics } = deps;
  const reportRequest = createRequestReport(deps);
  const report: Report = (request, reply) => {
    metrics.observe(request, reply);
    reportRequest(request, reply);
  };
  metrics.watch(inFlight);
  app.decorateRequest("refusalCode", undefined);
  app.decorateRequest("sentJson", undefined);
  app.addHook("onResponse", (request, reply, done) => {
    if (!inFlight.isStreaming(reply.raw)) report(request, reply);
    done();
  });
  return (request, reply) => {
    inFlight.beginStream(reply.raw);
    report(request, reply);
  };
}

type Report = (request: FastifyRequest, reply: FastifyReply) => void;

function trustedProxies(setting: string): boolean | string {
  return setting === "none" ? false : setting === "*" ? true : setting;
}

function sendError(
  deps: ServerDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const cutOff = isCutOff(error, request);
  const refusal = cutOff ? refuse("malformed_request", "the body was cut off") : refusalFrom(error);
  if (cutOff) deps.logger.debug({ reqId: request.id }, "the client closed the connection within its body");
  else if (refusal.code === "internal")
    deps.logger.error({ err: error, reqId: request.id }, "request failed with an unexpected error");
  request.refusalCode = refusal.code;
  const isOAuth = request.routeOptions.config.errorStyle === "oauth";
  return sendRefusal(reply, isOAuth ? renderOAuthRefusal(refusal) : renderRefusal(refusal, request.id));
}

function sendRefusal(reply: FastifyReply, rendered: ReturnType<typeof renderRefusal>): FastifyReply {
  const json = JSON.stringify(rendered.body);
  reply.request.sentJson = json;
  return reply
    .code(rendered.status)
    .headers(rendered.headers)
    .type("application/json; charset=utf-8")
    .send(json);
}

type RouterOptions = NonNullable<Parameters<typeof findMyWay>[0]>;

/**
 * A known path with another method is 405 with `Allow`, any other path 404. Runs before the body is read: its content
 * makes no difference.
 */
function installUnknownPathRefusal(
  app: FastifyInstance,
  routes: readonly Route[],
  options: RouterOptions,
): void {
  let allowedMethods: ReturnType<typeof createLookup> | undefined;
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) return done();
    allowedMethods ??= createLookup(routes, options);
    const allow = allowedMethods(request.url);
    if (allow === undefined) return done(new RefusalError(refuse("not_found", "there is no such path")));
    reply.header("allow", allow);
    done(new RefusalError(refuse("method_not_allowed", `this path supports ${allow}`)));
  });
}

/** The value of `Allow` by URL. Created at the first unknown path: most services never need it. */
function createLookup(routes: readonly Route[], options: RouterOptions): (url: string) => string | undefined {
  const router = findMyWay(options);
  for (const [path, methods] of methodsByPath(routes)) {
    const allow = [...methods, ...(methods.has("GET") ? ["HEAD"] : [])].sort().join(", ");
    router.on("GET", routerPath(path), () => undefined, allow);
  }
  return (url) => router.find("GET", url)?.store;
}

function methodsByPath(routes: readonly Route[]): ReadonlyMap<string, ReadonlySet<string>> {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of routes) {
    const known = methods.get(path) ?? new Set();
    methods.set(path, known.add(method));
  }
  return methods;
}
