import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { installBodyReading } from "./body-reading.ts";
import { answerBrokenConnection } from "./broken-connection.ts";
import { isSaneRequestId } from "./conventions.ts";
import { installDraining } from "./draining.ts";
import { refusalFrom, renderOAuthRefusal, renderRefusal } from "./error-rendering.ts";
import { installMethodRefusals } from "./method-refusals.ts";
import { installOverloadProtection } from "./overload.ts";
import { installRequestObserver } from "./request-observer.ts";
import type { Route } from "./route.ts";
import { installRoute } from "./route-installation.ts";
import type { ServerDeps } from "./server-deps.ts";
import { addStandingHeaders } from "./standing-headers.ts";
import { createStreams } from "./streams.ts";
import { limitSlowBodies } from "./unread-body.ts";
import { createUploadPlaces } from "./upload-places.ts";
import { compileValidator } from "./validation.ts";

const bodyLimitBytes = 1024 * 1024;
const requestTimeoutMs = 30_000;
/** A file of 25 MiB over a slow line: 2 Mbit/s. */
const uploadTimeoutMs = 120_000;
const uploadLimits = { total: 64, perTenant: 16, maxWaiting: 500, maxWaitingPerTenant: 100 };
const streamLimits = { total: 1_000, perTenant: 20 };
/** An application that was revoked is told nothing after 5 s: this and the age of what the token's verifier knows. */
const streamTiming = {
  checkMs: 2_500,
  silenceMs: 15_000,
  stalledMs: 30_000,
  // A little less than the life of a token.
  maxAgeMs: 55 * 60_000,
  farewellMs: 1_000,
};
const keepAliveTimeoutMs = 72_000; // Above the usual 60 s of load balancers, so that they, not we, close first.
const maxParamLength = 256;

/** The HTTP server with every convention of the API. Routes are handed in; it knows none of them. */
export async function createServer(deps: ServerDeps, routes: readonly Route[]): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    requestTimeout: uploadTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: "idle",
    // What comes in while closing is turned away in our own words; see draining.ts.
    return503OnClosing: false,
    trustProxy: trustedProxies(deps.trustProxy),
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return isSaneRequestId(given) ? given : deps.newId();
    },
    requestIdHeader: false,
    routerOptions: { maxParamLength, caseSensitive: true },
    clientErrorHandler: answerBrokenConnection,
    // Node would answer without a body and without our headers; see checkHost.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => {
      // The router gave up on the address, so no hook has run for this request.
      addStandingHeaders(request, reply);
      sendError(deps, error, request, reply);
    },
  });
  // RFC 9110 §10.1.1: an expectation that nobody knows may be ignored. Node would answer it by itself, without a body.
  app.server.on("checkExpectation", (request, response) => app.routing(request, response));
  app.server.headersTimeout = requestTimeoutMs;
  app.setValidatorCompiler(compileValidator);
  app.setErrorHandler((error, request, reply) => sendError(deps, error, request, reply));
  app.setNotFoundHandler(() => undefined);
  for (const plugin of deps.plugins) await app.register(plugin);
  installBodyReading(app);
  app.addHook("onRequest", (request, reply, done) => {
    addStandingHeaders(request, reply);
    done();
  });
  limitSlowBodies(app, requestTimeoutMs);
  installDraining(app);
  await installOverloadProtection(app, deps.overload);
  deps.metrics.install(app);
  installRequestObserver(app, deps);
  installUnknownPathRefusal(app);
  const uploadPlaces = createUploadPlaces(uploadLimits);
  const streams = createStreams(deps, { limits: streamLimits, timing: streamTiming });
  app.addHook("preClose", () => streams.drain());
  for (const route of routes) installRoute(app, { ...deps, uploadPlaces, streams }, route);
  installMethodRefusals(app, routes);
  return app;
}

function trustedProxies(setting: string): boolean | string {
  return setting === "none" ? false : setting === "*" ? true : setting;
}

/** Before the body is looked at: whatever it holds, the path is not there. */
function installUnknownPathRefusal(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    done(request.is404 ? new RefusalError(refuse("not_found", "there is no such path")) : undefined);
  });
}

function sendError(
  deps: ServerDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalFrom(error);
  if (refusal.code === "internal")
    deps.logger.error({ err: error, reqId: request.id }, "a request failed unexpectedly");
  request.refusalCode = refusal.code;
  const isOAuth = request.routeOptions.config.errorStyle === "oauth";
  return sendRefusal(reply, isOAuth ? renderOAuthRefusal(refusal) : renderRefusal(refusal, request.id));
}

function sendRefusal(reply: FastifyReply, rendered: ReturnType<typeof renderRefusal>): FastifyReply {
  return reply
    .code(rendered.status)
    .headers(rendered.headers)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(rendered.body));
}
