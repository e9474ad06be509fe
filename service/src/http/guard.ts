import type { FastifyRequest } from "fastify";
import { isRefusal, RefusalError, refuse } from "../kernel/refusal.ts";
import type { IdentifyVisitor, Principal, VerifyToken, Visitor } from "./principal.ts";
import type { ConsoleAccess, Route } from "./route.ts";

const bearer = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
// Far above our own tokens; a longer one is not worth a hash.
const maxTokenLength = 4096;

export interface GuardDeps {
  readonly verifyToken: VerifyToken;
  readonly identifyVisitor: IdentifyVisitor;
}

/** Who was let in. */
export interface Admitted {
  readonly principal: Principal | undefined;
  readonly visitor: Visitor | undefined;
}

/** Who is asking, or a refusal: 401 without a good token or session, 404 in another network, 403 without the right. */
export async function authorize(deps: GuardDeps, request: FastifyRequest, route: Route): Promise<Admitted> {
  const { access } = route;
  if (access === "public") return { principal: undefined, visitor: undefined };
  if ("permission" in access) {
    const visitor = await identify(deps, request, access);
    if (visitor?.principal !== undefined) requireNetwork(route, visitor.principal);
    return { principal: visitor?.principal, visitor };
  }
  const principal = await verify(deps, request);
  // Also of whoever is refused from here on it is known who asked.
  request.principal = principal;
  requireNetwork(route, principal);
  const { scope } = access;
  if (scope !== undefined && !principal.scopes.has(scope)) {
    throw new RefusalError(refuse("insufficient_scope", `this needs the scope ${scope}`));
  }
  return { principal, visitor: undefined };
}

async function verify({ verifyToken }: GuardDeps, request: FastifyRequest): Promise<Principal> {
  const token = bearer.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined || token.length > maxTokenLength) {
    throw new RefusalError(refuse("unauthorized", "send an access token: Authorization: Bearer <token>"));
  }
  const principal = await verifyToken(token);
  if (isRefusal(principal)) throw new RefusalError(principal);
  return principal;
}

async function identify(
  { identifyVisitor }: GuardDeps,
  { method, headers, params }: FastifyRequest,
  { permission, isSensitive = false }: ConsoleAccess,
): Promise<Visitor | undefined> {
  const visitor = await identifyVisitor({
    method,
    headers,
    params: params as Readonly<Record<string, string>>,
    permission,
    isSensitive,
  });
  if (isRefusal(visitor)) throw new RefusalError(visitor);
  return visitor;
}

function requireNetwork(route: Route, { network }: Principal): void {
  if (route.network === undefined || network === route.network) return;
  throw new RefusalError(refuse("not_found", `there is no such path on ${network}`));
}
