import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createJsonReader } from "../../http/body-reading.ts";
import { checkHeaders } from "../../http/conventions.ts";
import { isCutOff, refusalFrom } from "../../http/error-rendering.ts";
import { hasBody } from "../../http/unread-body.ts";
import type { Cause } from "../../kernel/cause.ts";
import { refusalCodes } from "../../kernel/refusal.ts";
import { recordOutcome } from "../sessions/attempts.ts";
import { listResponse, resourceTypes, schemas, serviceProviderConfig } from "./discovery.ts";
import { installGroupRoutes } from "./group-routes.ts";
import type { ScimHttpDeps } from "./scim-context.ts";
import { presentError, ScimError } from "./scim-error.ts";
import { verifyScimToken } from "./tokens.ts";
import { installUserRoutes } from "./user-routes.ts";

const scimPath = "/scim/v2";
const scimType = "application/scim+json; charset=utf-8";
const tokenIds = new WeakMap<FastifyRequest, string>();

/**
 * SCIM 2.0 (RFC 7644), through which the company's directory provisions users and groups. It is an API of its own: its
 * errors, media type and leniency are those of the RFC, so it isn't made of the routes of the public API.
 */
export async function installScim(app: FastifyInstance, deps: ScimHttpDeps): Promise<void> {
  const base = `${deps.baseUrl}${scimPath}`;
  await app.register(
    async (scope) => {
      const readJson = createJsonReader(scope);
      scope.addContentTypeParser(
        "application/scim+json",
        { parseAs: "buffer" },
        (request, bytes: Buffer, done) => readJson(request, bytes, done),
      );
      scope.setErrorHandler((error, request, reply) => sendError(deps, error, request, reply));
      scope.addHook("onRequest", async (request) => {
        checkHeaders(request);
        // Directories send their media type with every request; without a body it says nothing.
        if (!hasBody(request.raw)) delete request.headers["content-type"];
        await authenticate(deps, request);
      });
      scope.addHook("onSend", async (_request, reply) => {
        if (reply.statusCode !== 204) reply.type(scimType);
      });
      installDiscovery(scope, base);
      installUserRoutes(scope, { deps, base, causeOf });
      installGroupRoutes(scope, { deps, base, causeOf });
    },
    { prefix: scimPath },
  );
}

function installDiscovery(scope: FastifyInstance, base: string): void {
  scope.get("/ServiceProviderConfig", async () => serviceProviderConfig(base));
  for (const [path, resources] of [
    ["/ResourceTypes", resourceTypes(base)],
    ["/Schemas", schemas(base)],
  ] as const) {
    scope.get(path, async () => listResponse(resources, resources.length, 1));
    scope.get<{ Params: { id: string } }>(`${path}/:id`, async ({ params: { id } }) => {
      const found = resources.find((resource) => "id" in resource && resource.id === id);
      if (found === undefined) throw new ScimError(404, "there is no such resource");
      return found;
    });
  }
}

async function authenticate(deps: ScimHttpDeps, request: FastifyRequest): Promise<void> {
  const id = await verifyScimToken(deps, request.headers.authorization);
  if (id !== undefined) {
    // Failures of others at the same address, such as behind one gateway, never block a valid token.
    tokenIds.set(request, id);
    return;
  }
  await recordOutcome(deps.attempts, { clientId: "scim", address: request.ip }, false);
  throw new ScimError(401, "send a valid SCIM token: Authorization: Bearer <token>");
}

/** The audit log names the token. */
function causeOf(request: FastifyRequest): Cause {
  const name = `scim.${tokenIds.get(request) ?? "unknown"}`;
  return { actor: { type: "system", name }, requestId: request.id };
}

function sendError(
  deps: ScimHttpDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof ScimError) {
    if (error.status === 401) reply.header("www-authenticate", `Bearer realm="florin"`);
    return reply.code(error.status).send(presentError(error.status, error.message, error.scimType));
  }
  const refusal = refusalFrom(error);
  if (refusal.code === "internal" && !isCutOff(error, request)) deps.onUnexpected(error, request.id);
  const { status } = refusalCodes[refusal.code];
  if (refusal.retryAfterSeconds !== undefined) reply.header("retry-after", String(refusal.retryAfterSeconds));
  return reply
    .code(status)
    .send(presentError(status, refusal.detail, status === 400 ? "invalidSyntax" : undefined));
}
