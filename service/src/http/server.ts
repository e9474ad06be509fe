import helmet from "@fastify/helmet";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { installBodyReading } from "./body-reading.ts";
import { answerBrokenConnection } from "./broken-connection.ts";
import { apiVersion, isSaneRequestId } from "./conventions.ts";
import type { CursorSigner } from "./cursor.ts";
import { refusalFrom, renderOAuthRefusal, renderRefusal } from "./error-rendering.ts";
import { installMethodRefusals } from "./method-refusals.ts";
import type { HttpMetrics } from "./metrics.ts";
import { installOverloadProtection, type OverloadLimits } from "./overload.ts";
import type { PerformDeps } from "./perform.ts";
import type { VerifyToken } from "./principal.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { Route } from "./route.ts";
import { installRoute } from "./route-installation.ts";
import { compileValidator } from "./validation.ts";

export interface ServerDeps extends PerformDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: FastifyBaseLogger;
  readonly verifyToken: VerifyToken;
  readonly cursors: CursorSigner;
  /** Undefined switches rate limiting off, for benchmarks. */
  readonly rateLimiter: RateLimiter | undefined;
  readonly metrics: HttpMetrics;
  readonly overload: OverloadLimits;
  readonly trustProxy: boolean;
}

const bodyLimitBytes = 1024 * 1024;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 72_000; // Above the usual 60 s of load balancers, so that they, not we, close first.
const maxParamLength = 256;

/** The HTTP server with every convention of the API. Routes are handed in; it knows none of them. */
export async function createServer(deps: ServerDeps, routes: readonly Route[]): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.logger,
    disableRequestLogging: true,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: "idle",
    trustProxy: deps.trustProxy,
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return isSaneRequestId(given) ? given : deps.newId();
    },
    requestIdHeader: false,
    routerOptions: { maxParamLength, caseSensitive: true },
    clientErrorHandler: answerBrokenConnection,
    frameworkErrors: (error, request, reply) => sendError(deps, error, request, reply),
  });
  app.setValidatorCompiler(compileValidator);
  app.setErrorHandler((error, request, reply) => sendError(deps, error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(reply, renderRefusal(refuse("not_found", "there is no such path"), request.id)),
  );
  installBodyReading(app);
  await installSecurityHeaders(app);
  await installOverloadProtection(app, deps.overload);
  deps.metrics.install(app);
  for (const route of routes) installRoute(app, deps, route);
  installMethodRefusals(app, routes);
  return app;
}

async function installSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: "no-referrer" },
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    reply.header("api-version", apiVersion);
    reply.header("cache-control", "no-store");
    done();
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
